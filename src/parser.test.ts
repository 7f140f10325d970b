import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Reading } from './core/statements/statement.ts'
import type { ClassifiedDocument, ParserRequest, ReceivedDocument } from './parser.ts'
import { createSandbox, type Sandbox } from './platform/sandbox/pool.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STATEMENT = readFileSync(`${ROOT}fixtures/statements/running-balance/new-year/statement.pdf`)
const CSV = Buffer.from(
  'Date,Description,Amount\n2026-03-01,COFFEE,-4.50\n2026-03-02,DEPOSIT,100.00\n',
)

/** A printed statement; the first case of a layout that is named without one. */
function readStatementFile(name: string): Buffer {
  const [found] = globSync(`{${name},${name}/*}/statement.pdf`, {
    cwd: `${ROOT}fixtures/statements`,
  }).toSorted()
  return readFileSync(`${ROOT}fixtures/statements/${found}`)
}

describe('the sandboxed reader', () => {
  let sandbox: Sandbox
  before(() => {
    sandbox = createSandbox({
      entry: () => `${ROOT}src/parser.ts`,
      readablePaths: [`${ROOT}src`, `${ROOT}node_modules`, `${ROOT}package.json`],
      nodeFlags: ['--allow-addons'],
      size: 1,
      log: () => {},
    })
  })
  after(() => sandbox.close())

  async function runRequest<T>(request: ParserRequest, bytes: Uint8Array): Promise<T> {
    const outcome = await sandbox.run(request, bytes)
    assert.ok(outcome.ok, JSON.stringify(outcome))
    return outcome.value as T
  }

  test('reads a PDF statement behind all walls', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.pdf' } }
    const reading = await runRequest<Reading>(request, STATEMENT)
    assert.equal(reading.failure, null)
    assert.equal(reading.statements[0]?.reconciliation.status, 'reconciled')
  })

  test('reads a table of transactions', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.csv' } }
    const reading = await runRequest<Reading>(request, CSV)
    assert.equal(reading.statements[0]?.rows.length, 2)
  })

  test('classifies a document by the built-in classes when it is given none', async () => {
    const request: ParserRequest = { task: 'classify', hints: { filename: 'a.csv' } }
    const { classification, format } = await runRequest<ClassifiedDocument>(request, CSV)
    assert.equal(format, 'csv')
    assert.equal(classification.documentClass, 'transaction_export')
  })

  for (const name of ['running-balance/new-year', 'sections-continued', 'two-accounts', 'card'])
    test(`finds in one request what each request of its own finds: ${name}`, async () => {
      const hints = { filename: 'a.pdf' }
      const bytes = readStatementFile(name)
      const received = await runRequest<ReceivedDocument>(
        { task: 'receive', hints, segmentPagesMax: 60 },
        bytes,
      )
      const classified = await runRequest<ClassifiedDocument>({ task: 'classify', hints }, bytes)
      assert.deepEqual(received.classified, classified)
      const { documentClass } = classified.classification
      const isCard = documentClass === 'credit_card_statement'
      const known = {
        ...hints,
        documentClass,
        ...(isCard ? { accountType: 'credit_card' as const } : {}),
      }
      const reading = await runRequest<Reading>({ task: 'read', hints: known }, bytes)
      assert.deepEqual(received.read, { of: 'statements', reading })
      assert.ok(reading.statements.length > 0)
      const segmented = await runRequest({ task: 'segment', hints }, bytes)
      assert.deepEqual(received.segmented, classified.pageCount === 1 ? null : segmented)
    })

  test('says that garbage named .pdf cannot be read, and lives on', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.pdf' } }
    const reading = await runRequest<Reading>(request, Buffer.from('%PDF-1.7\ngarbage'))
    assert.equal(reading.failure?.code, 'corrupt_file')
  })

  test('unpacks a picture of 100 megapixels, and a file of many pages, in the memory it may use', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a' } }
    const white = (height: number) =>
      ({ width: 10_000, height, channels: 3, background: '#fff' }) as const
    const large = await sharp({ create: white(10_000) })
      .jpeg()
      .toBuffer()
    assert.equal((await runRequest<Reading>(request, large)).failure?.code, 'no_text')
    const raw = { width: 2000, height: 30_000, channels: 1, pageHeight: 1500 } as const
    const many = await sharp(Buffer.alloc(60_000_000, 255), { raw }).tiff().toBuffer()
    const { facts, failure } = await runRequest<Reading>(request, many)
    assert.deepEqual([facts.pageCount, failure?.code], [20, 'no_text'])
  })

  test('reads a second statement in the same child as it read the first', async () => {
    const request: ParserRequest = { task: 'read', hints: { filename: 'a.pdf' } }
    const first = await runRequest(request, STATEMENT)
    assert.deepEqual(await runRequest(request, STATEMENT), first)
  })
})
