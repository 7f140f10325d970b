import { corpusStatement } from '../../fixtures/corpus.ts'
import type { Damage, Original } from '../../fixtures/damage/damage.ts'
import { seeded } from '../../fixtures/model/random.ts'
import {
  toExpectedStatement,
  isFlagged,
  classifyOutcome,
  type Outcome,
} from '../../fixtures/outcome.ts'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import { readPlainly } from './plain-engine.ts'

/** What became of one generated statement under one damage. */
export interface Measurement {
  layout: string
  damage: string
  seed: number
  outcome: Outcome
  /** With the list of layouts left empty. */
  outcomeUnaided: Outcome
  /** Null where `pdftotext` is not installed. */
  isPlainExact: boolean | null
}

/** Reads the layout's statements of the given seeds under every damage that can befall them. */
export async function measureLayout(
  layout: string,
  { damages, seeds, tools }: { damages: readonly Damage[]; seeds: readonly number[]; tools: Tools },
): Promise<Measurement[]> {
  const found: Measurement[] = []
  for (const seed of seeds) {
    const original = await corpusStatement(layout, seed)
    for (const damage of damages) {
      const measurement = await measure(original, { damage, seed, tools })
      if (measurement) found.push(measurement)
    }
  }
  return found
}

async function measure(
  original: Original,
  { damage, seed, tools }: { damage: Damage; seed: number; tools: Tools },
): Promise<Measurement | null> {
  const { layout, statements } = original.truth
  const random = seeded(`damage/${layout}/${seed}/${damage.name}`)
  const bytes = await damage.apply(original, random)
  if (!bytes) return null
  const [outcome, outcomeUnaided] = await judge(bytes, { original, damage, tools })
  const isPlainExact =
    damage.expectation === 'flagged'
      ? false
      : readPlainly(bytes, statements.map(toExpectedStatement))
  return { layout, damage: damage.name, seed, outcome, outcomeUnaided, isPlainExact }
}

/** Where no layout was recognized, leaving the layouts out changes nothing. */
async function judge(
  bytes: Uint8Array,
  { original, damage, tools }: { original: Original; damage: Damage; tools: Tools },
): Promise<[Outcome, Outcome]> {
  const expected = original.truth.statements.map(toExpectedStatement)
  const hints = { filename: 'statement.pdf' }
  const reading = await readStatement(bytes, hints, tools)
  const isAided = reading.statements.some(({ layoutId }) => layoutId !== null)
  const unaided = isAided ? await readStatement(bytes, { ...hints, layouts: [] }, tools) : reading
  return [reading, unaided].map((each): Outcome => {
    if (damage.expectation === 'flagged') return isFlagged(each) ? 'flagged' : 'wrong'
    return classifyOutcome(each, expected)
  }) as [Outcome, Outcome]
}
