import type { Cents } from '../../../values/money.ts'
import { isRunning } from '../../page-text.ts'
import type { ReadLine } from '../../print/read-line.ts'
import { balanceSign, sumRows } from '../../reconcile/reconcile.ts'
import { formatCents, isOneSlip } from '../../reconcile/repair.ts'
import type { Doubt, Statement, StatementRow } from '../../statement.ts'
import type { AccountReading } from './account-reading.ts'

/** Smaller figures resemble each other by chance: $100.00. */
const LEAST_CENTS = 10_000
/** Round amounts have few significant digits. */
const ROUND_CENTS = 10_000
/** Further differing figures are not listed. */
const MAX_ECHOES = 5

/** An amount that stands outside of tables. */
export interface LooseFigure {
  page: number
  cents: Cents
}

/** The amounts of a document that are no row, balance or sum of its accounts. */
export function looseFigures(
  readings: readonly AccountReading[],
  documentLines: readonly ReadLine[],
): LooseFigure[] {
  const inRows = new Set(readings.flatMap(({ tables }) => tables.rows.flatMap((row) => row.lines)))
  const labelled = new Set(
    readings.flatMap(({ tables, lines }) => tables.figures.map(({ line }) => lines[line])),
  )
  const known = new Set(
    readings.flatMap(({ statement }) => [...heldFigures(statement), ...standingFigures(statement)]),
  )
  for (const { tables } of readings)
    for (const { label, cents } of tables.figures)
      if (label === 'averageBalance') known.add(Math.abs(cents))
  const rows = readings.flatMap(({ statement }) => statement.rows)
  return documentLines
    .filter((line) => !inRows.has(line) && (line.dates.length === 0 || labelled.has(line)))
    .filter((line) => !isNetOfRows(line, rows))
    .flatMap(({ page, amounts, text }) =>
      amounts.filter(({ cents }) => !isTerm(text, cents)).map(({ cents }) => ({ page, cents })),
    )
    .filter(({ cents }) => cents >= LEAST_CENTS && !known.has(cents))
}

/** A round figure in running text is a term of the account: `a daily balance of $2,000.00`. */
function isTerm(text: string, cents: Cents): boolean {
  return cents % ROUND_CENTS === 0 && isRunning(text)
}

/** Whether a line's only amount is what the last rows above it on its page come to. */
function isNetOfRows({ page, y0, amounts }: ReadLine, rows: readonly StatementRow[]): boolean {
  const [amount, second] = amounts
  if (!amount || second) return false
  const above = rows.filter((row) => row.page === page && row.box !== null && row.box[1] < y0)
  let net = 0
  return above.toReversed().some((row, at) => {
    net += row.amount
    return at > 0 && Math.abs(net) === amount.cents
  })
}

/**
 * Loose figures that differ in one digit from a balance of the statement or from a sum of its rows
 * or tables. Such a figure repeats one of them and was misprinted, misread or altered, whatever the
 * words next to it.
 */
export function disagreeingEchoes(figures: readonly LooseFigure[], statement: Statement): Doubt[] {
  const standing = standingFigures(statement).filter((cents) => cents >= LEAST_CENTS)
  const printed = new Set(figures.map(({ cents }) => cents))
  const echoes = figures.flatMap(({ page, cents }) => {
    // What is available is a balance and a limit that is printed too.
    const meant = standing.find(
      (figure) =>
        isOneSlip(cents, figure) && !isRound(cents, figure) && !printed.has(cents - figure),
    )
    return meant === undefined ? [] : [echoDoubt(page, cents, meant)]
  })
  return echoes.slice(0, MAX_ECHOES)
}

/** Round figures differ in one digit by chance: 1,400.00 and 1,000.00 share their zeros. */
function isRound(left: Cents, right: Cents): boolean {
  return left % ROUND_CENTS === 0 && right % ROUND_CENTS === 0
}

function echoDoubt(page: number, cents: Cents, meant: Cents): Doubt {
  const [printed, figure] = [cents, meant].map(formatCents)
  return {
    code: 'figure_disagrees',
    message: `Page ${page} prints ${printed} where ${figure} would agree with the rest.`,
  }
}

/** Unsigned: the figures that a summary repeats. */
export function standingFigures(statement: Statement): Cents[] {
  const { openingBalance, closingBalance, sections, rows } = statement
  const { credits, debits } = sumRows(rows.filter(({ isPending }) => !isPending))
  const figures = [
    openingBalance ?? 0,
    closingBalance ?? 0,
    credits,
    debits,
    ...sections.map(({ parsedTotal }) => parsedTotal),
    ...extremes(dayEnds(statement)),
  ]
  return figures.map((cents) => Math.abs(cents))
}

/** Unsigned amounts and balances of the rows and the daily table. */
export function heldFigures(statement: Statement): Cents[] {
  const { rows, dailyBalances } = statement
  return [
    ...rows.flatMap(({ amount, balance }) => [amount, balance ?? 0]),
    ...runningBalances(statement),
    ...dailyBalances.map(({ balance }) => balance),
  ].map((cents) => Math.abs(cents))
}

function extremes(balances: readonly Cents[]): Cents[] {
  const sorted = balances.toSorted((a, b) => a - b)
  return sorted.length === 0 ? [] : [sorted[0]!, sorted.at(-1)!]
}

function dayEnds(statement: Statement): Cents[] {
  const rows = statement.rows.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  const balances = runningBalances({ ...statement, rows })
  return balances.filter((_, at) => rows[at]!.date !== rows[at + 1]?.date)
}

function runningBalances(statement: Statement): Cents[] {
  let balance = statement.openingBalance ?? 0
  return statement.rows.map(({ amount }) => (balance += balanceSign(statement) * amount))
}
