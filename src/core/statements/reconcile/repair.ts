import type { Cents } from '../../values/money.ts'
import type { Reconciliation, Statement, StatementRow } from '../statement.ts'

type RepairCandidate = Reconciliation['repairCandidates'][number]

/** More suggestions do not help. */
const MAX_CANDIDATES = 20

/**
 * Which single reading mistake would explain the difference (formulas T10): a row missing, doubled,
 * with the wrong sign, with digits swapped or lost or a shifted decimal point, or a section left
 * unread. `difference` is the money the rows lack, signed for the holder; the `suspects`, indexes
 * of rows that another check names, come first. These are suggestions for a person; nothing is
 * applied.
 */
export function repairCandidates(
  statement: Statement,
  difference: Cents,
  suspects: ReadonlySet<number>,
): RepairCandidate[] {
  const repairs = statement.rows.flatMap((row, rowIndex) =>
    rowRepairs(row, difference).map(({ kind, message }) => ({ kind, rowIndex, message })),
  )
  const isNamed = ({ rowIndex }: { rowIndex: number }): number => Number(suspects.has(rowIndex))
  const candidates = [
    ...unreadSections(statement, difference),
    ...repairs.toSorted((a, b) => isNamed(b) - isNamed(a)),
  ]
  const missing = {
    kind: 'missing_row',
    rowIndex: null,
    message: `A row of ${formatCents(difference)} may be missing.`,
  }
  return [...candidates, missing].slice(0, MAX_CANDIDATES)
}

function unreadSections(statement: Statement, difference: Cents): RepairCandidate[] {
  return statement.sections
    .filter(
      ({ printedTotal, parsedCount }) =>
        parsedCount === 0 && Math.abs(printedTotal ?? 0) === Math.abs(difference),
    )
    .map(({ name }) => ({
      kind: 'unread_section',
      rowIndex: null,
      message: `No row of ${name} was read; its total is ${formatCents(Math.abs(difference))}.`,
    }))
}

function rowRepairs(
  { amount, lineText }: StatementRow,
  difference: Cents,
): { kind: string; message: string }[] {
  const repairs: { kind: string; message: string }[] = []
  const suggest = (kind: string, message: string): void => void repairs.push({ kind, message })
  const wanted = Math.abs(Math.abs(amount) + Math.sign(amount) * difference)
  if (amount === -difference)
    suggest('doubled_row', `The row of ${formatCents(amount)} may be counted twice.`)
  if (amount * -2 === difference)
    suggest('sign_flipped', `The row of ${formatCents(amount)} may have the other sign.`)
  if (wanted === Math.abs(amount) * 10 || wanted * 10 === Math.abs(amount)) {
    suggest(
      'decimal_shift',
      `The row of ${formatCents(amount)} may read ${formatCents(wanted)}: the decimal point is shifted.`,
    )
  } else if (wanted !== 0 && isSpelled(wanted, lineText)) {
    suggest(
      'split_figure',
      `The row of ${formatCents(amount)} may read ${formatCents(wanted)}: its line holds these digits apart.`,
    )
  } else if (difference % 9 === 0 && isTransposed(Math.abs(amount), wanted)) {
    suggest(
      'digits_transposed',
      `The row of ${formatCents(amount)} may read ${formatCents(wanted)}: two digits are swapped.`,
    )
  }
  return repairs
}

// `1 234.56`, `1,234. 56`: digits that only blanks and marks part.
const FIGURE = /\d[\d.,' ]*\d/g

/** Whether some figure of a line has these digits when its blanks are removed. */
function isSpelled(cents: Cents, lineText: string): boolean {
  const figures = lineText.match(FIGURE) ?? []
  return figures.some((figure) => figure.replaceAll(/\D/g, '') === String(cents))
}

/** Whether one digit, misread or swapped with its neighbor makes one figure the other. */
export function isOneSlip(left: Cents, right: Cents): boolean {
  const [a, b] = [String(left), String(right)]
  if (a.length !== b.length) return false
  const differing = [...a].filter((digit, at) => digit !== b[at]).length
  return differing === 1 || isTransposed(left, right)
}

/** Whether two neighboring digits of one number, swapped, give the other. */
function isTransposed(left: Cents, right: Cents): boolean {
  const [a, b] = [String(left), String(right)]
  if (a.length !== b.length) return false
  const differing = [...a].flatMap((digit, at) => (digit === b[at] ? [] : [at]))
  const [first, second] = differing
  if (differing.length !== 2 || second !== first! + 1) return false
  return a[first!] === b[second] && a[second] === b[first!]
}

/** `1234.50`, as messages print an amount. */
export function formatCents(cents: Cents): string {
  return (cents / 100).toFixed(2)
}
