import { balanceSign } from '../../src/core/statements/reconcile/reconcile.ts'
import type { Statement, StatementRow } from '../../src/core/statements/statement.ts'
import type { Cents } from '../../src/core/values/money.ts'
import { chance } from './disguise.ts'

/** What stands in place of each printed amount; all without signs, as digits are printed. */
export interface Figures {
  /** Of a figure on a line of this row. */
  inRow(row: StatementRow, cents: Cents): Cents
  /** Of any other figure: a balance or a total is what the new rows make it. */
  elsewhere(cents: Cents): Cents
}

export interface FiguresOptions {
  key: Uint8Array
  /** Printed without decimals, as in `$1,200`. */
  wholes: ReadonlySet<Cents>
}

/** Every figure as it is printed. */
export const SAME_FIGURES: Figures = { inRow: (_row, cents) => cents, elsewhere: (cents) => cents }

/** How far amounts move apart, tried one after the other until every figure fits its place. */
const SPREADS = [0.08, 0.08, 0.05, 0.05, 0.03, 0.02, 0.01, 0.005, 0.001, 0.001]
const SHARE_MIN = 0.55
const SHARE_MAX = 0.9
/** Rows that a printed sum may span. */
const RUN_MAX = 200

/**
 * Draws every amount anew so that what added up still does, and what did not is off by as much as
 * it was: balances and totals follow from the rows. No figure changes its sign or gains a digit.
 * Null when no draw fits.
 */
export function drawFigures(
  statements: readonly Statement[],
  { key, wholes }: FiguresOptions,
): Figures | null {
  for (const [at, spread] of SPREADS.entries()) {
    const draw = chance(key, `figures ${at}`)
    const share = SHARE_MIN + (SHARE_MAX - SHARE_MIN) * draw()
    const sheet = new Sheet({ wholes, share, spread, draw })
    if (statements.every((statement) => sheet.add(statement))) return sheet
  }
  return null
}

interface Drawing {
  wholes: ReadonlySet<Cents>
  share: number
  spread: number
  draw: () => number
}

class Sheet implements Figures {
  readonly #drawing: Drawing
  readonly #amounts = new Map<Cents, Cents>()
  readonly #balances = new Map<StatementRow, Cents>()
  /** Figures of the statements as a whole, and sums of neighboring rows. */
  readonly #heads = new Map<Cents, Cents>()
  readonly #sums = new Map<Cents, Cents>()

  constructor(drawing: Drawing) {
    this.#drawing = drawing
  }

  inRow(row: StatementRow, cents: Cents): Cents {
    const balance = this.#balances.get(row)
    if (cents === Math.abs(row.amount)) return this.#amountOf(cents)
    if (row.balance !== null && cents === Math.abs(row.balance)) return Math.abs(balance!)
    return this.#amountOf(cents)
  }

  elsewhere(cents: Cents): Cents {
    const known = this.#heads.get(cents) ?? this.#amounts.get(cents) ?? this.#sums.get(cents)
    return known ?? this.#amountOf(cents)
  }

  /** False when a figure of the statement would not fit where it is printed. */
  add(statement: Statement): boolean {
    const { openingBalance, closingBalance, printedTotals, averageBalancePrinted } = statement
    const sign = balanceSign(statement)
    const rows = statement.rows.filter(({ isPending }) => !isPending)
    const moved = (some: readonly StatementRow[]): Cents =>
      some.reduce((sum, row) => sum + this.#moved(row), 0)
    const start = this.#startOf(openingBalance)
    const total = start + sign * moved(rows)
    const pairs: [Cents | null, Cents][] = [
      [openingBalance, start],
      [closingBalance, total],
      ...dailyMoves(statement, rows).map(([balance, before]): [Cents, Cents] => [
        balance,
        start + sign * moved(before),
      ]),
      [printedTotals.credits, moved(rows.filter(({ amount }) => amount > 0))],
      [printedTotals.debits, -moved(rows.filter(({ amount }) => amount < 0))],
    ]
    const sections = statement.sections.map(({ name, printedTotal }): [Cents | null, Cents] => {
      const own = rows.filter(({ section }) => section === name)
      const sum = moved(own)
      const isOutflow = own.reduce((all, { amount }) => all + amount, 0) < 0
      return [printedTotal, (printedTotal ?? 0) < 0 === isOutflow ? sum : -sum]
    })
    this.#addSums(rows)
    if (averageBalancePrinted !== null) {
      const scaled = Math.round(averageBalancePrinted * this.#drawing.share)
      this.#heads.set(Math.abs(averageBalancePrinted), Math.abs(scaled))
    }
    const isPlaced = [...pairs, ...sections].every(([old, shift]) => this.#head(old, shift))
    return isPlaced && this.#run(statement, { rows, sign, start })
  }

  /** By how much the row's amount is another one. */
  #moved({ amount }: StatementRow): Cents {
    return Math.sign(amount) * this.#amountOf(Math.abs(amount)) - amount
  }

  #amountOf(cents: Cents): Cents {
    const known = this.#amounts.get(cents)
    if (known !== undefined) return known
    const { wholes, share, spread, draw } = this.#drawing
    const step = wholes.has(cents) ? 100 : 1
    const drawn = cents * share * (1 + spread * (2 * draw() - 1))
    const fresh = cents === 0 ? 0 : Math.max(step, Math.round(drawn / step) * step)
    this.#amounts.set(cents, fresh)
    return fresh
  }

  /** A statement that goes on from another one of the file starts with what that ended with. */
  #startOf(opening: Cents | null): Cents {
    if (opening === null || opening === 0) return 0
    const { share, wholes } = this.#drawing
    const step = wholes.has(Math.abs(opening)) ? 100 : 1
    const known = this.#heads.get(Math.abs(opening))
    const size = known ?? Math.round((Math.abs(opening) * share) / step) * step
    return Math.sign(opening) * size - opening
  }

