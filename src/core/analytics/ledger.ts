import type { Account, CompanyFacts, CoveredPeriod, MissingAccount } from '../values/account.ts'
import { dateOfDay, dayNumber, type PlainDate } from '../values/dates.ts'
import type { Position, Stream } from '../values/position.ts'
import type { EnrichedTransaction } from '../values/transaction.ts'
import type { AnomalyNote } from './anomalies/note.ts'
import type { DocumentFacts, SignalFacts, SourceFacts } from './documents.ts'
import { toColumns, type Columns } from './ledger/columns.ts'
import { coverageOf, type Coverage } from './ledger/coverage.ts'
import { addToDay, toDayBalances, type DayBalances, type DayRows } from './ledger/day-balances.ts'
import { consolidate, monthsOf, type DaySeries, type LedgerMonth } from './ledger/days.ts'
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
  /** Within a day in the order of the bank; days in any order. */
  transactions: readonly EnrichedTransaction[]
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
  asked: Readonly<Record<string, string | null>>
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
  rows: EnrichedTransaction[]
  columns: Columns
  /** First and last day with coverage or a row; `lastDay < firstDay` when there is nothing. */
  firstDay: number
  lastDay: number
  /** Consolidated end-of-day balances over `firstDay` to `lastDay`. */
  days: DaySeries
  months: LedgerMonth[]
  /** Results that several metrics share, by key. */
  memo: Map<string, unknown>
}

const DEFAULT_CURRENCY = 'USD'

/**
 * The ledger of a submission. Pending rows, duplicates, rows after `asOf`, rows of other currencies
 * and of accounts that are not included leave here and nowhere else (formulas C6, C10 to C13).
 * An empty submission gives an empty ledger.
 */
export function buildLedger(input: LedgerInput): Ledger {
  const accounts = takePart(input)
  const currencies = currenciesOf(input, accounts)
  const currency = input.currency ?? reportingCurrency(input, currencies)
  const asOf = input.asOf ?? lastDate(input, accounts)
  const rows = countedRows(input, { accounts, currency, asOf })
  const numbers = new Map([...accounts.keys()].map((id, index) => [id, index]))
  const columns = toColumns(rows, (row) => numbers.get(row.accountId)!, input.settings)
  const ledgerAccounts = withDays(input, { accounts, currency, asOf, rows, columns })
  const [firstDay, lastDay] = spanOf(ledgerAccounts, columns)
  const days = consolidate(ledgerAccounts, { firstDay, lastDay })
  return {
    submissionId: input.submissionId,
    asked: {
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
    hasOverrides: rows.some((row) => row.override !== null),
    accounts: ledgerAccounts,
    rows,
    columns,
    firstDay,
    lastDay,
    days,
    months: monthsOf(ledgerAccounts, firstDay, lastDay),
    memo: new Map(),
  }
}

/** The sums of a scope; one pass over its rows, once per ledger. */
export function tallyOf(ledger: Ledger, scope: Scope): Tally {
  const key = `tally:${scope.startDay}:${scope.endDay}:${scope.account ?? ''}`
  return remember(ledger, key, () => tallyRows(ledger.columns, scope))
}

/** The result of `make`, computed once per ledger and key. */
export function remember<T>(ledger: Ledger, key: string, make: () => T): T {
  if (!ledger.memo.has(key)) ledger.memo.set(key, make())
  return ledger.memo.get(key) as T
}

/** From where to where date ranges are counted. */
export function boundsOf(ledger: Ledger): WindowBounds {
  const isEmpty = ledger.lastDay < ledger.firstDay
  return { firstDate: isEmpty ? null : dateOfDay(ledger.firstDay), asOf: ledger.asOf }
}

type Accounts = Map<string, Account>

/** An account that no list names still counts: money must not vanish because a row came alone. */
function takePart(input: LedgerInput): Accounts {
  const asked = input.accountIds ?? null
  const isWanted = (account: Account): boolean =>
    asked === null ? account.isIncluded : asked.includes(account.id)
  const listed = new Set(input.accounts.map(({ id }) => id))
  const taken: Accounts = new Map(input.accounts.filter(isWanted).map((each) => [each.id, each]))
  for (const { accountId, currency } of input.transactions) {
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

/** Currencies of the rows that could count, the commonest first; never empty. */
function currenciesOf(input: LedgerInput, accounts: Accounts): string[] {
  const counts = new Map<string, number>()
  for (const row of input.transactions) {
    if (!accounts.has(row.accountId) || row.isPending || row.isDuplicate) continue
    counts.set(row.currency, (counts.get(row.currency) ?? 0) + 1)
  }
  const byCount = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
  if (byCount.length > 0) return byCount.map(([currency]) => currency)
  return [[...accounts.values()][0]?.currency ?? DEFAULT_CURRENCY]
}

/** The tenant's own currency where there are rows in it; else that of most rows. */
function reportingCurrency({ settings }: LedgerInput, currencies: readonly string[]): string {
  return currencies.find((each) => each === settings.reportingCurrency) ?? currencies[0]!
}

function lastDate(input: LedgerInput, accounts: Accounts): PlainDate | null {
  let last: PlainDate | null = null
  for (const { accountId, endDate } of input.periods) {
    if (accounts.has(accountId) && (last === null || endDate > last)) last = endDate
  }
  for (const row of input.transactions) {
    if (!accounts.has(row.accountId) || row.isPending || row.isDuplicate) continue
    if (last === null || row.date > last) last = row.date
  }
  return last
}

interface Selection {
  accounts: Accounts
  currency: string
  asOf: PlainDate | null
}

function countedRows(input: LedgerInput, selection: Selection): EnrichedTransaction[] {
  const { accounts, currency, asOf } = selection
  const counted = input.transactions.filter(
    (row) =>
      !row.isPending &&
      !(row.override?.isDuplicate ?? row.isDuplicate) &&
      row.currency === currency &&
      accounts.has(row.accountId) &&
      (asOf === null || row.date <= asOf),
  )
  const isSorted = counted.every(({ date }, at) => at === 0 || counted[at - 1]!.date <= date)
  if (isSorted) return counted
  return counted.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

function withDays(
  input: LedgerInput,
  facts: Selection & { rows: EnrichedTransaction[]; columns: Columns },
): LedgerAccount[] {
  const days = [...facts.accounts].map(() => new Map<number, DayRows>())
  facts.rows.forEach((row, index) => {
    addToDay(days[facts.columns.account[index]!]!, facts.columns.day[index]!, row)
  })
  return [...facts.accounts.values()].map((account, index) => {
    const isOurs = account.currency === facts.currency || days[index]!.size > 0
    const own = isOurs ? input.periods.filter(({ accountId }) => accountId === account.id) : []
    const periods = own.length > 0 ? clip(own, facts.asOf) : inferred(account.id, days[index]!)
    const coverage = coverageOf(periods)
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

function spanOf(accounts: readonly LedgerAccount[], columns: Columns): [number, number] {
  const ranges = accounts.flatMap(({ coverage }) => coverage.ranges)
  const firstRow = columns.size > 0 ? columns.day[0]! : Infinity
  const lastRow = columns.size > 0 ? columns.day[columns.size - 1]! : -Infinity
  const firstDay = Math.min(firstRow, ...ranges.map(({ startDay }) => startDay))
  const lastDay = Math.max(lastRow, ...ranges.map(({ endDay }) => endDay))
  return Number.isFinite(firstDay) ? [firstDay, lastDay] : [dayNumber('1970-01-01'), -1]
}
