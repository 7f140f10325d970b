import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import * as files from '../../../../test/export-files.ts'
import { readStatement } from '../read-statement.ts'
import type { Reading } from '../statement.ts'
import type { Tools } from './format.ts'

/** Only PDF needs an engine. */
const TOOLS = { pdf: null } as unknown as Tools

const STATEMENT: files.ExportStatement = {
  account: 'DE02120300000000202051',
  opening: 100_000,
  rows: [
    { date: '2025-01-03', amount: -120_000, text: 'OFFICE RENT' },
    { date: '2025-01-06', amount: 31_055, text: 'CARD SALES' },
    { date: '2025-01-06', amount: 7, text: 'INTEREST' },
  ],
}

const EXPORTS = [
  { format: 'mt940', proof: 'reconciled_by_totals', write: files.mt940 },
  {
    format: 'camt053',
    proof: 'reconciled_by_totals',
    write: (one: files.ExportStatement) => files.camt(one),
  },
  { format: 'bai2', proof: 'reconciled_by_totals', write: files.bai2 },
  { format: 'xlsx', proof: 'unverifiable', write: files.xlsx },
  { format: 'xls', proof: 'unverifiable', write: files.xls },
  { format: 'json', proof: 'unverifiable', write: files.json },
] as const

async function read(content: string | Uint8Array): Promise<Reading> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return readStatement(bytes, { filename: 'export' }, TOOLS)
}

function formatRows(reading: Reading): string[] {
  return reading.statements
    .flatMap(({ rows }) => rows)
    .map(({ date, amount }) => `${date} ${amount}`)
    .toSorted()
}

for (const { format, proof, write } of EXPORTS) {
  test(`a ${format} file is known by its content, and its rows are read to the cent`, async () => {
    const reading = await read(await write(STATEMENT))
    assert.deepEqual([reading.facts.format, reading.failure], [format, null])
    const [statement] = reading.statements
    assert.deepEqual(
      statement!.rows.map(({ date, amount, description }) => ({ date, amount, text: description })),
      STATEMENT.rows,
    )
    assert.equal(statement!.reconciliation.status, proof)
    assert.deepEqual(reading.problems, [])
  })
}

const ROWS = fc.array(
  fc.record({
    date: fc.integer({ min: 1, max: 28 }).map((day) => `2025-01-${String(day).padStart(2, '0')}`),
    amount: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((amount) => amount !== 0),
    text: fc.constantFrom('RENT', 'PAYROLL 12, PART 2', 'A/B SUPPLY', "O'NEIL 24.12.2024"),
  }),
  { minLength: 1, maxLength: 30 },
)

test('whatever rows a bank message holds, they are read back and reconcile', async () => {
  const messages = [files.mt940, (one: files.ExportStatement) => files.camt(one), files.bai2]
  await fc.assert(
    fc.asyncProperty(
      ROWS,
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.constantFrom(...messages),
      async (rows, opening, write) => {
        const reading = await read(write({ account: '123456789', opening, rows }))
        assert.deepEqual(
          formatRows(reading),
          rows.map(({ date, amount }) => `${date} ${amount}`).toSorted(),
        )
        assert.deepEqual(
          reading.problems.filter(({ code }) => code !== 'check_failed'),
          [],
        )
        assert.equal(reading.statements[0]!.reconciliation.difference, 0)
      },
    ),
    { numRuns: 60 },
  )
})

test('a file cut anywhere is read in part and says so, or is refused; nothing is thrown', async () => {
  for (const { format, write } of EXPORTS) {
    const whole = await write(STATEMENT)
    for (let part = 1; part < 12; part += 1) {
      const reading = await read(whole.slice(0, Math.floor((whole.length * part) / 12)))
      const isReported = reading.failure !== null || reading.problems.length > 0
      const isWhole = formatRows(reading).length === STATEMENT.rows.length
      assert.ok(isReported || isWhole, `${format} cut at ${part} of 12`)
    }
  }
})

test('random bytes behind the beginning of any format never throw', async () => {
  const heads = [
    'PK\x03\x04xl/workbook.xml',
    ':20:A\n:25:1\n:60F:',
    '01,1,1,250101,0000,1,,,2/\n02,',
    '[{',
    '<BkToCstmrStmt>',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...heads),
      fc.string({ unit: 'binary', maxLength: 300 }),
      async (head, tail) => {
        const reading = await read(head + tail)
        assert.ok(reading.failure !== null || reading.statements.length > 0)
      },
    ),
    { numRuns: 200 },
  )
})

test('a workbook that unpacks to far more than it should is refused unopened', async () => {
  const sheet = new Uint8Array(120 * 1024 * 1024)
  const bomb = zipSync(
    { 'xl/workbook.xml': new Uint8Array(1), 'xl/worksheets/sheet1.xml': sheet },
    { level: 1 },
  )
  assert.ok(bomb.length < 2_000_000)
  const { failure, facts } = await read(bomb)
  assert.deepEqual([facts.format, failure?.code], ['xlsx', 'corrupt_file'])
})

test('entities and document types in XML are refused, not expanded', async () => {
  const laughs = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
  const reading = await read(files.camt(STATEMENT).replace('?>\n', `?>\n${laughs}`))
  assert.equal(reading.failure?.code, 'corrupt_file')
})

test('XML nested a hundred thousand deep is refused', async () => {
  const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`
  const reading = await read(files.camt(STATEMENT, deep))
  assert.equal(reading.failure?.code, 'corrupt_file')
})

test('a row of a million cells is a row of the columns that count', async () => {
  const csv = `Date,Description,Amount\n2025-01-03,RENT,-12.00\n2025-01-04,SALES,7.50${',x'.repeat(1_000_000)}\n`
  assert.deepEqual(formatRows(await read(csv)), ['2025-01-03 -1200', '2025-01-04 750'])
  const record = `03,123456789,,${'010,5,,,'.repeat(250_000)}`
  const bai = files.bai2(STATEMENT).replace(/03,[^\n]*/, record)
  assert.equal((await read(bai)).statements[0]!.rows.length, 3)
})

test('a file of half a million bad records is read to its end', async () => {
  const bad = ':61:garbage\r\n'.repeat(500_000)
  const swift = await read(files.mt940(STATEMENT).replace(':62F:', `${bad}:62F:`))
  assert.equal(swift.problems.length, 500_000)
  const unplaced = '16,475,1,,,,STRAY\n'.repeat(500_000)
  const bai = await read(files.bai2(STATEMENT) + unplaced)
  assert.equal(bai.problems.length, 500_000)
  const rows = `${':61:250103C1,NTRFA\r\n'.repeat(500_000)}:62F:`
  const whole = await read(files.mt940(STATEMENT).replace(':62F:', rows))
  assert.equal(whole.statements[0]!.rows.length, 500_003)
})
