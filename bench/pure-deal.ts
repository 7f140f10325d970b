import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildLedger } from '../src/core/analytics/ledger.ts'
import { REPORTS } from '../src/core/analytics/reports/index.ts'
import { DEFAULT_SETTINGS } from '../src/core/analytics/settings.ts'
import { enrich } from '../src/core/enrichment/enrich.ts'
import { toPosition } from '../src/core/enrichment/positions/figures.ts'
import { DOCUMENT_CLASSES } from '../src/core/statements/classes/index.ts'
import { classify } from '../src/core/statements/classify.ts'
import type { Tools } from '../src/core/statements/formats/format.ts'
import { createPdfReader } from '../src/core/statements/pdf/pdfium.ts'
import { readPages, readStatement } from '../src/core/statements/read-statement.ts'
import type { Statement } from '../src/core/statements/statement.ts'
import { NOBODY, type Account, type CoveredPeriod } from '../src/core/values/account.ts'
import type { RawTransaction } from '../src/core/values/transaction.ts'
import type { DemoDeal } from '../fixtures/deal.ts'

/** The rows and the true revenue rows of a deal, to check that the work was done. */
export interface DealCounts {
  rows: number
  reports: number
}

/** The same PDF reader as in the sandbox. */
export async function openTools(): Promise<Tools> {
  const wasm = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  return { pdf: await createPdfReader(readFileSync(wasm)) }
}

/**
 * The pure part of a deal: each file classified and read, all rows enriched,
 * every report computed. In one process, without HTTP, storage, sandbox and database.
 */
export async function processDeal(deal: DemoDeal, tools: Tools): Promise<DealCounts> {
  const statements: Statement[] = []
  for (const { filename, bytes } of deal.files) {
    const { format, pages } = await readPages(bytes, { hints: { filename }, tools }, 'head')
    const { documentClass } = classify({ filename, format, pages, classes: DOCUMENT_CLASSES })
    const reading = await readStatement(bytes, { filename, documentClass }, tools)
    statements.push(...reading.statements)
  }
  const facts = {
    transactions: statements.flatMap(toTransactions),
    accounts: [...new Map(statements.map((one) => [accountId(one), toAccount(one)])).values()],
    periods: statements.map(toPeriod),
    company: { ...NOBODY, name: deal.company.name },
    asOf: null,
  }
  const enriched = enrich(facts)
  const ledger = buildLedger({
    ...facts,
    ...enriched,
    positions: enriched.positions.map((found) => toPosition(found, null)),
    submissionId: 'deal',
    settings: DEFAULT_SETTINGS,
    currency: null,
    documentAuthenticity: null,
  })
  const request = { window: null, options: {}, computedAt: '2025-10-01', analyticsVersion: null }
  const reports = REPORTS.map((report) => report.compute(ledger, request))
  return { rows: enriched.transactions.length, reports: reports.length }
}

function accountId({ institutionName, accountLast4 }: Statement): string {
  return `${institutionName} ${accountLast4}`
}

function toAccount(statement: Statement): Account {
  return {
    id: accountId(statement),
    name: accountId(statement),
    institutionName: statement.institutionName,
    last4: statement.accountLast4,
    type: statement.accountType,
    currency: statement.currency,
    isIncluded: true,
  }
}

function toPeriod(statement: Statement): CoveredPeriod {
  return {
    accountId: accountId(statement),
    documentId: null,
    statementId: null,
    startDate: statement.startDate!,
    endDate: statement.endDate!,
    isInferred: false,
    openingBalance: statement.openingBalance,
    closingBalance: statement.closingBalance,
    reconciliationStatus: statement.reconciliation.status,
    dailyBalances: statement.dailyBalances,
  }
}

function toTransactions(statement: Statement): RawTransaction[] {
  return statement.rows.map((row, index) => ({
    id: `${accountId(statement)} ${statement.startDate} ${index}`,
    accountId: accountId(statement),
    date: row.date,
    amount: row.amount,
    currency: statement.currency,
    description: row.description,
    balance: row.balance,
    mccCode: null,
    bankType: row.bankType,
    checkNumber: row.checkNumber,
    isPending: row.isPending,
    isDuplicate: false,
    providerCategory: null,
    override: null,
  }))
}
