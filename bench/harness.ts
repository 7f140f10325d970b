import { computeSpread, type Figure } from './figure.ts'

/** What a figure is called and what it should be. */
export type Target = Pick<Figure, 'name' | 'unit' | 'goal'>

/** One measurement. `cpuMicros` is of one operation. */
export interface Measured {
  value: number
  cpuMicros?: number
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
    cpuMicros: limit && computeCpuMicros(ours, limit),
  }
}

function computeCpuMicros(
  ours: readonly Measured[],
  limit: readonly Measured[],
): Figure['cpuMicros'] {
  const [own, least] = [ours, limit].map((side) => side.flatMap(({ cpuMicros }) => cpuMicros ?? []))
  if (own!.length === 0 || least!.length === 0) return null
  return { ours: computeSpread(own!).median, limit: computeSpread(least!).median }
}
