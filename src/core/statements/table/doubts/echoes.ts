import type { Cents } from '../../../values/money.ts'
import type { ReadLine } from '../../print/read-line.ts'
import { sumsOf } from '../../reconcile.ts'
import { isOneSlip } from '../../repair.ts'
import type { Doubt, Statement } from '../../statement.ts'
import type { Gathered } from '../gather/gathered.ts'

/** Smaller figures resemble each other by chance: $100.00. */
const LEAST_CENTS = 10_000
/** More differing figures than this are named no further. */
const MAX_ECHOES = 5

/**
 * Figures outside the tables that are one slip of a digit off what the statement stands on: its
 * balances, the sums of its rows and of its tables. Such a figure repeats one of them and was
 * misprinted, misread or altered, whatever the words beside it.
 */
export function disagreeingEchoes(
  lines: readonly ReadLine[],
  gathered: Gathered,
  statement: Statement,
): Doubt[] {
  const known = knownFigures(statement)
  const printed = new Set(
    [...statement.rows, ...statement.rows.map(({ balance }) => ({ amount: balance ?? 0 }))].map(
      ({ amount }) => Math.abs(amount),
    ),
  )
  for (const { balance } of statement.dailyBalances) printed.add(Math.abs(balance))
  const inRows = new Set(gathered.rows.flatMap((row) => row.lines))
  const labelled = new Set(gathered.figures.map(({ line }) => lines[line]))
  const echoes = lines
    .filter((line) => !inRows.has(line) && (line.dates.length === 0 || labelled.has(line)))
    .flatMap(({ page, amounts }) => amounts.map(({ cents }) => ({ page, cents })))
    .flatMap(({ page, cents }) => {
      if (cents < LEAST_CENTS || known.has(cents) || printed.has(cents)) return []
      const meant = [...known].find((figure) => isOneSlip(cents, figure))
      return meant === undefined ? [] : [echoDoubt(page, cents, meant)]
    })
  return echoes.slice(0, MAX_ECHOES)
}

function echoDoubt(page: number, cents: Cents, meant: Cents): Doubt {
  const [printed, figure] = [cents, meant].map((each) => (each / 100).toFixed(2))
  return {
    code: 'figure_disagrees',
    message: `Page ${page} prints ${printed} where ${figure} would agree with the rest.`,
  }
}

function knownFigures(statement: Statement): Set<Cents> {
  const { openingBalance, closingBalance, sections, rows } = statement
  const { credits, debits } = sumsOf(rows.filter(({ isPending }) => !isPending))
  const figures = [
    openingBalance ?? 0,
    closingBalance ?? 0,
    credits,
    debits,
    ...sections.map(({ parsedTotal }) => parsedTotal),
  ]
  return new Set(figures.map((cents) => Math.abs(cents)).filter((cents) => cents >= LEAST_CENTS))
}
