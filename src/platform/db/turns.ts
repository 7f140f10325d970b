/** Who waits too long for a turn fails as the pool itself does, see errors/sqlstate.ts. */
const WAIT_MS_MAX = 5_000

/** Hands out a number of places; who waits for one takes turns with the others by name. */
export interface Turns {
  /** The result gives the place back. */
  take(name: string): (() => void) | Promise<() => void>
  /** How many wait for a place. */
  waiting(): number
}

/**
 * So many places. Without it, one tenant with a hundred requests makes everybody wait for all of
 * them; with it, the next free place goes to the next name in the round.
 */
export function createTurns(places: number): Turns {
  let free = places
  // A Map lists its keys in the order they were set, so the first is the one whose turn it is.
  const lines = new Map<string, (() => void)[]>()
  const giveBack = (): void => {
    const next = shiftNext(lines)
    if (next) next()
    else free += 1
  }
  return {
    take: (name) => {
      if (free > 0) {
        free -= 1
        return giveBack
      }
      return waitIn(lines, name).then(() => giveBack)
    },
    waiting: () => lines.values().reduce((sum, { length }) => sum + length, 0),
  }
}

function shiftNext(lines: Map<string, (() => void)[]>): (() => void) | undefined {
  for (const [name, line] of lines) {
    const next = line.shift()
    lines.delete(name)
    if (line.length > 0) lines.set(name, line)
    if (next) return next
  }
  return undefined
}

function waitIn(lines: Map<string, (() => void)[]>, name: string): Promise<void> {
  const line = lines.get(name) ?? []
  lines.set(name, line)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      line.splice(line.indexOf(enter), 1)
      reject(new Error('timeout exceeded when trying to connect'))
    }, WAIT_MS_MAX)
    const enter = (): void => {
      clearTimeout(timer)
      resolve()
    }
    line.push(enter)
  })
}
