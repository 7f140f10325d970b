import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TAMPERINGS } from '../../fixtures/tampered.ts'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import { createPdfReader } from '../../src/core/statements/pdf/pdfium.ts'
import {
  readPages,
  readStatement,
  type AssessedReading,
} from '../../src/core/statements/read-statement.ts'
import { bai2, mt940, xlsx } from '../../test/export-files.ts'
import { readFixture } from '../../test/statements.ts'
import { createDisguise } from './disguise.ts'
import type { Redacted, RedactOptions } from './plan.ts'
import { redact } from './redact.ts'

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

async function redacted(
  bytes: Uint8Array,
  options: Partial<RedactOptions> = {},
): Promise<Redacted> {
  const hints = { filename: 'statement.pdf' }
  const result = await redact(bytes, {
    hints,
    tools,
    key: KEY,
    keepsAmounts: false,
    names: [],
    ...options,
  })
  return result!
}

function read(bytes: Uint8Array): Promise<AssessedReading> {
  return readStatement(bytes, { filename: 'statement.pdf' }, tools)
}

async function readText(bytes: Uint8Array): Promise<string> {
  const { pages } = await readPages(bytes, { hints: { filename: 'statement.pdf' }, tools }, 'all')
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
      const [before, after] = [await readText(file.bytes), await readText(result.bytes)]
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

  test('keeps its amounts on request, and loses what it hides or its owner says is private', async () => {
    const bytes = altered('with an amount drawn without ink')
    assert.match(await readText(bytes), /8,765\.43/)
    const result = await redacted(bytes, { keepsAmounts: true, names: ['Mobile Check Deposit'] })
    const text = await readText(result.bytes)
    assert.match(text, /3,017\.40/)
    assert.doesNotMatch(text, /mobile check deposit|8,765\.43/i)
  })
})

const CSV = `Date,Description,Amount,Balance
03/01/2025,"Fernweh Design Studio, LLC",1250.00,2250.00
03/02/2025,CHECK 1043 BRIGHTLEAF SUPPLY,-310.55,1939.45
03/05/2025,WIRE FROM 99120034517,48.10,1987.55
`
const OFX = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>021000021<ACCTID>99120034517
<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20250301<DTEND>20250331
<STMTTRN><TRNTYPE>DIRECTDEP<DTPOSTED>20250302120000<TRNAMT>1250.00<FITID>8843120771<NAME>FERNWEH DESIGN</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250304<TRNAMT>-310.55<FITID>8843120772<NAME>BRIGHTLEAF SUPPLY</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1939.45<DTASOF>20250331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`

for (const [format, text] of Object.entries({ csv: CSV, ofx: OFX })) {
  test(`a redacted ${format} file reads as the original, without its names, numbers and amounts`, async () => {
    const bytes = new TextEncoder().encode(text)
    const result = await redacted(bytes)
    assert.deepEqual([result.extension, result.differences, result.leftovers], [format, [], []])
    const fresh = new TextDecoder().decode(result.bytes)
    for (const secret of ['fernweh', 'brightleaf', '99120034517', '1250.00', '310.55'])
      assert.ok(!fresh.toLowerCase().includes(secret), secret)
    assert.equal(fresh.split('\n').length, text.split('\n').length)
  })
}

const EXPORT = {
  account: '99120034517',
  opening: 100_000,
  rows: [
    { date: '2025-03-03', amount: 125_000, text: 'FERNWEH DESIGN STUDIO' },
    { date: '2025-03-04', amount: -31_055, text: 'BRIGHTLEAF SUPPLY' },
    { date: '2025-03-06', amount: -4_810, text: 'BRIGHTLEAF SUPPLY' },
  ],
}
const JSON_TEXT = JSON.stringify({
  transactions: EXPORT.rows.map(({ date, amount, text }) => ({
    date,
    description: text,
    amount: amount / 100,
    account: EXPORT.account,
  })),
})
const EXPORTS: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  sta: () => Buffer.from(mt940(EXPORT)),
  bai: () => Buffer.from(bai2(EXPORT)),
  json: () => Buffer.from(JSON_TEXT),
  xlsx: () => xlsx(EXPORT),
}

for (const [extension, make] of Object.entries(EXPORTS)) {
  test(`a redacted ${extension} file reads as the original, without its names, numbers and amounts`, async () => {
    const bytes = await make()
    const result = await redacted(bytes)
    assert.deepEqual([result.extension, result.differences, result.leftovers], [extension, [], []])
    const [before, after] = [await read(bytes), await read(result.bytes)]
    const problems = ({ problems: all }: AssessedReading) => all.map(({ code }) => code)
    assert.deepEqual(problems(after), problems(before))
    const output = JSON.stringify([after.statements, Buffer.from(result.bytes).toString('latin1')])
    for (const secret of [
      'fernweh',
      'brightleaf',
      '99120034517',
      '125000',
      '31055',
      '310.55',
      '310,55',
    ])
      assert.ok(!output.toLowerCase().includes(secret), secret)
  })
}

test('one name becomes one word in its case, and account numbers that end alike still do', () => {
  const { letters, digits } = createDisguise({ key: KEY, taken: new Set(['harborline']) })
  assert.equal(letters('HARBORLINE'), letters('Harborline').toUpperCase())
  assert.match(letters('McDonald'), /^[A-Z][a-z][A-Z][a-z]{5}$/)
  assert.equal(digits('000123454321').slice(-4), digits('4321'))
  // 021000021 has the checksum of a routing number
  assert.match(digits('021000021'), /^\d{9}$/)
})

test('a word gets another one even where every word of its length stays or is taken', () => {
  const everyLetter = new Set('abcdefghijklmnopqrstuvwxyz')
  const { letters } = createDisguise({ key: KEY, taken: everyLetter })
  assert.match(letters('J'), /^[A-IK-Z]$/)
})
