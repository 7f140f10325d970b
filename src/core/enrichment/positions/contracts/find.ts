import type { KnownPosition } from '../../../values/position.ts'
import type { Classified } from '../../classified.ts'
import type { Coverage } from '../../coverage.ts'
import type { Row } from '../../row.ts'
import { assignedContracts, movedRows } from './assigned.ts'
import { findConsolidations } from './consolidation.ts'
import { firstDay, type Contract, type Identified } from './contract.ts'
import { funderContracts, gatherFunders } from './funders.ts'
import { identify } from './identity.ts'
import type { Pattern } from './patterns.ts'
import { rhythmOf } from './rhythm.ts'

interface ContractFacts {
  classified: readonly Classified[]
  patterns: readonly Pattern[]
  known: readonly KnownPosition[]
  coverage: Coverage
}

/**
 * Contracts of named funders, of cadence patterns and of people's hand (formulas P1 to P7), by
 * first date, each under the id by which it was known before.
 */
export function findContracts(facts: ContractFacts): Identified[] {
  const { classified, patterns, known, coverage } = facts
  const moved = movedRows(classified)
  const named = [...gatherFunders(classified, moved).values()].flatMap(funderContracts)
  const unnamed = patterns.flatMap((pattern) => patternContracts(pattern, moved))
  const found = findConsolidations([...named, ...unnamed])
  const contracts = found.toSorted((left, right) => firstDay(left) - firstDay(right))
  const identified = assignedContracts(identify(contracts, known), classified)
  return identified.map((contract) => ({ ...contract, rhythm: rhythmOf(contract, coverage) }))
}

/** A pattern is cut into contracts as the payments to a named funder are. */
function patternContracts(pattern: Pattern, moved: ReadonlySet<Row>): Contract[] {
  const isOwn = (row: Row): boolean => !moved.has(row)
  const debits = pattern.series.rows.filter(isOwn)
  const credits = pattern.advances.filter(isOwn).toSorted((left, right) => left.day - right.day)
  const contracts = debits.length === 0 ? [] : funderContracts({ match: null, debits, credits })
  return contracts.map((contract) => ({ ...contract, confidence: pattern.confidence }))
}
