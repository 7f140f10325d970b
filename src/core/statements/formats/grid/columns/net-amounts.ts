import { parseCents, decideDecimalMark, scanAmount, type DecimalMark } from '../cells/amounts.ts'
import type { GridRow } from '../grid-row.ts'
import { valuesIn } from './column-values.ts'
import type { Column } from './header.ts'

// fee   fees and taxes   commission (incl vat)
const FEE = /^(?:fees?|commissions?|gebuhr(?:en)?|frais|comision(?:es)?|commissioni)(?: |$)/

/** Whether a list has money less its fee in a column of its own, as processors of payments do. */
export function listsNet(all: readonly Column[]): boolean {
  return all.some(({ name }) => FEE.test(name)) && all.some(isNet)
}

/** Of gross, fee and net the net is the amount, which is what the balance moves by. */
export function preferNet(all: readonly Column[]): Column[] {
  return listsNet(all)
    ? all.map((column) => (isNet(column) ? { ...column, rank: 0 } : column))
    : [...all]
}

function isNet({ name, role }: Column): boolean {
  return role === 'amount' && name.startsWith('net')
}

/** So large a share of the steps between balances has to be the money of a column. */
const STEPS_SHARE = 0.8
/** Figures are compared in hundredths, whatever the currency. */
const CENTS = 'USD'

/**
 * Of several columns of amounts with different figures (`Amount` and `Total Amount`) the one that
 * the running balance moves by. Where none does, and no fee beside a net sum explains them, it is
 * open which of them is the money.
 */
export function settleRivals(all: readonly Column[], rows: readonly GridRow[]): Column[] {
  const [best, ...others] = all
    .filter((column) => column.role === 'amount' && valuesIn(rows, column).length > 0)
    .toSorted((left, right) => left.rank - right.rank || left.index - right.index)
  const rivals = others.filter((column) => best && differ(best, column, rows))
  if (!best || rivals.length === 0 || listsNet(all)) return [...all]
  const moving = [best, ...rivals].find((column) => movesBalance(column, all, rows))
  return all.map((column) => {
    if (column === moving) return { ...column, rank: 0 }
    return column === best && !moving ? { ...column, isOpen: true } : column
  })
}

/** Other money on one row, in the same currency or in one that no heading names; zero is a part. */
function differ(one: Column, other: Column, rows: readonly GridRow[]): boolean {
  if (one.currency !== other.currency) return false
  return rows.some(({ cells }) => {
    const [left, right] = [one, other].map(({ index }) => scanAmount(cells[index] ?? '')?.digits)
    return left !== undefined && right !== undefined && left !== right && /[1-9]/.test(right)
  })
}

function movesBalance(column: Column, all: readonly Column[], rows: readonly GridRow[]): boolean {
  const balance = all.find(({ role }) => role === 'balance')
  if (!balance) return false
  const money = [column, balance].flatMap((each) => valuesIn(rows, each))
  const mark = decideDecimalMark(money.map(scanAmount).filter((amount) => amount !== null))
  const read = ({ index }: Column): (number | null)[] =>
    rows.map(({ cells }) => centsIn(cells[index] ?? '', mark))
  const [moved, balances] = [read(column), read(balance)]
  const known = rows.flatMap((_, at) =>
    balances[at] === null ? [] : [{ balance: balances[at]!, money: Math.abs(moved[at] ?? NaN) }],
  )
  const steps = known.slice(1).map(({ balance }, at) => Math.abs(balance - known[at]!.balance))
  const fits = (shift: number): number =>
    steps.filter((step, at) => step === known[at + shift]!.money).length
  return steps.length > 0 && Math.max(fits(0), fits(1)) >= steps.length * STEPS_SHARE
}

function centsIn(cell: string, mark: DecimalMark): number | null {
  const amount = scanAmount(cell)
  return amount && parseCents(amount, mark, CENTS)
}
