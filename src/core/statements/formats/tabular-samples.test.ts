import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createPdfReader } from '../pdf/pdfium.ts'
import { readStatement } from '../read-statement.ts'
import type { AccountType, Reading, ReadingHints, Statement } from '../statement.ts'
import { asPrinted } from '../reconcile/as-printed.ts'
import type { Tools } from './format.ts'

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
  type_code?: string
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
  reconciles?: boolean
  reconcile_difference?: number
  opening_ledger?: number
  total_credits?: number
  total_debits?: number
}

type Expected = ExpectedAccount & {
  institution?: string | null
  accounts?: ExpectedAccount[]
  statements?: ExpectedAccount[]
  expect?: 'error'
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

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

/** The samples of these folders that are read, or those that are to be refused. */
function listSamples(folders: readonly string[], isRefused = false): [string, Expected][] {
  return expectations.filter(
    ([path, { expect }]) =>
      folders.includes(path.split('/')[0]!) && (expect === 'error') === isRefused,
  )
}

async function sample(name: string, expected: Expected): Promise<Reading> {
  const hints: ReadingHints = { filename: name }
  if (expected.requires_hint) hints.accountType = expected.requires_hint
  return readStatement(readFileSync(join(folder, name)), hints, tools)
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
    // The samples have a narrative of coded parts whole; a row has the purpose of it.
    const isCoded = /\?\d{2}/.test(description)
    assert.ok(
      overlap(isCoded ? actual.lineText : actual.description, description) >= 0.8,
      `${actual.description} / ${description}`,
    )
    if (row.balance !== undefined) assert.equal(actual.balance, cents(row.balance))
    if (row.check_number !== undefined) assert.equal(actual.checkNumber, row.check_number)
    if (row.fitid !== undefined) assert.equal(actual.externalId, row.fitid)
    const type = row.trntype ?? row.type_code
    if (type !== undefined) assert.equal(actual.bankType, type)
    if (row.currency !== undefined) assert.equal(actual.currency, row.currency)
  })
}

for (const [name, expected] of listSamples(['csv', 'xlsx'])) {
  test(`the export ${name} is read as its expected values say`, async () => {
    const reading = await sample(name, expected)
    assert.equal(reading.failure, null)
    const [statement] = reading.statements.map(asPrinted)
    if (name.startsWith('xlsx/')) assert.equal(reading.statements.length, 1)
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
    // A currency is right, or a person is stopped.
    if (expected.currency && statement!.currencySource !== 'assumed')
      assert.equal(statement!.currency, expected.currency)
  })
}

for (const [name, expected] of listSamples(['ofx'])) {
  test(`the accounts of ${name} are read as its expected values say`, async () => {
    const reading = await sample(name, expected)
    assert.equal(reading.failure, null)
    assert.equal(reading.statements.length, expected.accounts!.length)
    expected.accounts!.forEach((account, index) => {
      const statement = asPrinted(reading.statements[index]!)
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

for (const [name, expected] of listSamples(['mt940', 'camt', 'bai2'])) {
  test(`the statements of ${name} are read and proven as its expected values say`, async () => {
    const reading = await sample(name, expected)
    assert.equal(reading.failure, null)
    const wanted = expected.statements ?? expected.accounts!
    assert.equal(reading.statements.length, wanted.length)
    wanted.forEach((account, index) => assertStatement(reading.statements[index]!, account))
    const mismatches = reading.problems.filter(({ code }) => code === 'control_total_mismatch')
    assert.deepEqual(mismatches, [])
  })
}

function assertStatement(read: Statement, expected: ExpectedAccount): void {
  const statement = asPrinted(read)
  assertRows([statement], expected.transactions)
  assert.equal(statement.accountNumber, expected.account_id)
  assert.equal(statement.currency, expected.currency)
  assert.equal(statement.openingBalance, cents(expected.opening ?? expected.opening_ledger))
  assert.equal(statement.closingBalance, cents(expected.closing))
  const { credits, debits } = statement.printedTotals
  assert.deepEqual([credits, debits], [cents(expected.total_credits), cents(expected.total_debits)])
  if (expected.reconciles === undefined) return
  const { status, difference } = statement.reconciliation
  assert.equal(/^reconciled|^empty/.test(status), expected.reconciles, status)
  // Expected differences are opening + rows - closing, ours are closing - (opening + rows).
  assert.equal(Math.abs(difference!), Math.abs(cents(expected.reconcile_difference ?? 0)!))
}

for (const [name] of listSamples(['csv', 'xlsx', 'ofx', 'mt940', 'camt', 'bai2'], true)) {
  test(`${name} is refused with a reason`, async () => {
    const { failure } = await sample(name, expectations.find(([path]) => path === name)![1])
    assert.ok(failure?.code && failure.message !== '')
  })
}

test('the tabular samples are present', { skip }, () => {
  assert.ok(expectations.length > 0)
})
