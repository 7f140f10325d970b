import type { Classified } from '../../rules/classified.ts'
import type { Row } from '../../row.ts'
import { emptyContract, type Identified } from './contract.ts'

/** Rows that a person assigned to a position, or to none. */
export function movedRows(classified: readonly Classified[]): Set<Row> {
  return new Set(
    classified.filter(({ row }) => row.tx.override?.positionId !== undefined).map(({ row }) => row),
  )
}

/**
 * The contracts with the rows that people assigned to them; an assigned position without other rows
 * becomes a contract of its own.
 */
export function assignedContracts(
  contracts: readonly Identified[],
  classified: readonly Classified[],
): Identified[] {
  const byPosition = Map.groupBy(
    classified.filter(({ row }) => typeof row.tx.override?.positionId === 'string'),
    ({ row }) => row.tx.override!.positionId!,
  )
  if (byPosition.size === 0) return [...contracts]
  const known = new Set(contracts.map(({ id }) => id))
  const added = [...byPosition.keys()]
    .filter((id) => !known.has(id))
    .map((id) => ({ ...emptyContract(null), id, parent: null, children: [] }))
  return [...contracts, ...added].map((contract) => {
    const own = byPosition.get(contract.id)
    return own ? withRows(contract, own) : contract
  })
}

function withRows(contract: Identified, own: readonly Classified[]): Identified {
  const rows = own.map(({ row }) => row)
  const funder = contract.funder ?? own.find((one) => one.funder)?.funder ?? null
  return {
    ...contract,
    funder,
    payments: inOrder([...contract.payments, ...rows.filter(({ isInflow }) => !isInflow)]),
    advances: inOrder([...contract.advances, ...rows.filter(({ isInflow }) => isInflow)]),
  }
}

function inOrder(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => left.day - right.day)
}
