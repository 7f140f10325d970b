import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import type { Reading } from './core/statements/statement.ts'
import type { ClassifiedDocument, ParserRequest } from './parser.ts'
import { createSandbox, type Sandbox } from './platform/sandbox/pool.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STATEMENT = readFileSync(`${ROOT}fixtures/statements/running-balance/new-year/statement.pdf`)
const CSV = Buffer.from(
  'Date,Description,Amount\n2026-03-01,COFFEE,-4.50\n2026-03-02,DEPOSIT,100.00\n',
)

describe('the sandboxed reader', () => {
  let sandbox: Sandbox
  before(() => {
    sandbox = createSandbox({
      entry: `${ROOT}src/parser.ts`,
      readablePaths: [`${ROOT}src`, `${ROOT}node_modules`, `${ROOT}package.json`],
      size: 1,
      log: () => {},
    })
  })
  after(() => sandbox.close())

  async function ask<T>(request: ParserRequest, bytes: Uint8Array): Promise<T> {
    const outcome = await sandbox.run(request, bytes)
    assert.ok(outcome.ok, JSON.stringify(outcome))
    return outcome.value as T
  }

  test('reads a PDF statement behind all walls', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.pdf' } }
    const reading = await ask<Reading>(request, STATEMENT)
    assert.equal(reading.failure, null)
    assert.equal(reading.statements[0]?.reconciliation.status, 'reconciled')
  })

  test('reads a table of transactions', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.csv' } }
    const reading = await ask<Reading>(request, CSV)
    assert.equal(reading.statements[0]?.rows.length, 2)
  })

  test('classifies a document by the built-in classes when it is given none', async () => {
    const request: ParserRequest = { task: 'classify', hints: { filename: 'a.csv' } }
    const { classification, format } = await ask<ClassifiedDocument>(request, CSV)
    assert.equal(format, 'csv')
    assert.equal(classification.documentClass, 'transaction_export')
  })

  test('says that garbage named .pdf cannot be read, and lives on', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.pdf' } }
    const reading = await ask<Reading>(request, Buffer.from('%PDF-1.7\ngarbage'))
    assert.equal(reading.failure?.code, 'corrupt_file')
  })

  test('answers a small statement from a warm child in well under a second', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.pdf' } }
    await ask(request, STATEMENT)
    const startedAt = performance.now()
    await ask(request, STATEMENT)
    assert.ok(performance.now() - startedAt < 500)
  })
})
