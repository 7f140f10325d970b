import type { Account, CompanyFacts, CoveredPeriod, MissingAccount } from '../values/account.ts'
import { dateOfDay, dayNumber, type PlainDate } from '../values/dates.ts'
import type { Position, Stream } from '../values/position.ts'
import type { AnomalyNote } from './anomalies/note.ts'
import type { DocumentFacts, SignalFacts, SourceFacts } from './documents.ts'
import { toColumns, type Columns } from './ledger/columns.ts'
import { countRows, reportingCurrency, type Selection } from './ledger/counted.ts'
import { buildCoverage, type Coverage } from './ledger/coverage.ts'
import {
  daysOfAccounts,
  toDayBalances,
  type DayBalances,
  type DayRows,
} from './ledger/day-balances.ts'
import { consolidate, listMonths, type DaySeries, type LedgerMonth } from './ledger/days.ts'
import { packRows } from './ledger/rows/pack.ts'
import type { LedgerRow } from './ledger/rows/row.ts'
import type { RowTable } from './ledger/rows/row-table.ts'
import { tallyRows, type Tally } from './ledger/tally.ts'
import type { AnalyticsSettings } from './settings.ts'
import type { Scope, WindowBounds } from './window.ts'

/**
 * core/analytics: enriched rows of one submission in, numbers with their evidence out.
 *
 * In: transactions as enrichment left them, accounts, covered periods, positions, settings.
 * Out: a ledger (built once, read by all), metrics and reports computed from it.
 * It refuses to know: how a row was read or categorized, where data is stored, what day it is,
 * and what a lender decides. Same input, same bytes (formulas C16).
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
  /** Null = the currency of most rows. */
  currency: string | null
  /** Lowest authenticity score of the bank documents, 0-100 (formulas Q6). */
  documentAuthenticity: number | null
  /** Accounts the rows speak of and that were not submitted; null when nobody looked. */
  missingAccounts?: readonly MissingAccount[] | null
  /** Papers of the submission that are no bank statements, with what was read from them. */
  documents?: readonly DocumentFacts[]
  /** Class of every document that counts, each class once. */
  documentClasses?: readonly string[]
  /** Signs of alteration in its bank documents. */
  signals?: readonly SignalFacts[]
  /** What several sources tell of the same days. */
  sources?: SourceFacts
  /** Groups of the merchants that the rows name, by slug. */
  merchantGroups?: readonly { id: string; groups: readonly string[] }[]
  /** What people said of anomalies that were found before. */
  anomalyNotes?: readonly AnomalyNote[]
  /** What was tried on the settings (`simulate`); links to rows repeat it. */
  simulate?: string | null
  /** The earlier revenue formula that was asked for; links to rows repeat it. */
  revenueFormulaVersion?: number | null
  /** Only these accounts, whether or not they are included by default; null = the included ones. */
  accountIds?: readonly string[] | null
  /** The day of the computation, for staleness only. */
  today?: PlainDate | null
}

/** An account that takes part, with its days. */
export interface LedgerAccount {
  account: Account
  periods: CoveredPeriod[]
  coverage: Coverage
  balances: DayBalances
}

/** What every metric and report reads. */
export interface Ledger {
  submissionId: string
  /** What was asked for against the defaults, as query parameters; a link to rows repeats it. */
  queryParameters: Readonly<Record<string, string | null>>
  asOf: PlainDate | null
  today: PlainDate | null
  currency: string
  /** Currencies that were left out although nobody asked for one (formulas C13). */
  otherCurrencies: string[]
  settings: AnalyticsSettings
  company: CompanyFacts
  positions: readonly Position[]
  streams: readonly Stream[]
  documentAuthenticity: number | null
  missingAccounts: readonly MissingAccount[] | null
  documents: readonly DocumentFacts[]
  documentClasses: readonly string[]
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
  /** Every row that came, counted or not, with what the columns do not hold of it. */
  table: RowTable
  /** First and last day with coverage or a row; `lastDay < firstDay` when there is nothing. */
  firstDay: number
  lastDay: number
  /** Consolidated end-of-day balances over `firstDay` to `lastDay`. */
  days: DaySeries
  months: LedgerMonth[]
  /** Results that several metrics share, by key. */
  memo: Map<string, unknown>
}

/**
 * The ledger of a submission. Pending rows, duplicates, rows after `asOf`, rows of other currencies
 * and of accounts that are not included leave here and nowhere else (formulas C6, C10 to C13).
 * An empty submission gives an empty ledger.
 */
export function buildLedger(input: LedgerInput): Ledger {
  const table = toRowTable(input.transactions)
  const accounts = takePart(input, table)
  const { currencies, lastDay: lastRowDay } = countRows(table, accounts)
  const currency = input.currency ?? reportingCurrency(input.settings, currencies)
  const asOf = input.asOf ?? lastDate(input, accounts, lastRowDay)
  const columns = toColumns(table, { accounts, currency, asOf }, input.settings)
  const ledgerAccounts = withDays(input, { accounts, currency, asOf, columns })
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
    today: input.today ?? null,
    currency,
    otherCurrencies:
      input.currency === null ? currencies.filter((each) => each !== currency).sort() : [],
    settings: input.settings,
    company: input.company,
    positions: input.positions,
    streams: input.streams,
    documentAuthenticity: input.documentAuthenticity,
    missingAccounts: input.missingAccounts ?? null,
    documents: input.documents ?? [],
    documentClasses: input.documentClasses ?? [],
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
  }
}

