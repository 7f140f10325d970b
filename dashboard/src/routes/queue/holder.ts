/** What a person has decided about an item, while it can still be taken back. */
export interface Decision {
  itemId: string
  reason: string
  /** What was done, for the line that offers to undo it. */
  text: string
  send: () => Promise<unknown>
  /** Its cause lasts, as a month is missing until it comes: it stays out of the list all the same. */
  isLasting?: boolean
}

/** Decisions that wait a while before they are sent, so that each can be undone. */
export interface Holder {
  list(): readonly Decision[]
  subscribe(listener: () => void): () => void
  hold(decision: Decision): void
  /** The decision on an item, or the last one; null when it has been sent already. */
  takeBack(itemId?: string): Decision | null
  /** Sends what waits, at once. */
  flush(): void
  waiting(): number
}

interface Given {
  holdMs: number
  onSent: (decision: Decision) => Promise<unknown>
  onFailed: (decision: Decision, error: unknown) => void
}

export function createHolder({ holdMs, onSent, onFailed }: Given): Holder {
  let decisions: readonly Decision[] = []
  const timers = new Map<Decision, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()

  const change = (next: readonly Decision[]): void => {
    decisions = next
    for (const listener of listeners) listener()
  }
  const drop = (decision: Decision): void => change(decisions.filter((one) => one !== decision))
  const send = async (decision: Decision): Promise<void> => {
    clearTimeout(timers.get(decision))
    timers.delete(decision)
    try {
      await decision.send()
      // It stays out of the list until the list has been read without it.
      await onSent(decision)
      if (decision.isLasting !== true) drop(decision)
    } catch (error) {
      drop(decision)
      onFailed(decision, error)
    }
  }
  return {
    list: () => decisions,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hold: (decision) => {
      timers.set(
        decision,
        setTimeout(() => void send(decision), holdMs),
      )
      change([...decisions, decision])
    },
    takeBack: (itemId) => {
      const waiting = decisions.filter((one) => timers.has(one))
      const found = waiting.findLast((one) => itemId === undefined || one.itemId === itemId)
      if (found === undefined) return null
      clearTimeout(timers.get(found))
      timers.delete(found)
      drop(found)
      return found
    },
    flush: () => {
      for (const decision of timers.keys()) void send(decision)
    },
    waiting: () => timers.size,
  }
}
