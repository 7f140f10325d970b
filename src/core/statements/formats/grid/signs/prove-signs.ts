import type { Cents } from '../../../../values/money.ts'
import { parseCents, scanAmount } from '../cells/amounts.ts'
import { selectColumns, type Columns } from '../columns/header.ts'
import type { TransactionRow } from '../read-rows.ts'
import { parseDirection } from '../words/sign-words.ts'
import type { SignedAmounts } from './signed-amounts.ts'

/** So large a share of the steps between balances has to be the money of a row. */
const STEPS_SHARE = 0.8
const ROWS_LEAST = 3

/** The rows of a table, and by their indexes those of each account: each has its own balance. */
interface Chained {
  rows: readonly TransactionRow[]
  columns: Columns
  chains: readonly (readonly number[])[]
  /** The balance before the first row of the only account, as the column of balances has it. */
  opening: Cents | null
}

/**
 * The amounts with the signs that the running balances prove, where these follow the rows. A row
 * before the first step has none: its words decide, else the way the others were read, which is
 * doubtful when that was wrong for some.
 */
export function proveSigns(table: Chained, signed: SignedAmounts): SignedAmounts {
  const { rows, columns, chains } = table
  if (rows.length < (table.opening === null ? ROWS_LEAST : 1)) return signed
  const net = withoutFees(table, signed)
  if (net) return net
  const steps = findSteps(table, signed.amounts)
  const known = steps.filter((step) => step !== null)
  const least = rows.length < ROWS_LEAST ? rows.length : (rows.length - chains.length) * STEPS_SHARE
  if (known.length < Math.max(1, least)) return signed
  const isWrong = (at: number): boolean => steps[at] !== null && steps[at] !== signed.amounts[at]
  const wrongCount = rows.filter((_, at) => isWrong(at)).length
  if (wrongCount === 0) return { ...signed, doubt: null }
  const isSided = rows.every((row) => row.debit !== null || row.credit !== null)
  // Of plain amounts, all of them positive, the sign of one shows nothing of another.
  const hasBothSigns = [-1, 1].every((sign) => signed.amounts.some((each) => each * sign > 0))
  const areAllTurned =
    (isSided || hasBothSigns) && wrongCount === known.filter((step) => step !== 0).length
  let isOpen = false
  const amounts = signed.amounts.map((amount, at) => {
    const step = steps[at]
    if (step != null) return step
    if (areAllTurned) return amount === 0 ? 0 : -amount
    const side = directionIn(rows[at]!, columns)
    isOpen ||= side === null && amount !== 0
    return side === null ? amount : Math.abs(amount) * side
  })
  const choice = 'signs taken from the running balance'
  return { amounts, choice, doubt: isOpen ? OPEN : null, isTurned: areAllTurned && isSided }
}

const OPEN =
  'The running balance gives the signs of the rows but for the first one, which nothing determines.'

/** Amounts less a fee of their own column, where the balance moves by no other sum. */
function withoutFees(table: Chained, { amounts, choice }: SignedAmounts): SignedAmounts | null {
  const { rows, columns, chains } = table
  const column = selectColumns(columns, 'other').find(({ name }) => /^fees?$/.test(name))
  if (!column) return null
  const fees = rows.map(({ cells }) => feeIn(cells[column.index] ?? ''))
  if (fees.every((fee) => fee === 0)) return null
  const net = amounts.map((amount, at) => amount - fees[at]!)
  const isStep = (steps: readonly (Cents | null)[]) => (amount: Cents, at: number) =>
    steps[at] === amount
  const proven = net.filter(isStep(findSteps(table, net))).length
  const asPrinted = amounts.filter(isStep(findSteps(table, amounts))).length
  if (proven < rows.length - chains.length || proven <= asPrinted) return null
  const less = 'amounts are less their fees, as the running balance is'
  return { amounts: net, choice: choice === null ? less : `${choice}; ${less}`, doubt: null }
}

/** Cents of a fee, without its sign; banks print it both ways. */
function feeIn(cell: string): Cents {
  const printed = scanAmount(cell)
  const mark = printed?.digits.includes(',') && !printed.digits.includes('.') ? ',' : '.'
  return Math.abs((printed && parseCents(printed, mark, 'USD')) ?? 0)
}

/** What each row moves the balance by, null where its money is not that step. */
function findSteps(
  { rows, chains, opening }: Chained,
  amounts: readonly Cents[],
): (Cents | null)[] {
  const steps = rows.map((): Cents | null => null)
  for (const chain of chains) {
    const [down, up] = [-1, 1].map((before) =>
      chain.map((index, at) => {
        const beyond = chains.length === 1 ? opening : null
        const from = at + before in chain ? rows[chain[at + before]!]!.balance : beyond
        const { balance } = rows[index]!
        if (from === null || balance === null) return null
        const moved = balance - from
        return Math.abs(moved) === Math.abs(amounts[index]!) ? (moved === 0 ? 0 : moved) : null
      }),
    ) as [(Cents | null)[], (Cents | null)[]]
    const count = (all: readonly (Cents | null)[]): number =>
      all.filter((step) => step !== null).length
    const proven = count(up) > count(down) ? up : down
    for (const [at, index] of chain.entries()) steps[index] = proven[at]!
  }
  return steps
}

function directionIn(row: TransactionRow, columns: Columns): 1 | -1 | null {
  const cells = (['type', 'category', 'description'] as const)
    .flatMap((role) => selectColumns(columns, role))
    .map(({ index }) => row.cells[index] ?? '')
  return cells.map(parseDirection).find((side) => side !== null) ?? null
}
