import type { Account, CompanyFacts, CoveredPeriod, MissingAccount } from '../values/account.ts'
import { dateOfDay, type PlainDate } from '../values/dates.ts'
import type { Position, Stream } from '../values/position.ts'
import type { AnomalyNote } from './anomaly-note.ts'
import type { DocumentFacts, SignalFacts, SourceFacts } from './documents.ts'
import { findLastDate, nameCompany, selectAccounts } from './ledger/accounts.ts'
import { toColumns, type Columns } from './ledger/columns.ts'
import { countRows, reportingCurrency } from './ledger/counted.ts'
import { consolidate, listMonths, type DaySeries, type LedgerMonth } from './ledger/days.ts'
import { buildAccounts, findDayRange, type LedgerAccount } from './ledger/periods.ts'
import { packRows } from './ledger/rows/pack.ts'
import type { LedgerRow } from './ledger/rows/row.ts'
import type { RowTable } from './ledger/rows/row-table.ts'
import { tallyRows, type Tally } from './ledger/tally.ts'
import type { AnalyticsSettings } from './settings.ts'
import { toScopeKey, type Scope, type WindowBounds } from './window.ts'

/**
 * core/analytics: enriched rows of one submission in, numbers with their evidence out.
 *
 * In: transactions as enrichment left them, accounts, covered periods, positions, settings.
 * Out: a ledger (built once, read by all), metrics and reports computed from it.
 * It does not know how a row was read or categorized, where data is stored, what day it is, and
 * what a lender decides. Same input, same bytes (formulas C16).
 */
export interface LedgerInput {
  submissionId: string
  /** Within a day in the order of the bank; a list may have its days in any order. */
  transactions: RowTable | readonly LedgerRow[]
  accounts: readonly Account[]
  periods: readonly CoveredPeriod[]
  positions: readonly Position[]
  streams: readonly Stream[]
  company: CompanyFacts
  settings: AnalyticsSettings
  /** Later rows and days are ignored; null = the last day with data (formulas C6). */
  asOf: PlainDate | null
  /** Null = the currency of most money. */
  currency: string | null
  /** Lowest authenticity score of the bank documents, 0-100 (formulas Q6). */
  documentAuthenticity: number | null
  /** Accounts that rows refer to and that were not submitted; null before they were looked for. */
  missingAccounts?: readonly MissingAccount[] | null
  /** Documents of the submission other than bank statements, with what was read from them. */
  documents?: readonly DocumentFacts[]
  /** Class of every document that counts, each class once. */
  documentClasses?: readonly string[]
  /** Of these, the ones of which every document waits for a review. */
  classesToCheck?: readonly string[]
  /** Signs of alteration in its bank documents. */
  signals?: readonly SignalFacts[]
  /** Statements and rows of days that several sources cover. */
  sources?: SourceFacts
  /** Groups of the merchants that the rows name, by slug. */
  merchantGroups?: readonly { id: string; groups: readonly string[] }[]
  /** Reviews of anomalies that were found before. */
  anomalyNotes?: readonly AnomalyNote[]
  /** Simulated settings (`simulate`); links to rows repeat them. */
  simulate?: string | null
  /** The requested earlier revenue formula; links to rows repeat it. */
  revenueFormulaVersion?: number | null
  /** Only these accounts, whether or not they are included by default; null = the included ones. */
  accountIds?: readonly string[] | null
  /** The day of the computation, for staleness only. */
  today?: PlainDate | null
}

/** What every metric and report reads. */
export interface Ledger {
  submissionId: string
  /** Requested deviations from the defaults as query parameters; links to rows repeat them. */
  queryParameters: Readonly<Record<string, string | null>>
  asOf: PlainDate | null
  today: PlainDate | null
  currency: string
  /** Currencies that are left out when none was requested (formulas C13). */
  otherCurrencies: string[]
  settings: AnalyticsSettings
  company: CompanyFacts
  positions: readonly Position[]
  streams: readonly Stream[]
  documentAuthenticity: number | null
  missingAccounts: readonly MissingAccount[] | null
  documents: readonly DocumentFacts[]
  documentClasses: readonly string[]
  classesToCheck: readonly string[]
  signals: readonly SignalFacts[]
  sources: SourceFacts
  /** Slugs of its groups by the id of a merchant. */
  merchantGroups: ReadonlyMap<string, readonly string[]>
  /** By the id of the anomaly. */
  anomalyNotes: ReadonlyMap<string, AnomalyNote>
  hasOverrides: boolean
  accounts: LedgerAccount[]
  /** Counted rows, ascending by date: not pending, no duplicates, of the accounts above. */
  columns: Columns
  /** Every row, counted or not, with what the columns leave out. */
  table: RowTable
  /** First and last day with coverage or a row; `lastDay < firstDay` when there is nothing. */
  firstDay: number
  lastDay: number
  /** Consolidated end-of-day balances over `firstDay` to `lastDay`. */
  days: DaySeries
  months: LedgerMonth[]
  /** Results that several metrics share, by key. */
  memo: Map<string, unknown>
  /** What could not be computed, for the log of whoever reads the ledger. */
  faults: LedgerFault[]
}