/** The sums of a scope; one pass over its rows, once per ledger. */
export function getTally(ledger: Ledger, scope: Scope): Tally {
  const key = `tally:${scope.startDay}:${scope.endDay}:${scope.account ?? ''}`
  return remember(ledger, key, () => tallyRows(ledger.columns, scope))
}

/** The result of `make`, computed once per ledger and key. */
export function remember<T>(ledger: Ledger, key: string, make: () => T): T {
  if (!ledger.memo.has(key)) ledger.memo.set(key, make())
  return ledger.memo.get(key) as T
}

/** From where to where date ranges are counted. */
export function getWindowBounds(ledger: Ledger): WindowBounds {
  const isEmpty = ledger.lastDay < ledger.firstDay
  return { firstDate: isEmpty ? null : dateOfDay(ledger.firstDay), asOf: ledger.asOf }
}

function toRowTable(transactions: LedgerInput['transactions']): RowTable {
  return 'labels' in transactions ? transactions : packRows(transactions)
}

/** An account that no list names still counts: money must not vanish because a row came alone. */
function takePart(input: LedgerInput, table: RowTable): Selection['accounts'] {
  const wantedIds = input.accountIds ?? null
  const isWanted = (account: Account): boolean =>
    wantedIds === null ? account.isIncluded : wantedIds.includes(account.id)
  const listed = new Set(input.accounts.map(({ id }) => id))
  const taken = new Map(input.accounts.filter(isWanted).map((each) => [each.id, each]))
  for (const { accountId, currency } of table.labels) {
    if (listed.has(accountId) || taken.has(accountId)) continue
    const unlisted = unlistedAccount(accountId, currency)
    if (isWanted(unlisted)) taken.set(accountId, unlisted)
  }
  return taken
}

function unlistedAccount(id: string, currency: string): Account {
  const unknown = { name: '', institutionName: null, last4: null, type: 'other' }
  return { id, ...unknown, currency, isIncluded: true }
}

/** The last day of a period or of a row of these accounts. */
function lastDate(
  input: LedgerInput,
  accounts: Selection['accounts'],
  lastRowDay: number | null,
): PlainDate | null {
  let last: PlainDate | null = lastRowDay === null ? null : dateOfDay(lastRowDay)
  for (const { accountId, endDate } of input.periods) {
    if (accounts.has(accountId) && (last === null || endDate > last)) last = endDate
  }
  return last
}

function withDays(
  input: LedgerInput,
  { columns, ...facts }: Selection & { columns: Columns },
): LedgerAccount[] {
  const days = daysOfAccounts(columns, facts.accounts.size)
  return [...facts.accounts.values()].map((account, index) => {
    const isOurs = account.currency === facts.currency || days[index]!.size > 0
    const own = isOurs ? input.periods.filter(({ accountId }) => accountId === account.id) : []
    const periods = own.length > 0 ? clip(own, facts.asOf) : inferred(account.id, days[index]!)
    const coverage = buildCoverage(periods)
    return { account, periods, coverage, balances: toDayBalances(periods, coverage, days[index]!) }
  })
}

/** A period that runs past `asOf` ends there, and its closing balance is not known yet. */
function clip(periods: readonly CoveredPeriod[], asOf: PlainDate | null): CoveredPeriod[] {
  if (asOf === null) return [...periods]
  return periods
    .filter(({ startDate }) => startDate <= asOf)
    .map((period) => (period.endDate <= asOf ? period : clipOne(period, asOf)))
}

function clipOne(period: CoveredPeriod, asOf: PlainDate): CoveredPeriod {
  const dailyBalances = period.dailyBalances.filter(({ date }) => date <= asOf)
  return { ...period, endDate: asOf, closingBalance: null, dailyBalances }
}

/** Formulas G1: without a printed period the first and the last row stand in. */
function inferred(accountId: string, days: ReadonlyMap<number, DayRows>): CoveredPeriod[] {
  if (days.size === 0) return []
  const known = [...days.keys()]
  const [startDay, endDay] = [known[0]!, known.at(-1)!]
  return [
    {
      accountId,
      documentId: null,
      statementId: null,
      startDate: dateOfDay(startDay),
      endDate: dateOfDay(endDay),
      isInferred: true,
      openingBalance: null,
      closingBalance: null,
      reconciliationStatus: 'unverifiable',
      dailyBalances: [],
    },
  ]
}

function findDayRange(accounts: readonly LedgerAccount[], columns: Columns): [number, number] {
  const ranges = accounts.flatMap(({ coverage }) => coverage.ranges)
  const firstRow = columns.size > 0 ? columns.day[0]! : Infinity
  const lastRow = columns.size > 0 ? columns.day[columns.size - 1]! : -Infinity
  const firstDay = Math.min(firstRow, ...ranges.map(({ startDay }) => startDay))
  const lastDay = Math.max(lastRow, ...ranges.map(({ endDay }) => endDay))
  return Number.isFinite(firstDay) ? [firstDay, lastDay] : [dayNumber('1970-01-01'), -1]
}
