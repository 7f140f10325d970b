import { categoryMask } from '../figures/cashflow.ts'
import { listPieces } from '../figures/monthly.ts'
import { coveredDays } from '../figures/quality.ts'
import type { Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { revenueRows, rowsOfKind, type FindEvidence } from './evidence.ts'
import type { Basis, FindParts, Method, Part, Side } from './parts.ts'
import { selectRows } from '../ledger/rows/select.ts'

/** Rows that enter with one factor. */
export function each(find: FindEvidence, method: Method = 'sum', factor = 1): Basis {
  return { method, parts: plainParts(find, factor) }
}

/** The parts of rows that enter with one factor. */
export function plainParts(find: FindEvidence, factor = 1): FindParts {
  return (ledger, scope, parameters) => [{ rows: find(ledger, scope, parameters), factor }]
}

/** Both sides of a ratio. */
export function over(
  numerator: FindParts,
  denominator: FindParts,
  method: Method = 'ratio',
): Basis {
  const side = (find: FindParts, own: Side): FindParts => {
    return (...given) => find(...given).map((part) => ({ ...part, side: own }))
  }
  const [above, below] = [side(numerator, 'numerator'), side(denominator, 'denominator')]
  return { method, parts: (...given) => [...above(...given), ...below(...given)] }
}

/** The parts of each full month over their number, or of the whole scaled to a mean month (R7). */
export function monthly(find: FindParts, times = 1): FindParts {
  return (ledger, scope, parameters) =>
    listPieces(ledger, scope).flatMap(({ piece, weight, month }) =>
      find(ledger, piece, parameters).map((part) => ({
        ...part,
        month,
        factor: multiply(part.factor, weight * times),
      })),
    )
}

/** The parts of each full month as they are. */
export function byMonth(find: FindParts): FindParts {
  return (ledger, scope, parameters) =>
    listPieces(ledger, scope)
      .filter(({ month }) => month !== null)
      .flatMap(({ piece, month }) =>
        find(ledger, piece, parameters).map((part) => ({ ...part, month })),
      )
}

/** The parts over the covered days. */
export function perDay(find: FindParts): FindParts {
  return (ledger, scope, parameters) => {
    const days = coveredDays(ledger, scope)
    return find(ledger, scope, parameters).map((part) => ({
      ...part,
      factor: multiply(part.factor, days === 0 ? 0 : 1 / days),
    }))
  }
}

function multiply(factor: Part['factor'], weight: number): Part['factor'] {
  return typeof factor === 'number' ? factor * weight : (row) => factor(row) * weight
}

/** Rows of revenue, each with what of it counts after the cap of large deposits. */
export const grossParts: FindParts = (ledger, scope, parameters) => [
  { rows: revenueRows(ledger, scope, parameters), factor: countedShare(ledger) },
]

/** Revenue and what is taken off it. */
export const trueParts: FindParts = (ledger, scope, parameters) => [
  ...grossParts(ledger, scope, parameters),
  { rows: rowsOfKind(KIND.contra)(ledger, scope, parameters), factor: 1 },
]

/** What of each revenue row counts: all of it without a cap. */
export function countedShare(ledger: Ledger): Part['factor'] {
  const { amount, revenue } = ledger.columns
  if (ledger.settings.revenueFormula.largeDepositCapMultiple === null) return 1
  return (row) => revenue[row]! / amount[row]!
}

/** Rows in which money left, of these leaves or roots. */
export function selectOutflows(...slugs: string[]): FindEvidence {
  const wanted = categoryMask(slugs)
  return (ledger, scope) => {
    const { category, amount } = ledger.columns
    return selectRows(ledger, scope, (row) => wanted[category[row]!] === 1 && amount[row]! < 0)
  }
}

/** Every row with its size, whatever its sign. */
export function sizeParts(find: FindEvidence): FindParts {
  return (ledger, scope, parameters) => [
    {
      rows: find(ledger, scope, parameters),
      factor: (row) => Math.sign(ledger.columns.amount[row]!),
    },
  ]
}

/** The balances of the days of a window. */
export function daysBy(method: Method, parts?: FindParts): Basis {
  return { method, days: (_, scope) => scope, ...(parts === undefined ? {} : { parts }) }
}