/** A part of a deal whose computation threw; it costs itself and nothing else. */
export interface LedgerFault {
  /** `metric true_revenue`, `evidence of nsf_count`, `scorecard`. */
  part: string
  error: unknown
}

/**
 * The ledger of a submission. Pending rows, duplicates, rows after `asOf`, rows of other currencies
 * and of accounts that are not included leave here and nowhere else (formulas C6, C10 to C13).
 * An empty submission gives an empty ledger.
 */
export function buildLedger(input: LedgerInput): Ledger {
  const { transactions } = input
  const table = 'labels' in transactions ? transactions : packRows(transactions)
  const accounts = selectAccounts(input.accounts, table, input.accountIds ?? null)
  const { currencies, lastRow } = countRows(table, accounts)
  const currency = input.currency ?? reportingCurrency(input.settings, currencies)
  const today = input.today ?? null
  const asOf = input.asOf ?? findLastDate(input.periods, accounts, { lastRow, today })
  const selection = { accounts, currency, asOf }
  const columns = toColumns(table, selection, input.settings)
  const ledgerAccounts = buildAccounts(input.periods, selection, columns)
  const [firstDay, lastDay] = findDayRange(ledgerAccounts, columns)
  const days = consolidate(ledgerAccounts, { firstDay, lastDay })
  return {
    submissionId: input.submissionId,
    queryParameters: {
      as_of: input.asOf,
      currency: input.currency,
      account_ids: input.accountIds?.join(',') ?? null,
      simulate: input.simulate ?? null,
      revenue_formula_version: input.revenueFormulaVersion?.toString() ?? null,
    },
    asOf,
    today,
    currency,
    otherCurrencies:
      input.currency === null ? currencies.filter((each) => each !== currency).sort() : [],
    settings: input.settings,
    company: nameCompany(input.company, [...accounts.values()]),
    positions: input.positions,
    streams: input.streams,
    documentAuthenticity: input.documentAuthenticity,
    missingAccounts: input.missingAccounts ?? null,
    documents: input.documents ?? [],
    documentClasses: input.documentClasses ?? [],
    classesToCheck: input.classesToCheck ?? [],
    signals: input.signals ?? [],
    sources: input.sources ?? { statements: [], rows: [] },
    merchantGroups: new Map((input.merchantGroups ?? []).map(({ id, groups }) => [id, groups])),
    anomalyNotes: new Map((input.anomalyNotes ?? []).map((note) => [note.id, note])),
    hasOverrides: columns.classes.some(({ isCorrected }) => isCorrected),
    accounts: ledgerAccounts,
    columns,
    table,
    firstDay,
    lastDay,
    days,
    months: listMonths(ledgerAccounts, firstDay, lastDay),
    memo: new Map(),
    faults: [],
  }
}

/** The sums of a scope; one pass over its rows, once per ledger. */
export function getTally(ledger: Ledger, scope: Scope): Tally {
  const key = `tally:${toScopeKey(scope)}`
  return remember(ledger, key, () => tallyRows(ledger.columns, scope))
}

/** The result of `make`, computed once per ledger and key. */
export function remember<T>(ledger: Ledger, key: string, make: () => T): T {
  if (!ledger.memo.has(key)) ledger.memo.set(key, make())
  return ledger.memo.get(key) as T
}

/** The result of `compute`; null where it throws, with the error among the ledger's faults. */
export function contain<T>(ledger: Ledger, part: string, compute: () => T): T | null {
  try {
    return compute()
  } catch (error) {
    ledger.faults.push({ part, error })
    return null
  }
}

/** From where to where date ranges are counted. */
export function getWindowBounds(ledger: Ledger): WindowBounds {
  const isEmpty = ledger.lastDay < ledger.firstDay
  return { firstDate: isEmpty ? null : dateOfDay(ledger.firstDay), asOf: ledger.asOf }
}
