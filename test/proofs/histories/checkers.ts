import { isAcknowledged, type Operation } from './operation.ts'

/** What is wrong in a history, by kind. */
export interface Anomalies {
  lost: string[]
  doubled: string[]
  broken: string[]
}

/**
 * What was acknowledged is there once, what is unknown once or not at all, and nothing is there that
 * nobody requested. `found` counts each name.
 */
export function checkCreates(
  history: readonly Operation[],
  found: ReadonlyMap<string, number>,
): Anomalies {
  const creates = history.filter(({ kind }) => kind === 'create')
  const requested = new Set(creates.map(({ subject }) => subject))
  const lost = creates.filter((one) => isAcknowledged(one) && !found.has(one.subject))
  const doubled = [...found].filter(([, count]) => count > 1)
  const invented = [...found.keys()].filter((name) => !requested.has(name))
  return {
    lost: lost.map(({ subject }) => `${subject} was acknowledged and is not there`),
    doubled: doubled.map(([name, count]) => `${name} is there ${count} times`),
    broken: invented.map((name) => `${name} is there and nobody requested it`),
  }
}

/** Each acknowledged change stands in the audit log under its request, exactly once. */
export function checkAudit(
  history: readonly Operation[],
  entries: ReadonlyMap<string, number>,
): Anomalies {
  const anomalies: Anomalies = { lost: [], doubled: [], broken: [] }
  for (const { kind, subject, requestId, outcome } of history) {
    if (kind === 'read' || outcome !== 'ok' || requestId === null) continue
    const count = entries.get(requestId) ?? 0
    if (count === 0) anomalies.lost.push(`${kind} ${subject} is not in the audit log`)
    if (count > 1) anomalies.doubled.push(`${kind} ${subject} is in the audit log ${count} times`)
  }
  return anomalies
}

/**
 * Whether the reads and writes of one register can be put in one order that respects their times and
 * in which every read sees the last write before it (Wing and Gong, 1993). An unknown write may take
 * effect at any time after it began, or never. No value is written twice.
 */
export function isLinearizable(history: readonly Operation[], initial: string): boolean {
  const known = settleUnknown(history.filter(({ outcome }) => outcome !== 'failed'))
  return new Search(known.toSorted((left, right) => left.beganAt - right.beganAt)).from(initial)
}

/**
 * An unknown write whose value was read has taken effect before the first such read ended; one whose
 * value nobody read explains nothing and is left out. So no write stays open to the end, and the
 * search does not double with each.
 */
function settleUnknown(history: readonly Operation[]): Operation[] {
  const seenAt = new Map<string, number>()
  for (const { kind, outcome, value, endedAt } of history) {
    if (kind === 'read' && outcome === 'ok')
      seenAt.set(value!, Math.min(endedAt, seenAt.get(value!) ?? Infinity))
  }
  return history.flatMap((one): Operation[] => {
    if (one.outcome === 'ok') return [one]
    const endedAt = one.kind === 'write' ? seenAt.get(one.value!) : undefined
    return endedAt === undefined ? [] : [{ ...one, endedAt, outcome: 'ok' }]
  })
}

/** What is done of a history, by index, beyond the first so many; and what the register holds then. */
interface State {
  first: number
  done: readonly number[]
  value: string
}

/** A search over sets of operations that are done; each is visited with a value once. */
class Search {
  readonly #operations: readonly Operation[]
  readonly #seen = new Set<string>()

  constructor(operations: readonly Operation[]) {
    this.#operations = operations
  }

  from(value: string): boolean {
    const todo: State[] = [{ done: [], first: 0, value }]
    for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
      if (state.first === this.#operations.length) return true
      for (const next of this.#nextOf(state)) if (this.#isNew(next)) todo.push(next)
    }
    return false
  }

  #isNew({ done, first, value }: State): boolean {
    const name = `${first}/${done.join(',')}/${value}`
    if (this.#seen.has(name)) return false
    this.#seen.add(name)
    return true
  }

  /** Operations that may come next: nothing that is still to do ended before they began. */
  #nextOf(state: State): State[] {
    const { done, first, value } = state
    const next: State[] = []
    let endsFirst = Infinity
    for (let index = first; index < this.#operations.length; index += 1) {
      const operation = this.#operations[index]!
      if (operation.beganAt > endsFirst) break
      if (done.includes(index)) continue
      endsFirst = Math.min(endsFirst, operation.endedAt)
      if (operation.kind === 'read' && operation.value !== value) continue
      next.push(this.#after(state, index))
    }
    return next
  }

  /** The state with one more done; what is done from the start on is only counted. */
  #after({ done, first, value }: State, index: number) {
    const all = new Set([...done, index])
    let start = first
    while (all.delete(start)) start += 1
    const { kind, value: written } = this.#operations[index]!
    const left = [...all].toSorted((one, other) => one - other)
    return { done: left, first: start, value: kind === 'write' ? written! : value }
  }
}
