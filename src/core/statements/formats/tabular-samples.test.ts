import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AccountType, ReadingHints, Statement } from '../statement.ts'
import { readCsv } from './csv.ts'
import { readOfx } from './ofx.ts'
import type { TabularReading } from './tabular.ts'

interface ExpectedRow {
  date: string
  amount: number
  description?: string
  name?: string
  memo?: string
  balance?: number
  check_number?: string
  fitid?: string
  trntype?: string
  currency?: string
}

interface ExpectedAccount {
  account_type?: string
  account_id?: string
  currency?: string
  period_start?: string
  period_end?: string
  opening?: number
  closing?: number
  transaction_count: number
  transactions: ExpectedRow[]
  pending?: ExpectedRow[]
}

type Expected = ExpectedAccount & {
  institution?: string | null
  accounts?: ExpectedAccount[]
  requires_hint?: AccountType
  ambiguous_dates?: boolean
}

const folder = join(process.env.ASSAY_SAMPLES_DIR ?? '../shared/samples', 'tabular')
const isAbsent = !existsSync(join(folder, 'expected.json'))
const skip = isAbsent && `no samples in ${folder}`
const expectations: [string, Expected][] = isAbsent
  ? []
  : Object.entries(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))

/** What is printed about an account in `dollars`, as the statement has it in cents. */
function cents(dollars: number | undefined): number | null {
  return dollars === undefined ? null : Math.round(dollars * 100)
}

function sample(name: string, expected: Expected): TabularReading {
  const hints: ReadingHints = { filename: name }
  if (expected.requires_hint) hints.accountType = expected.requires_hint
  const bytes = readFileSync(join(folder, name))
  return name.startsWith('csv/') ? readCsv(bytes, hints) : readOfx(bytes, hints)
}

function words(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  )
}

/** Of the words of the expected description, the share that was read. */
function overlap(actual: string, expected: string): number {
  const wanted = [...words(expected)]
  return wanted.length === 0
    ? 1
    : wanted.filter((word) => words(actual).has(word)).length / wanted.length
}

function key(row: { date: string; amount: number }): string {
  return `${row.date} ${row.amount}`
}

function assertRows(statements: Statement[], expected: ExpectedRow[]): void {
  const wanted = expected.map((row) => ({ ...row, amount: cents(row.amount)! }))
  const read = statements.flatMap((statement) => statement.rows)
  assert.deepEqual(read.map(key).sort(), wanted.map(key).sort())
  const byKey = (left: { date: string; amount: number }, right: { date: string; amount: number }) =>
    key(left).localeCompare(key(right))
  const rows = read.toSorted(byKey)
  wanted.sort(byKey).forEach((row, index) => {
    const actual = rows[index]!
    const description = row.name ?? row.description ?? row.memo ?? ''
    assert.ok(
      overlap(actual.description, description) >= 0.8,
      `${actual.description} / ${description}`,
    )
    if (row.balance !== undefined) assert.equal(actual.balance, cents(row.balance))
    if (row.check_number !== undefined) assert.equal(actual.checkNumber, row.check_number)
    if (row.fitid !== undefined) assert.equal(actual.externalId, row.fitid)
    if (row.trntype !== undefined) assert.equal(actual.bankType, row.trntype)
    if (row.currency !== undefined) assert.equal(actual.currency, row.currency)
  })
}

for (const [name, expected] of expectations.filter(([path]) => path.startsWith('csv/'))) {
  test(`the export ${name} is read as its expected values say`, () => {
    const reading = sample(name, expected)
    assert.equal(reading.failure, null)
    const [statement] = reading.statements
    assertRows(reading.statements, expected.transactions)
    assert.equal(statement!.openingBalance, cents(expected.opening))
    assert.equal(statement!.closingBalance, cents(expected.closing))
    if (expected.account_type) assert.equal(statement!.accountType, expected.account_type)
    else assert.notEqual(statement!.accountType, 'credit_card')
    assert.deepEqual(
      reading.problems.filter((problem) => problem.code === 'invalid_row'),
      [],
    )
    if (expected.ambiguous_dates)
      assert.ok(reading.problems.some((problem) => problem.code === 'ambiguous_dates'))
    // A file that names no currency is read as dollars; what it names must be right.
    if (statement!.currency !== 'USD') assert.equal(statement!.currency, expected.currency)
  })
}

for (const [name, expected] of expectations.filter(([path]) => path.startsWith('ofx/'))) {
  test(`the accounts of ${name} are read as its expected values say`, () => {
    const reading = sample(name, expected)
    assert.equal(reading.failure, null)
    assert.equal(reading.statements.length, expected.accounts!.length)
    expected.accounts!.forEach((account, index) => {
      const statement = reading.statements[index]!
      const isCard = account.account_type === 'credit_card'
      assertRows([statement], account.transactions)
      assert.equal(statement.institutionName, expected.institution)
      assert.equal(statement.accountNumber, account.account_id)
      assert.equal(statement.currency, account.currency)
      assert.equal(statement.accountType === 'credit_card', isCard)
      // OFX gives a card's debt as negative, a statement as what is owed.
      const closing = cents(account.closing)
      assert.equal(statement.closingBalance, isCard && closing !== null ? -closing : closing)
      const isReal = (account.period_start ?? '') > '2001'
      assert.equal(statement.startDate, isReal ? account.period_start : null)
      assert.equal(statement.endDate, isReal ? account.period_end : null)
    })
  })
}

test('the tabular samples are present', { skip }, () => {
  assert.ok(expectations.length > 0)
})
