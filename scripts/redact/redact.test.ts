import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TAMPERINGS } from '../../fixtures/tampered.ts'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import { createPdfReader } from '../../src/core/statements/pdf/pdfium.ts'
import {
  readAllPages,
  readStatement,
  type AssessedReading,
} from '../../src/core/statements/read-statement.ts'
import { readFixture } from '../../test/statements.ts'
import { createDisguise } from './disguise.ts'
import { redact, type Redacted, type RedactWish } from './redact.ts'

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

const KEY = Buffer.alloc(32, 7)

/** Names and numbers that the originals print. */
const SECRETS: Record<string, string[]> = {
  'running-balance/funded': ['FERNWEH', 'BRIGHTLEAF', 'Pinecrest', '0541'],
  'world/uk-type-codes/new-year': ['FOSSGATE', '74320809', '49-47-18'],
}

async function redacted(bytes: Uint8Array, wish: Partial<RedactWish> = {}): Promise<Redacted> {
  const hints = { filename: 'statement.pdf' }
  const result = await redact(bytes, { hints, tools, key: KEY, keepsAmounts: false, names: [], ...wish }) // prettier-ignore
  return result!
}

function read(bytes: Uint8Array): Promise<AssessedReading> {
  return readStatement(bytes, { filename: 'statement.pdf' }, tools)
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { pages } = await readAllPages(bytes, { filename: 'statement.pdf' }, tools)
  return pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')
}

function altered(name: string): Uint8Array {
  const { file, truth } = readFixture('running-balance/funded')
  return TAMPERINGS.find((each) => each.name === name)!.make({ bytes: file.bytes, truth })
}

describe('a redacted statement', () => {
  for (const name of ['running-balance/funded', 'world/uk-type-codes/new-year']) {
    test(`reads as ${name} does, with other amounts and without its names and numbers`, async () => {
      const { file, truth } = readFixture(name)
      const result = await redacted(file.bytes)
      assert.deepEqual([result.differences, result.leftovers], [[], []])
      assert.ok(result.areFiguresNew)
      const { statements, signals } = await read(result.bytes)
      const old = truth.statements.flatMap(({ rows }) => rows.map(({ amountCents }) => amountCents))
      const fresh = statements.flatMap(({ rows }) => rows.map(({ amount }) => amount))
      const same = fresh.filter((amount) => old.includes(amount))
      assert.ok(same.length <= 2, `${same.length} amounts stayed`)
      assert.deepEqual(signals, [])
      const [before, after] = [await textOf(file.bytes), await textOf(result.bytes)]
      for (const secret of SECRETS[name]!) {
        assert.ok(before.includes(secret), secret)
        assert.ok(!after.includes(secret), secret)
      }
    })
  }

  test('is off by as much as the original was', async () => {
    const bytes = altered('with another digit in an amount')
    const result = await redacted(bytes)
    const { statements } = await read(bytes)
    assert.equal(statements[0]!.reconciliation.status, 'unreconciled')
    assert.deepEqual(result.differences, [])
  })

  test('keeps its amounts when told to, and loses what it hides or its owner says is private', async () => {
    const bytes = altered('with an amount drawn without ink')
    assert.match(await textOf(bytes), /8,765\.43/)
    const result = await redacted(bytes, { keepsAmounts: true, names: ['Mobile Check Deposit'] })
    const text = await textOf(result.bytes)
    assert.match(text, /3,017\.40/)
    assert.doesNotMatch(text, /mobile check deposit|8,765\.43/i)
  })
})

test('one name becomes one word in its case, and account numbers that end alike still do', () => {
  const { letters, digits } = createDisguise({ key: KEY, taken: new Set(['harborline']) })
  assert.equal(letters('HARBORLINE'), letters('Harborline').toUpperCase())
  assert.match(letters('McDonald'), /^[A-Z][a-z][A-Z][a-z]{5}$/)
  assert.equal(digits('000123454321').slice(-4), digits('4321'))
  // 021000021 has the checksum of a routing number
  assert.match(digits('021000021'), /^\d{9}$/)
})
