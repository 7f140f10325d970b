import {
  computeTrueRevenue,
  findPayer,
  getConcentration,
  identifiedRows,
} from '../figures/revenue-figures.ts'
import { fullMonths } from '../figures/monthly.ts'
import type { Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { selectRows } from '../ledger/rows/select.ts'
import {
  countedShare,
  monthly,
  over,
  trueParts,
  type Basis,
  type FindParts,
  type Part,
} from '../metric/basis.ts'
import type { FindEvidence } from '../metric/evidence.ts'
import type { Scope } from '../window.ts'

const YEAR = 12

/** What of each deposit is no revenue: all of it, or what a cap took off. */
export function excludedParts(ledger: Ledger, scope: Scope): Part[] {
  const { kinds, revenue, amount } = ledger.columns
  const rows = selectRows(
    ledger,
    scope,
    (row) => ((kinds[row]! >>> KIND.deposit) & 1) === 1 && revenue[row]! < amount[row]!,
  )
  return [{ rows, factor: (row) => 1 - revenue[row]! / amount[row]! }]
}

export function lowestMonthParts(ledger: Ledger, window: Scope): Part[] {
  const account = window.account ?? null
  const months = fullMonths(ledger, window).map(({ startDay, endDay, month }) => {
    const scope = { startDay, endDay, account }
    return { scope, month, value: computeTrueRevenue(ledger, scope) }
  })
  const [lowest] = months.toSorted((a, b) => a.value - b.value)
  if (lowest === undefined) return []
  const { scope, month } = lowest
  return trueParts(ledger, scope, {}).map((part) => ({ ...part, month }))
}

/** The last twelve full months where there are as many, else the monthly mean twelve times. */
export function annualParts(ledger: Ledger, window: Scope): Part[] {
  const all = { ...window, startDay: ledger.firstDay }
  const year = fullMonths(ledger, all).slice(-YEAR)
  if (year.length < YEAR) return monthly(trueParts, YEAR)(ledger, window, {})
  const account = window.account ?? null
  return year.flatMap(({ startDay, endDay, month }) =>
    trueParts(ledger, { startDay, endDay, account }, {}).map((part) => ({ ...part, month })),
  )
}

/** The months that grew over those that they are measured by. */
export function growthParts({ span, lag }: { span: number; lag: number }): FindParts {
  return (ledger, window) => {
    const last = fullMonths(ledger, window).at(-1)
    if (last === undefined) return []
    const account = window.account ?? null
    const lastPlace = ledger.months.indexOf(last)
    return ledger.months.flatMap(({ startDay, endDay, month }, place) => {
      const back = lastPlace - place
      const side = back < span ? 'numerator' : 'denominator'
      const isUsed = (back >= 0 && back < span) || (back >= lag && back < lag + span)
      if (!isUsed) return []
      const parts = trueParts(ledger, { startDay, endDay, account }, {})
      return parts.map((part): Part => ({ ...part, month, side }))
    })
  }
}

/** Rows of revenue by payer, the largest payer first. */
export function partiesOf(find: FindEvidence): FindParts {
  return (ledger, scope, parameters) => {
    const places = new Map(
      getConcentration(ledger, scope).sources.map(({ name }, place) => [name, place]),
    )
    const rows = find(ledger, scope, parameters) as readonly number[]
    const named = rows.filter((row) => places.has(findPayer(ledger, row) ?? ''))
    return [...Map.groupBy(named, (row) => findPayer(ledger, row)!)]
      .toSorted(([a], [b]) => places.get(a)! - places.get(b)!)
      .map(([party, own]) => ({ rows: own, factor: countedShare(ledger), party }))
  }
}

const identifiedParts: FindParts = partiesOf(identifiedRows)

/** The first few payers over all that are identified. */
function shareOf(count: number): Basis {
  return over((...given) => identifiedParts(...given).slice(0, count), identifiedParts)
}

/** The shares of R12. */
export const CONCENTRATION_BASES: Record<'top1' | 'top5' | 'hhi', Basis> = {
  top1: shareOf(1),
  top5: shareOf(5),
  hhi: { method: 'share_squares', parts: identifiedParts },
}
