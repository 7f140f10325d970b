import type { KnownPosition } from '../../../values/position.ts'
import { stableKey } from '../../streams/numbers.ts'
import { assign, type Edge } from '../../matching/assignment.ts'
import type { Contract, Identified } from './contract.ts'

/**
 * Contracts with their ids. One that shares rows with a position known before takes its id, the
 * most shared rows first, so that earlier statements or another reading move no decision to
 * another contract. The id of a new one follows from its funder, account and first row.
 */
export function identify(
  contracts: readonly Contract[],
  known: readonly KnownPosition[],
): Identified[] {
  const keptIds = new Map(
    assign(sharedRows(contracts, known)).map(({ left, right }) => [left, known[right]!.id]),
  )
  const used = new Set(keptIds.values())
  const ids = contracts.map((contract, index) => keptIds.get(index) ?? newId(contract, used))
  return withRelations(contracts, ids)
}

/** Parents and children are other contracts of the list; they become their identified selves. */
function withRelations(contracts: readonly Contract[], ids: readonly string[]): Identified[] {
  const bare = contracts.map((contract, index): Identified => {
    return { ...contract, id: ids[index]!, parent: null, children: [] }
  })
  const selfOf = new Map(contracts.map((contract, index) => [contract, bare[index]!]))
  for (const [index, { parent, children }] of contracts.entries()) {
    bare[index]!.parent = parent && (selfOf.get(parent) ?? null)
    bare[index]!.children = children.flatMap((child) => selfOf.get(child) ?? [])
  }
  return bare
}

function sharedRows(contracts: readonly Contract[], known: readonly KnownPosition[]): Edge[] {
  const knownOf = new Map<string, number[]>()
  for (const [index, { transactionIds }] of known.entries()) {
    for (const id of transactionIds) knownOf.set(id, [...(knownOf.get(id) ?? []), index])
  }
  return contracts.flatMap(({ payments, advances }, left) => {
    const counts = new Map<number, number>()
    for (const { tx } of [...advances, ...payments]) {
      for (const right of knownOf.get(tx.id) ?? []) counts.set(right, (counts.get(right) ?? 0) + 1)
    }
    return [...counts].map(([right, weight]) => ({ left, right, weight }))
  })
}

/** Stable while payments are added: funder, account, first date and amount do not change. */
function newId({ funder, payments, advances }: Contract, used: Set<string>): string {
  const first = [...advances, ...payments][0]!
  const name = funder?.value.id ?? first.reading.groupKey
  const base = `position:${first.tx.accountId}:${stableKey(`${name}|${first.date}|${first.absCents}`)}`
  let id = base
  for (let copy = 2; used.has(id); copy += 1) id = `${base}:${copy}`
  used.add(id)
  return id
}
