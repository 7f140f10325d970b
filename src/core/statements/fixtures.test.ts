import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Tools } from './formats/format.ts'
import { createPdfReader } from './pdf/pdfium.ts'
import { readStatement } from './read-statement.ts'
import type { Statement } from './statement.ts'

interface TruthStatement {
  accountLast4: string
  accountType: string
  startDate: string
  endDate: string
  openingBalanceCents: number
  closingBalanceCents: number
  rows: { date: string; amountCents: number }[]
}

const folder = join(import.meta.dirname, '../../../fixtures/statements')
const files = globSync(join(folder, '**/statement.pdf')).toSorted()

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

/** Card statements print the day of purchase and of posting; the truth has the latter. */
function rowTexts(rows: readonly { date: string; amount: number }[], isCard: boolean): string[] {
  return rows.map(({ date, amount }) => (isCard ? String(amount) : `${date} ${amount}`)).toSorted()
}

function found(statement: Statement): unknown {
  const { openingBalance, closingBalance, startDate, endDate, rows } = statement
  return {
    openingBalance,
    closingBalance,
    startDate,
    endDate,
    rows: rowTexts(rows, statement.accountType === 'credit_card'),
  }
}

function wanted(truth: TruthStatement): unknown {
  const rows = truth.rows.map(({ date, amountCents }) => ({ date, amount: amountCents }))
  return {
    openingBalance: truth.openingBalanceCents,
    closingBalance: truth.closingBalanceCents,
    startDate: truth.startDate,
    endDate: truth.endDate,
    rows: rowTexts(rows, truth.accountType === 'credit_card'),
  }
}

for (const file of files) {
  const name = dirname(file).slice(folder.length + 1)
  test(`${name} is read as its truth says, and its figures prove it`, async () => {
    const truth: { statements: TruthStatement[] } = JSON.parse(
      readFileSync(join(dirname(file), 'truth.json'), 'utf8'),
    )
    const hints = { filename: 'statement.pdf' }
    const { statements } = await readStatement(readFileSync(file), hints, tools)
    assert.deepEqual(statements.map(found), truth.statements.map(wanted))
    for (const { reconciliation } of statements) {
      assert.ok(
        ['reconciled', 'reconciled_by_totals', 'empty'].includes(reconciliation.status),
        reconciliation.status,
      )
      assert.deepEqual(
        reconciliation.checks.filter(({ passed }) => !passed),
        [],
      )
    }
    assert.deepEqual(
      statements.map(({ accountLast4 }) => accountLast4),
      truth.statements.map(({ accountLast4 }) => accountLast4),
    )
  })
}
