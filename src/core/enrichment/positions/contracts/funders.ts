import type { Classified } from '../../rules/classified.ts'
import { getFunderProduct } from '../../data/funder-types.ts'
import type { Funder } from '../../data/funders.ts'
import type { MatchOf } from '../../descriptor/reading.ts'
import { isWithinBusinessDays } from '../../distance.ts'
import { median } from '../../streams/numbers.ts'
import type { Row } from '../../row.ts'
import { isWeeklySupport } from './consolidation.ts'
import { emptyContract, type Contract } from './contract.ts'
import { findLevels } from './levels.ts'
import { isPlausibleAdvance } from './patterns.ts'
import { squeezeName } from './same-party.ts'

/** The credits and debits of one funder, ascending by date. */
interface FunderRows {
  /** Null for a funder that no registry lists. */
  match: MatchOf<'funder'> | null
  credits: Row[]
  debits: Row[]
  /** The product where the funder has no registered type. */
  product?: string
}

/** The old payments may overlap the new ones by a week. */
const RENEWAL_OVERLAP_DAYS = 7
/** A contract that stopped longer ago is not continued. */
const MAX_PAUSE_DAYS = 60
/** A change up to here is the same deal, modified or trued up (formulas P4). */
const MODIFIED_LEVEL = 0.3
/** Smaller credits are account verifications or refunds, no advances (formulas L20). */
const MIN_ADVANCE_CENTS = 50_000
/** Products whose further draws are of the same contract. */
const REVOLVING = new Set(['loc', 'factor', 'line_of_credit', 'factoring'])

/** Rows by the funder they name: debt rows other than fees, and payments that came back. */
export function groupByFunder(
  classified: readonly Classified[],
  moved: ReadonlySet<Row>,
): Map<string, FunderRows> {
  const funders = new Map<string, FunderRows>()
  const named = nameFunders(classified)
  for (const { row, slug, partner, ...one } of classified) {
    const funder = one.funder ?? findSqueezed(row, slug, named)
    if (!funder || !isFunderRow(slug, partner?.isUndone ?? false, funder.value.funder)) continue
    if (row.tx.isPending || row.tx.isDuplicate || moved.has(row)) continue
    const known = funders.get(funder.value.id) ?? { match: funder, credits: [], debits: [] }
    funders.set(funder.value.id, known)
    if (!row.isInflow) known.debits.push(row)
    else if (row.absCents >= MIN_ADVANCE_CENTS) known.credits.push(row)
  }
  for (const { credits, debits } of funders.values()) {
    credits.sort((left, right) => left.day - right.day)
    debits.sort((left, right) => left.day - right.day)
  }
  return funders
}

/** The funders that rows name, by their names as ACH entries carry them. */
function nameFunders(classified: readonly Classified[]): Map<string, MatchOf<'funder'>> {
  const matches = classified.flatMap(({ funder }) => (funder === null ? [] : [funder]))
  return new Map(matches.map((match) => [squeezeName(match.value.funder.name), match]))
}

/** The funder of a row of debt whose name is printed without blanks: `FORWARDFINANCING`. */
function findSqueezed(
  { party, reading }: Row,
  slug: string,
  named: ReadonlyMap<string, MatchOf<'funder'>>,
): MatchOf<'funder'> | null {
  if (!slug.startsWith('debt.') && !slug.startsWith('returns.')) return null
  return named.get(squeezeName(party.name ?? reading.groupKey)) ?? null
}

function isFunderRow(slug: string, isUndone: boolean, funder: Funder): boolean {
  if (getFunderProduct(funder.type).productType === null) return false
  return isUndone || (slug.startsWith('debt.') && slug !== 'debt.mca_fee')
}

/**
 * The contracts of one funder (formulas P3 to P5): payment amounts that overlap in time are
 * contracts of their own, amounts that follow each other are one unless new money came between.
 */
export function funderContracts(rows: FunderRows): Contract[] {
  if (isWeeklySupport(rows.credits)) {
    const { match, debits: payments, credits: advances } = rows
    return [{ ...emptyContract(match), payments, advances, isConsolidation: true }]
  }
  const { levels, odd } = findLevels(rows.debits)
  const contracts = chainLevels(levels, rows)
  attachOddPayments(contracts, odd, rows)
  const open = attachAdvances(contracts, rows.credits)
  const later = isRevolving(rows) ? attachDraws(contracts, open) : cutByNewMoney(contracts, open)
  return [...contracts, ...buildAdvanceOnly(later, rows)]
}

function isRevolving({ match, product }: FunderRows): boolean {
  return REVOLVING.has(match === null ? (product ?? '') : match.value.funder.type)
}