  #head(old: Cents | null, shift: Cents): boolean {
    if (old === null) return true
    if (!this.#fits(old, old + shift)) return false
    if (!this.#heads.has(Math.abs(old))) this.#heads.set(Math.abs(old), Math.abs(old + shift))
    return true
  }

  #fits(old: Cents, fresh: Cents): boolean {
    if (old === 0) return fresh >= 0 && fresh < 1000
    if (Math.sign(old) !== Math.sign(fresh)) return false
    if (this.#drawing.wholes.has(Math.abs(old)) && fresh % 100 !== 0) return false
    return String(Math.abs(fresh)).length <= Math.max(3, String(Math.abs(old)).length)
  }

  /** Running balances, in whichever order of the rows they follow from each other. */
  #run({ openingBalance }: Statement, { rows, sign, start }: Running): boolean {
    const opening = openingBalance
    const isUp = countBreaks(rows, sign, opening) <= countBreaks(rows.toReversed(), sign, opening)
    let shift = start
    let isStarted = opening !== null
    for (const row of isUp ? rows : rows.toReversed()) {
      const { balance } = row
      if (!isStarted && balance !== null) {
        shift = Math.round(balance * this.#drawing.share) - balance
        isStarted = true
      } else shift += sign * this.#moved(row)
      if (balance === null) continue
      if (!this.#fits(balance, balance + shift)) return false
      this.#balances.set(row, balance + shift)
    }
    for (const [{ balance }, fresh] of this.#balances) {
      const old = Math.abs(balance!)
      if (!this.#heads.has(old)) this.#heads.set(old, Math.abs(fresh))
    }
    return true
  }

  #addSums(rows: readonly StatementRow[]): void {
    for (const side of [1, -1]) {
      const own = rows.filter(({ amount }) => Math.sign(amount) === side)
      const old = own.reduce((sum, { amount }) => sum + amount, 0)
      const shift = own.reduce((sum, row) => sum + this.#moved(row), 0)
      this.#sums.set(Math.abs(old), Math.abs(old + shift))
    }
    for (let from = 0; from < rows.length; from += 1) {
      let [old, shift] = [0, 0]
      for (const row of rows.slice(from, from + RUN_MAX)) {
        old += row.amount
        shift += this.#moved(row)
        const size = Math.abs(old)
        if (!this.#sums.has(size)) this.#sums.set(size, Math.abs(old + shift))
      }
    }
  }
}

interface Running {
  rows: readonly StatementRow[]
  sign: 1 | -1
  /** By how much the opening balance is another one. */
  start: Cents
}

/** Each balance of the daily table with the rows up to its day. */
function dailyMoves(
  { dailyBalances }: Statement,
  rows: readonly StatementRow[],
): [Cents, StatementRow[]][] {
  return dailyBalances.map(({ date, balance }) => [balance, rows.filter((row) => row.date <= date)])
}

function countBreaks(rows: readonly StatementRow[], sign: 1 | -1, opening: Cents | null): number {
  let balance = opening
  let breaks = 0
  for (const row of rows) {
    if (balance !== null) balance += sign * row.amount
    if (row.balance === null) continue
    if (balance !== null && balance !== row.balance) breaks += 1
    balance = row.balance
  }
  return breaks
}
