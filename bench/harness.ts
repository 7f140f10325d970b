import { spreadOf, type Figure } from './figure.ts'

/** What a figure is called and what it should be. */
export type Wish = Pick<Figure, 'name' | 'unit' | 'goal'>

/** One measurement. `cpuMicros` is of one operation. */
export interface Measured {
  value: number
  cpuMicros?: number
}

/** One run gives a measurement for each wish, in their order, and throws when an answer is wrong. */
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
  wishes: readonly Wish[],
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
  return wishes.map((wish, index) =>
    figureOf(wish, {
      ours: measured.map((sides) => sides.ours[index]!),
      limit: limit ? measured.map((sides) => sides.limit[index]!) : null,
    }),
  )
}

function figureOf(
  wish: Wish,
  { ours, limit }: { ours: Measured[]; limit: Measured[] | null },
): Figure {
  return {
    ...wish,
    rounds: ours.length,
    ours: spreadOf(ours.map(({ value }) => value)),
    limit: limit && spreadOf(limit.map(({ value }) => value)),
    ratio: limit && spreadOf(ours.map(({ value }, round) => value / limit[round]!.value)),
    cpuMicros: limit && cpuOf(ours, limit),
  }
}

function cpuOf(ours: readonly Measured[], limit: readonly Measured[]): Figure['cpuMicros'] {
  const [own, least] = [ours, limit].map((side) => side.flatMap(({ cpuMicros }) => cpuMicros ?? []))
  if (own!.length === 0 || least!.length === 0) return null
  return { ours: spreadOf(own!).median, limit: spreadOf(least!).median }
}
