import { dateOfDay } from '../../values/dates.ts'
import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { TAXONOMY_VERSION } from '../../values/categories.ts'
import type { CompanyFacts } from '../../values/account.ts'
import { listEvidence } from '../metric/evidence.ts'
import { remember, type Ledger } from '../ledger.ts'
import { indexRows } from '../ledger/rows/row-index.ts'
import { ALL_DAYS, selectByLabel, getPrimarySlug } from '../ledger/rows/select.ts'
import { computeMetric, roundValue, type Metric, type MetricScalar } from '../metric.ts'
import type { Behind } from '../metric/parts.ts'
import { METRICS } from '../metrics/index.ts'
import { FORMULA_VERSION } from '../report.ts'
import type { AnalyticsSettings } from '../settings.ts'

/** What the numbers of a deal rested on. */
export interface Basis {
  formulaVersion: string
  taxonomyVersion: string
  currency: string
  settings: AnalyticsSettings
  company: CompanyFacts
  /** Bank documents with the days they cover; rows that came without one are under null. */
  documents: { id: string | null; startDate: PlainDate; endDate: PlainDate; statuses: string[] }[]
  /** Documents that are no bank statements. */
  papers: string[]
  accounts: string[]
  positions: { id: string; name: string; status: string; remaining: Cents | null }[]
  rows: number
  corrected: number
  /** Rows and cents by category. */
  categories: Record<string, [rows: number, cents: Cents]>
}

/** A metric as it was, with the rows behind it by document. */
export interface KeptMetric {
  value: MetricScalar | null
  status: string
  /** Why it is null or weak; versions of before 2026-11-21 do not have it. */
  reasons?: string[]
  start: PlainDate | null
  end: PlainDate | null
  /** Place of the document in the basis (-1: none), rows and cents. */
  rows: [document: number, rows: number, cents: Cents][]
}

/** The numbers of a deal at one time, and their basis. */
export interface VersionBody {
  basis: Basis
  metrics: Record<string, KeptMetric>
}

/** How old the data is follows from the calendar, so it makes no version. */
const LEFT_OUT: readonly string[] = ['staleness_days']

/** Every metric that needs no parameter over its own date range, and what it rests on. */
export function buildVersion(ledger: Ledger): VersionBody {
  const documents = listDocuments(ledger)
  const findPlace = documentPlaces(ledger, documents)
  const kept = METRICS.filter(isKept).map((metric) => {
    const count = (behind: Behind): KeptMetric['rows'] =>
      byDocument(ledger, placesBehind(ledger, behind), findPlace)
    return [metric.name, keep(ledger, metric, count)] as const
  })
  return {
    basis: {
      formulaVersion: FORMULA_VERSION,
      taxonomyVersion: TAXONOMY_VERSION,
      currency: ledger.currency,
      settings: ledger.settings,
      company: ledger.company,
      documents,
      papers: ledger.documents.map(({ id }) => id),
      accounts: ledger.accounts.map(({ account }) => account.id),
      positions: ledger.positions.map(({ id, funderName, status, remainingBalance }) => ({
        id,
        name: funderName,
        status,
        remaining: remainingBalance?.mid ?? null,
      })),
      rows: ledger.columns.size,
      corrected: selectByLabel(ledger, ALL_DAYS, ({ override }) => override !== null).length,
      categories: sumByCategory(ledger),
    },
    metrics: Object.fromEntries(kept),
  }
}

function isKept({ name, unit, parameters }: Metric): boolean {
  return (
    unit !== 'array' && !LEFT_OUT.includes(name) && !parameters.some(({ isRequired }) => isRequired)
  )
}

function keep(
  ledger: Ledger,
  metric: Metric,
  count: (behind: Behind) => KeptMetric['rows'],
): KeptMetric {
  const { exact, status, reasons, window } = computeMetric(ledger, metric)
  return {
    value: roundValue(exact as MetricScalar | null, metric, ledger.currency),
    status,
    reasons,
    start: window.startDate,
    end: window.endDate,
    rows: count(listEvidence(metric, ledger, { window })),
  }
}

function listDocuments(ledger: Ledger): Basis['documents'] {
  const periods = ledger.accounts.flatMap((account) => account.periods)
  const groups = Map.groupBy(periods, ({ documentId }) => documentId)
  return [...groups].map(([id, own]) => ({
    id,
    startDate: own.reduce(
      (first, { startDate }) => (startDate < first ? startDate : first),
      own[0]!.startDate,
    ),
    endDate: own.reduce((last, { endDate }) => (endDate > last ? endDate : last), own[0]!.endDate),
    statuses: own.map(({ reconciliationStatus }) => reconciliationStatus),
  }))
}

/** The document whose statement covers a row of the table, as its place in the basis; else -1. */
function documentPlaces(
  { accounts, table }: Ledger,
  documents: Basis['documents'],
): (row: number) => number {
  const places = new Map(documents.map(({ id }, place) => [id, place]))
  const periodsByAccount = new Map(accounts.map(({ account, periods }) => [account.id, periods]))
  return (row) => {
    const periods = periodsByAccount.get(table.labels[table.label[row]!]!.accountId) ?? []
    const date = dateOfDay(table.day[row]!)
    const period = periods.find(({ startDate, endDate }) => startDate <= date && date <= endDate)
    return period ? places.get(period.documentId)! : -1
  }
}

function byDocument(
  { table }: Ledger,
  rows: readonly number[],
  findPlace: (row: number) => number,
): KeptMetric['rows'] {
  const totals = new Map<number, [number, Cents]>()
  for (const row of rows) {
    const total = totals.get(findPlace(row)) ?? [0, 0]
    totals.set(findPlace(row), [total[0] + 1, total[1] + table.amount[row]!])
  }
  return [...totals]
    .map(([place, [count, cents]]): KeptMetric['rows'][number] => [place, count, cents])
    .sort(([a], [b]) => a - b)
}

/**
 * The places in the table of what is behind a number. A position may rest on rows of an account
 * that is not included, which the columns do not have and the table has.
 */
function placesBehind(ledger: Ledger, behind: Behind): number[] {
  const { columns, table } = ledger
  const findAny = (id: string): number | null =>
    remember(ledger, 'places by id', () =>
      indexRows(
        table.id,
        Uint32Array.from({ length: table.size }, (_, place) => place),
      ),
    ).find(id)
  return behind.flatMap((each) =>
    typeof each === 'number' ? columns.place[each]! : (findAny(each) ?? []),
  )
}

function sumByCategory({ columns, table }: Ledger): Basis['categories'] {
  const totals: Basis['categories'] = {}
  const slugs = table.labels.map(getPrimarySlug)
  for (let row = 0; row < columns.size; row += 1) {
    const total = (totals[slugs[columns.label[row]!]!] ??= [0, 0])
    total[0] += 1
    total[1] += columns.amount[row]!
  }
  return totals
}
