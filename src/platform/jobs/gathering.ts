/** Things done in one go at most; more would hold a transaction open for long. */
const AT_ONCE_MAX = 500

interface Entry<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Does things of one key together. */
export interface Batcher {
  /**
   * Answers what `work` answers for this item; it gets the items of the key that have come since it
   * was last called, and answers in their order. When it throws, each item is tried alone, so that
   * one that cannot be done fails by itself.
   */
  add<Item, Result>(
    key: string,
    item: Item,
    work: (items: Item[]) => Promise<Result[]>,
  ): Promise<Result>
}

/**
 * Gathers without waiting: what comes in the same turn goes together, and what comes while that is
 * under way goes next. So nothing is delayed when little happens, and much costs little.
 */
export function createBatcher(): Batcher {
  const open = new Map<string, unknown[]>()
  return {
    add: <Item, Result>(key: string, item: Item, work: (items: Item[]) => Promise<Result[]>) =>
      new Promise<Result>((resolve, reject) => {
        // All of a key have one shape, because they have one work.
        const waiting = open.get(key) as Entry<Item, Result>[] | undefined
        if (waiting) return void waiting.push({ item, resolve, reject })
        const first = [{ item, resolve, reject }]
        open.set(key, first)
        return void setImmediate(async () => {
          while (first.length > 0) await settle(first.splice(0, AT_ONCE_MAX), work)
          open.delete(key)
        })
      }),
  }
}

async function settle<Item, Result>(
  entries: Entry<Item, Result>[],
  work: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await work(entries.map(({ item }) => item))
    for (const [index, { resolve }] of entries.entries()) resolve(results[index]!)
  } catch (error) {
    if (entries.length === 1) return entries[0]!.reject(error)
    await Promise.all(entries.map((entry) => settle([entry], work)))
  }
}
