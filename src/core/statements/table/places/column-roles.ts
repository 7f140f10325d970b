import type { Cents } from '../../../values/money.ts'
import { signedCents } from '../../print/amounts.ts'
import type { PlacedFigure } from './figure-columns.ts'

/** What a column of figures holds; `none` moves nothing and is no balance. */
export type FigureRole = 'amount' | 'debit' | 'credit' | 'balance' | 'none'

/** The roles of the columns, by their indexes. */
export type Roles = readonly FigureRole[]

/** The figures of one line of the table, in print order. */
export type FigureLine = readonly PlacedFigure[]

interface Proof {
  /** Balances that follow from the one before and the amounts between. */
  steps: number
  /** Amounts in those steps. */
  amounts: number
}

interface Candidate extends Proof {
  roles: Roles
}

/** A chain of fewer steps may be chance. */
const LEAST_STEPS = 3
/** Candidates are tried on so many lines first; few survive. */
const TRIAL_LINES = 40

/**
 * The roles under which every balance follows from the one before, whatever the heads say:
 * forwards, or backwards where the newest row stands first. Null where no roles, or several,
 * explain the figures.
 */
export function provenRoles(lines: readonly FigureLine[], count: number): Roles | null {
  const trial = lines.slice(0, TRIAL_LINES)
  const found = assignments(count)
    .filter((roles) => prove(trial, roles) !== null || prove(trial.toReversed(), roles) !== null)
    .flatMap((roles): Candidate[] => {
      const proof = prove(lines, roles) ?? prove(lines.toReversed(), roles)
      return proof && proof.steps >= LEAST_STEPS ? [{ ...proof, roles }] : []
    })
  if (found.length === 0) return null
  return found.reduce((best, other) => (isBetter(other, best) ? other : best)).roles
}

/** More steps and amounts explained, with fewer columns. */
function isBetter(left: Candidate, right: Candidate): boolean {
  if (left.steps !== right.steps) return left.steps > right.steps
  if (left.amounts !== right.amounts) return left.amounts > right.amounts
  return countUsed(left.roles) < countUsed(right.roles)
}

function countUsed(roles: Roles): number {
  return roles.filter((role) => role !== 'none').length
}

/** Every way to name one balance among `count` columns, and what the others move. */
function assignments(count: number): Roles[] {
  const movers: readonly FigureRole[] = ['debit', 'credit', 'amount', 'none']
  let found: FigureRole[][] = [[]]
  for (let at = 0; at < count; at += 1) {
    found = found.flatMap((roles) =>
      [...movers, ...(roles.includes('balance') ? [] : (['balance'] as const))].map((role) => [
        ...roles,
        role,
      ]),
    )
  }
  return found.filter((roles) => roles.includes('balance') && roles.some(isMovingRole))
}

/** The steps that the roles explain; null at the first that they do not. */
function prove(lines: readonly FigureLine[], roles: Roles): Proof | null {
  let before: Cents | null = null
  let open: PlacedFigure[] = []
  const proof: Proof = { steps: 0, amounts: 0 }
  for (const line of lines) {
    const moving = movingFigures(line, roles)
    if (hidesBalance(line, roles)) return null
    // A line of sums stands under the columns without moving anything.
    if (moving.length === 1) open.push(moving[0]!)
    const balance = line.find(({ column }) => roles[column] === 'balance')
    if (!balance) continue
    const now = signedCents(balance.amount)
    if (before !== null) {
      if (!explains(open, roles, now - before)) return null
      if (open.length > 0) proof.steps += 1
      proof.amounts += open.length
    }
    before = now
    open = []
  }
  return proof
}

/** Whether a figure behind the amount is left out and no balance stands for it: it may be one. */
function hidesBalance(line: FigureLine, roles: Roles): boolean {
  if (line.some(({ column }) => roles[column] === 'balance')) return false
  const at = line.findIndex(({ column }) => isMovingRole(roles[column]!))
  return at >= 0 && line.slice(at + 1).some(({ column }) => roles[column] === 'none')
}

/**
 * The fullest column as the amounts of a table without balances, which only printed sums can prove;
 * null where other figures stand behind it.
 */
export function onlyAmounts(lines: readonly FigureLine[], count: number): Roles | null {
  const roles = Array.from(
    { length: count },
    (_, at) => (at === 0 ? 'amount' : 'none') as FigureRole,
  )
  return lines.some((line) => hidesBalance(line, roles)) ? null : roles
}

/** The figures of a line that move money under the roles. */
export function movingFigures(line: FigureLine, roles: Roles): PlacedFigure[] {
  return line.filter(({ column, amount }) => isMovingRole(roles[column]!) && amount.cents !== 0)
}

export function isMovingRole(role: FigureRole): boolean {
  return role !== 'balance' && role !== 'none'
}

function explains(moved: readonly PlacedFigure[], roles: Roles, difference: Cents): boolean {
  const sum = moved.reduce((total, { amount, column }) => {
    const role = roles[column]!
    if (role === 'amount') return total + signedCents(amount)
    const isReversed = amount.sign === 1 && role === 'debit'
    return total + (role === 'credit' || isReversed ? 1 : -1) * Math.abs(amount.cents)
  }, 0)
  if (sum === difference) return true
  const [only, second] = moved
  // A plain amount takes its direction from the balance.
  const isOpen = only !== undefined && !second && roles[only.column] === 'amount'
  return isOpen && only.amount.sign === 0 && !only.amount.marker && Math.abs(difference) === sum
}
