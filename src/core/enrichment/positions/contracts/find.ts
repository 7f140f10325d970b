import type { KnownPosition } from '../../../values/position.ts'
import type { Classified } from '../../rules/classified.ts'
import type { Coverage } from '../../covered-days.ts'
import type { Row } from '../../row.ts'
import { assignedContracts, movedRows } from './assigned.ts'
import { findConsolidations } from './consolidation.ts'
import { firstDay, type Contract, type Identified } from './contract.ts'
import { funderContracts, groupByFunder } from './funders.ts'
import { identify } from './identity.ts'
import { lenderContracts } from './lenders.ts'
import type { Pattern } from './patterns.ts'
import { remittanceRate, sumSettlements, type Settlements } from './remittance.ts'
import { detectContractRhythm } from './rhythm.ts'

interface ContractFacts {
  classified: readonly Classified[]
  patterns: readonly Pattern[]
  known: readonly KnownPosition[]
  coverage: Coverage
}

/**
 * Contracts of named funders, of cadence patterns and of assignments by people (formulas P1 to P7),
 * by first date; contracts known before keep their ids.
 */
export function findContracts(facts: ContractFacts): Identified[] {
  const { classified, patterns, known, coverage } = facts
  const moved = movedRows(classified)
  const named = [...groupByFunder(classified, moved).values()].flatMap(funderContracts)
  const fromPatterns = patterns.flatMap(({ series, advances }) => [...series.rows, ...advances])
  const fromFunders = named.flatMap(({ payments, advances }) => [...payments, ...advances])
  const taken = new Set([...moved, ...fromPatterns, ...fromFunders])
  const lenders = lenderContracts(classified, taken)
  const parties = Map.groupBy(patterns, buildPartyKey).values()
  const unnamed = [...parties].flatMap((ofParty) => patternContracts(ofParty, moved))
  const found = findConsolidations([...named, ...unnamed, ...lenders])
  const contracts = found.toSorted((left, right) => firstDay(left) - firstDay(right))
  const identified = assignedContracts(identify(contracts, known), classified)
  const settled = sumSettlements(classified)
  return identified.map((contract) => withRhythm(contract, { coverage, settled }))
}

/** Only daily payments can be a share of card sales. */
function withRhythm(
  contract: Identified,
  { coverage, settled }: { coverage: Coverage; settled: Settlements },
): Identified {
  const rhythm = detectContractRhythm(contract, coverage)
  const isDaily = rhythm?.cadence === 'business_daily' || rhythm?.cadence === 'daily'
  const rate = isDaily ? remittanceRate(contract.payments, settled) : null
  return { ...contract, rhythm, remittanceRate: rate }
}

/**
 * The patterns of a party are cut into contracts as the payments to a named funder are: one that
 * begins with new money where another ends is its renewal.
 */
function patternContracts(patterns: readonly Pattern[], moved: ReadonlySet<Row>): Contract[] {
  const debits = ownRows(
    patterns.flatMap(({ series }) => series.rows),
    moved,
  )
  const credits = ownRows(
    patterns.flatMap(({ advances }) => advances),
    moved,
  )
  const contracts = debits.length === 0 ? [] : funderContracts({ match: null, debits, credits })
  const confidence = Math.max(...patterns.map((pattern) => pattern.confidence))
  // Changed in place: a renewal refers to its parent by identity.
  for (const contract of contracts) contract.confidence = confidence
  return contracts
}

function ownRows(rows: readonly Row[], moved: ReadonlySet<Row>): Row[] {
  const own = rows.filter((row) => !moved.has(row))
  return own.toSorted((left, right) => left.day - right.day || left.index - right.index)
}

/** The account and what its bank prints of the party, references left out. */
function buildPartyKey({ series }: Pattern): string {
  const { reading, party } = series.rows[0]!
  return `${series.accountId}|${party.name ?? reading.groupKey}`
}
