import { computeSpread, type Figure } from './figure.ts'
import type { Sent } from './sent.ts'

/** What a figure is called and what it should be. */
export type Target = Pick<Figure, 'name' | 'unit' | 'goal'>

/** One measurement. `cpuMicros` and `sent` are of one operation. */
export interface Measured {
  value: number
  cpuMicros?: number
  /** What one operation of ours sends to the database. */
  sent?: Sent
}

/** One run gives a measurement for each target, in their order, and throws when a result is wrong. */
type Side = () => Promise<Measured[]>

interface Rounds {
  rounds: number
  ours: Side
  /** What cannot be beaten, when there is such a thing. */
  limit?: Side
}

/**
 * Ours and the limit in turn, in changing order, so that whatever else the machine does falls on
 * both. The ratio is taken round by round.
 */
export async function compare(
  targets: readonly Target[],
  { rounds, ours, limit }: Rounds,
): Promise<Figure[]> {
  const measured: { ours: Measured[]; limit: Measured[] }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const sides = { ours: [] as Measured[], limit: [] as Measured[] }
    const turns = [
      async () => void (sides.ours = await ours()),
      async () => void (sides.limit = (await limit?.()) ?? []),
    ]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    measured.push(sides)
  }
  return targets.map((target, index) =>
    buildFigure(target, {
      ours: measured.map((sides) => sides.ours[index]!),
      limit: limit ? measured.map((sides) => sides.limit[index]!) : null,
    }),
  )
}

function buildFigure(
  target: Target,
  { ours, limit }: { ours: Measured[]; limit: Measured[] | null },
): Figure {
  return {
    ...target,
    rounds: ours.length,
    ours: computeSpread(ours.map(({ value }) => value)),
    limit: limit && computeSpread(limit.map(({ value }) => value)),
    ratio: limit && computeSpread(ours.map(({ value }, round) => value / limit[round]!.value)),
    cpuMicros: computeCpuMicros(ours, limit ?? []),
    sent: computeSent(ours),
  }
}

function computeCpuMicros(
  ours: readonly Measured[],
  limit: readonly Measured[],
): Figure['cpuMicros'] {
  const [own, least] = [ours, limit].map((side) => side.flatMap(({ cpuMicros }) => cpuMicros ?? []))
  if (own!.length === 0) return null
  const bare = least!.length === 0 ? null : computeSpread(least!).median
  return { ours: computeSpread(own!).median, limit: bare }
}

function computeSent(ours: readonly Measured[]): Sent | null {
  const all = ours.flatMap(({ sent }) => sent ?? [])
  if (all.length === 0) return null
  const median = (name: keyof Sent): number => computeSpread(all.map((sent) => sent[name])).median
  return { statements: median('statements'), commits: median('commits') }
}
