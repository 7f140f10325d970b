import type { Account } from '../../values/account.ts'
import { getExponent } from '../../values/money.ts'
import { dateOfDay, dayNumber, type PlainDate } from '../../values/dates.ts'
import type { AnalyticsSettings } from '../settings.ts'
import type { RowTable } from './rows/row-table.ts'

/** What a ledger is about. */
export interface Selection {
  accounts: ReadonlyMap<string, Account>
  currency: string
  /** Null when there is nothing. */
  asOf: PlainDate | null
}

const DEFAULT_CURRENCY = 'USD'

/** The row of the latest day. */
export interface LastRow {
  date: PlainDate
  accountId: string
}

/**
 * Currencies of the rows that could count, the one with most money first, those that are only
 * assumed last, and never none, and the last such row. Without rates amounts are compared as they
 * stand, in major units.
 */
export function countRows(
  table: RowTable,
  accounts: Selection['accounts'],
): { currencies: string[]; lastRow: LastRow | null } {
  const couldCount = table.labels.map(
    ({ accountId, isPending, isDuplicate }) =>
      accounts.has(accountId) && !isPending && !isDuplicate,
  )
  const sums = new Map<string, number>()
  const byLabel = new Float64Array(table.labels.length).fill(-1)
  for (let row = 0; row < table.size; row += 1) {
    const label = table.label[row]!
    byLabel[label] = Math.max(0, byLabel[label]!) + Math.abs(table.amount[row]!)
  }
  table.labels.forEach(({ currency }, label) => {
    if (!couldCount[label] || byLabel[label]! < 0) return
    const major = byLabel[label]! / 10 ** getExponent(currency)
    sums.set(currency, (sums.get(currency) ?? 0) + major)
  })
  const [assumed = [], known = []] = [true, false].map((isAssumed) =>
    [...accounts.values()]
      .filter(({ isCurrencyAssumed = false }) => isCurrencyAssumed === isAssumed)
      .map(({ currency }) => currency),
  )
  const isGuess = (currency: string): number =>
    Number(assumed.includes(currency) && !known.includes(currency))
  const bySum = [...sums].sort(
    ([a, left], [b, right]) => isGuess(a) - isGuess(b) || right - left || (a < b ? -1 : 1),
  )
  const currencies = bySum.map(([currency]) => currency)
  const last = table.label.findLastIndex((label) => couldCount[label]!)
  return {
    currencies: currencies.length > 0 ? currencies : [firstCurrency(accounts)],
    lastRow:
      last < 0
        ? null
        : {
            date: dateOfDay(table.day[last]!),
            accountId: table.labels[table.label[last]!]!.accountId,
          },
  }
}

function firstCurrency(accounts: Selection['accounts']): string {
  return accounts.values().next().value?.currency ?? DEFAULT_CURRENCY
}

/** The tenant's own currency where there are rows in it; else that of most money. */
export function reportingCurrency(
  { reportingCurrency: own }: AnalyticsSettings,
  currencies: readonly string[],
): string {
  return currencies.find((each) => each === own) ?? currencies[0]!
}

/** Places in the table of the rows that count, in its order (formulas C6, C10 to C13). */
export function countedRows(table: RowTable, { accounts, currency, asOf }: Selection): Uint32Array {
  const isCounted = table.labels.map(
    (label) =>
      !label.isPending &&
      !(label.override?.isDuplicate ?? label.isDuplicate) &&
      label.currency === currency &&
      accounts.has(label.accountId),
  )
  const lastDay = asOf === null ? Infinity : dayNumber(asOf)
  const places = new Uint32Array(table.size)
  let count = 0
  for (let row = 0; row < table.size && table.day[row]! <= lastDay; row += 1) {
    if (isCounted[table.label[row]!]) places[count++] = row
  }
  return places.subarray(0, count)
}