function chainLevels(levels: readonly (readonly Row[])[], rows: FunderRows): Contract[] {
  const contracts: Contract[] = []
  const continued = new Set<Contract>()
  for (const level of levels) {
    const first = level[0]!
    const earlier = contracts
      .filter((contract) => !continued.has(contract) && hasStopped(contract, first))
      .toSorted((left, right) => left.payments.at(-1)!.day - right.payments.at(-1)!.day)
      .at(-1)
    const hasNewMoney = rows.credits.some((credit) => isNear(credit, first))
    if (earlier && !hasNewMoney && isSameDeal(earlier, level)) {
      earlier.payments = [...earlier.payments, ...level]
      continue
    }
    const parent = earlier && hasNewMoney ? earlier : null
    if (parent) continued.add(parent)
    contracts.push({ ...emptyContract(rows.match), payments: level, parent })
  }
  return contracts
}

function hasStopped({ payments }: Contract, first: Row): boolean {
  const last = payments.at(-1)!
  return (
    last.day < first.day + RENEWAL_OVERLAP_DAYS &&
    first.day - last.day <= MAX_PAUSE_DAYS &&
    payments[0]!.day < first.day
  )
}

/** An advance within 10 business days before and 5 after the change of the amount (P4). */
function isNear(credit: Row, change: Row): boolean {
  return isWithinBusinessDays(credit, change, [-5, 10])
}

function isSameDeal({ payments }: Contract, level: readonly Row[]): boolean {
  const before = computeLevel(payments.slice(-5))
  return Math.abs(computeLevel(level) - before) <= MODIFIED_LEVEL * before
}

function computeLevel(payments: readonly Row[]): number {
  return median(payments.map(({ absCents }) => absCents))
}

/** Adds payments of no level to the contract that runs, or makes them a contract. */
function attachOddPayments(contracts: Contract[], odd: readonly Row[], rows: FunderRows): void {
  if (contracts.length === 0) {
    // A single debit is no contract, unless the same funder sent money.
    const isShown = odd.length > 1 || (odd.length === 1 && rows.credits.length > 0)
    if (isShown) contracts.push({ ...emptyContract(rows.match), payments: odd })
    return
  }
  for (const row of odd) {
    const running =
      contracts.findLast(({ payments }) => payments[0]!.day <= row.day) ?? contracts[0]!
    running.payments = [...running.payments, row].toSorted((left, right) => left.day - right.day)
  }
}

/** Adds each credit to the contract whose first payment follows (P5); returns the others. */
function attachAdvances(contracts: readonly Contract[], credits: readonly Row[]): Row[] {
  const inOrder = contracts.toSorted(
    (left, right) => left.payments[0]!.day - right.payments[0]!.day,
  )
  return credits.filter((credit) => {
    const started = inOrder.filter(({ payments }) =>
      isWithinBusinessDays(credit, payments[0]!, [0, 10]),
    )
    const contract =
      started.find(({ payments }) => isPlausibleAdvance(credit.absCents, payments[0]!.absCents)) ??
      started[0]
    if (contract) contract.advances = [...contract.advances, credit]
    return !contract
  })
}

/** Adds each further draw to the line that runs; returns the draws before every line. */
function attachDraws(contracts: readonly Contract[], open: readonly Row[]): Row[] {
  return open.filter((credit) => {
    const running = contracts.findLast(({ payments }) => payments[0]!.day <= credit.day)
    if (running) running.advances = [...running.advances, credit]
    return !running
  })
}

/**
 * New money amid a run of payments begins another contract even where the payment stays the same.
 * Returns the credits that no payment follows.
 */
function cutByNewMoney(contracts: Contract[], open: readonly Row[]): Row[] {
  return open.filter((credit) => {
    const running = contracts.findLast(
      ({ payments }) => payments[0]!.day < credit.day && payments.at(-1)!.day > credit.day,
    )
    const next = running?.payments.find(({ day }) => day > credit.day)
    if (!running || !next || !isWithinBusinessDays(credit, next, [0, 10])) return true
    if (credit.absCents < 3 * next.absCents) return false
    const { payments, funder } = running
    running.payments = payments.filter(({ day }) => day <= credit.day)
    contracts.push({
      ...emptyContract(funder),
      payments: payments.filter(({ day }) => day > credit.day),
      advances: [credit],
      parent: running,
    })
    return false
  })
}

/** Money that nothing repays yet, or that a processor withholds: one contract per funding. */
function buildAdvanceOnly(credits: readonly Row[], rows: FunderRows): Contract[] {
  const contracts: Contract[] = []
  for (const credit of credits) {
    const last = contracts.at(-1)
    const isSame = last && (isRevolving(rows) || isNear(last.advances.at(-1)!, credit))
    if (isSame) last.advances = [...last.advances, credit]
    else contracts.push({ ...emptyContract(rows.match), advances: [credit] })
  }
  return contracts
}
