import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What each test file took in a whole run: `seconds,file`, the dearest first. */
const RECORD = `${import.meta.dirname}/../test/seconds.csv`
/** Files that take less stand in no record; so little is also assumed of a new one. */
const SECONDS_MIN = 0.5

export type Seconds = ReadonlyMap<string, number>

export function readSeconds(): Seconds {
  return existsSync(RECORD) ? addUp(readFileSync(RECORD, 'utf8')) : new Map()
}

/** Adds up the lines of the reporter, one of which a file has for each of its suites. */
export function addUp(lines: string): Seconds {
  const sums = new Map<string, number>()
  for (const line of lines.split('\n').filter((text) => text !== '')) {
    const [seconds, file] = [Number.parseFloat(line), line.slice(line.indexOf(',') + 1)]
    sums.set(file, (sums.get(file) ?? 0) + seconds)
  }
  return sums
}

/** `npm test -- --record` keeps them, so that the next runs are dealt by them. */
export function keepSeconds(seconds: Seconds): void {
  const rows = [...seconds].filter(([, each]) => each >= SECONDS_MIN)
  const text = rows
    .toSorted((a, b) => b[1] - a[1])
    .map(([file, each]) => `${each.toFixed(1)},${file}`)
  writeFileSync(RECORD, `${text.join('\n')}\n`)
}

/** What files take together, by what is known of each. */
export function takes(files: readonly string[], seconds: Seconds): number {
  return files.reduce((sum, file) => sum + (seconds.get(file) ?? SECONDS_MIN), 0)
}

/**
 * Deals files to processes, each of which gets its share of the seconds: the dearest first, each to
 * the one that has least of its share so far.
 */
export function dealBySeconds(
  files: string[],
  shares: readonly number[],
  seconds: Seconds,
): string[][] {
  const cost = (file: string): number => takes([file], seconds)
  const shards = shares.map((share) => ({ share, files: [] as string[], seconds: 0 }))
  for (const file of files.toSorted((a, b) => cost(b) - cost(a))) {
    const filled = (shard: (typeof shards)[0]): number => (shard.seconds + cost(file)) / shard.share
    const least = shards.reduce((low, each) => (filled(each) < filled(low) ? each : low))
    least.files.push(file)
    least.seconds += cost(file)
  }
  return shards.map((shard) => shard.files.toSorted()).filter((shard) => shard.length > 0)
}
