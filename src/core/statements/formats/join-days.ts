import { dayNumber } from '../../values/dates.ts'
import type { Statement } from '../statement.ts'
import type { TabularReading } from './tabular.ts'

/** Statements of so many days at most are extracts of a day or a week. */
const MOST_DAYS = 10

/** So many in a row are the days of one statement, whatever day each opens with. */
const RUN_LEAST = 3

/**
 * The reading with the extracts of an account that follow one another as one statement: each covers
 * some days at most and opens with the balance that the one before closes with. Two that share no
 * day, and months, stay apart. A break in the chain begins another statement, but where extracts of
 * days go on within a week: then one is missing, and the whole does not reconcile.
 */
export function joinDays(reading: TabularReading): TabularReading {
  const runs: Statement[][] = []
  for (const next of inOrder(reading.statements)) {
    const run = runs.find((one) => follows(one.at(-1)!, next))
    if (run) run.push(next)
    else runs.push([next])
  }
  const parts = withMissing(runs).flatMap((run) => (isOne(run) ? [run] : run.map((one) => [one])))
  if (parts.length === reading.statements.length) return reading
  const places = new Map(parts.flatMap((part, at) => part.map(({ index }) => [index, at])))
  const problems = reading.problems.map((problem) => ({
    ...problem,
    where: renumbered(problem.where, places),
  }))
  const statements = parts.map((part, index) => ({ ...part.reduce(append), index }))
  return { ...reading, statements, problems }
}

/** A bank writes an extract for each day with bookings; holidays are no longer than this. */
const MOST_BETWEEN = 7

function withMissing(runs: readonly Statement[][]): Statement[][] {
  const whole: Statement[][] = []
  for (const next of runs) {
    const before = whole.find((run) => isBroken(run, next))
    if (before) before.push(...next)
    else whole.push([...next])
  }
  return whole
}

function isBroken(run: readonly Statement[], next: readonly Statement[]): boolean {
  const [last, first] = [run.at(-1)!, next[0]!]
  if (run.length + next.length <= RUN_LEAST || !isSameAccount(last, first)) return false
  if (![...run, ...next].every(isShort)) return false
  const days = dayNumber(first.startDate!) - dayNumber(last.endDate!)
  return days >= 0 && days <= MOST_BETWEEN
}

function isOne(run: readonly Statement[]): boolean {
  const areShared = run.every(({ startDate }, at) => at === 0 || startDate === run[at - 1]!.endDate)
  return areShared || run.length >= RUN_LEAST
}

function isShort({ startDate, endDate }: Statement): boolean {
  if (startDate === null || endDate === null) return false
  return dayNumber(endDate) - dayNumber(startDate) <= MOST_DAYS
}

/** Some banks put the latest extract first. */
function inOrder(statements: readonly Statement[]): Statement[] {
  const days = statements.map(({ endDate }) => endDate ?? '')
  const isFalling =
    days.every((day, at) => at === 0 || day <= days[at - 1]!) && days[0] !== days.at(-1)
  return isFalling ? statements.toReversed() : [...statements]
}

function follows(before: Statement, next: Statement): boolean {
  const isChained = before.closingBalance !== null && before.closingBalance === next.openingBalance
  return isSameAccount(before, next) && isChained && isShort(before) && isShort(next)
}

function isSameAccount(before: Statement, next: Statement): boolean {
  return (
    before.accountNumber !== null &&
    before.accountNumber === next.accountNumber &&
    before.currency === next.currency
  )
}

function append(before: Statement, next: Statement): Statement {
  const [one, other] = [before.printedTotals, next.printedTotals]
  const sum = (key: keyof typeof one): number | null =>
    one[key] === null || other[key] === null ? null : one[key] + other[key]
  return {
    ...before,
    closingBalance: next.closingBalance,
    endDate: next.endDate,
    rows: [...before.rows, ...next.rows],
    dailyBalances: [...before.dailyBalances, ...next.dailyBalances],
    choices: [...new Set([...before.choices, ...next.choices, CHOICE])],
    printedTotals: {
      credits: sum('credits'),
      debits: sum('debits'),
      creditsCount: sum('creditsCount'),
      debitsCount: sum('debitsCount'),
    },
  }
}

const CHOICE = 'extracts of days that follow one another are one statement'

/** `statement 3`, where it was put. */
function renumbered(where: string | null, places: ReadonlyMap<number, number>): string | null {
  return (
    where?.replace(/statement (\d+)/, (whole, number: string) => {
      const place = places.get(Number(number) - 1)
      return place === undefined ? whole : `statement ${place + 1}`
    }) ?? null
  )
}
