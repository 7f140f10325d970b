import type { InputName, InputValues } from './inputs.ts'

/** What an enricher is about. */
export const ENRICHER_CATEGORIES = [
  'identity',
  'contact',
  'industry',
  'banking',
  'debt',
  'screening',
  'custom',
] as const

/** The types that a field of a result can have. */
export const OUTPUT_TYPES = ['string', 'number', 'boolean', 'date', 'object', 'array'] as const

/** A field that every result of an enricher has. */
export interface EnricherOutput {
  name: string
  label: string
  type: (typeof OUTPUT_TYPES)[number]
}

/** One field of a result; an unknown value is null, and then nothing is claimed with confidence. */
export interface FoundValue {
  value: unknown
  /** 0 to 1; null without a value. */
  confidence: number | null
  /** Why the value is what it is, in a sentence. */
  evidence: string | null
}

/** What a run found, by the name of the output. */
export type Found = Readonly<Record<string, FoundValue>>

/** What an enricher is: its inputs and outputs, and the pure computation between them. */
export interface Enricher {
  name: string
  label: string
  description: string
  category: (typeof ENRICHER_CATEGORIES)[number]
  inputs: readonly { name: InputName; isRequired: boolean }[]
  outputs: readonly EnricherOutput[]
  /** The publication that its data or its rule comes from. */
  sourceUrl: string | null
  run: (inputs: Partial<InputValues>) => Found
}

type Outputs = Readonly<Record<string, readonly [type: EnricherOutput['type'], label: string]>>

interface Declaration<
  Required extends InputName,
  Optional extends InputName,
  Names extends Outputs,
> extends Pick<Enricher, 'name' | 'label' | 'description' | 'category'> {
  required: readonly Required[]
  optional?: readonly Optional[]
  outputs: Names
  sourceUrl?: string
  run: (
    inputs: Pick<InputValues, Required> & Partial<Pick<InputValues, Optional>>,
  ) => Readonly<Record<keyof Names, FoundValue>>
}

/** An enricher of a declaration; it runs only when all required inputs are there. */
export function declareEnricher<
  const Required extends InputName,
  const Optional extends InputName,
  const Names extends Outputs,
>(given: Declaration<Required, Optional, Names>): Enricher {
  const { required, optional = [], outputs, sourceUrl = null, run, ...facts } = given
  return {
    ...facts,
    sourceUrl,
    inputs: [
      ...required.map((name) => ({ name, isRequired: true })),
      ...optional.map((name) => ({ name, isRequired: false })),
    ],
    outputs: Object.entries(outputs).map(([name, [type, label]]) => ({ name, type, label })),
    run: (inputs) => run(inputs as Parameters<typeof run>[0]),
  }
}

/** A value that was found, with the reason. */
export function found(
  value: unknown,
  confidence: number,
  evidence: string | null = null,
): FoundValue {
  return value === null ? unknown(evidence) : { value, confidence, evidence }
}

/** No value, with the reason where there is one. */
export function unknown(evidence: string | null = null): FoundValue {
  return { value: null, confidence: null, evidence }
}

/** The lowest confidence among the values that were found; null when nothing was. */
export function overallConfidence(values: Found): number | null {
  const known = Object.values(values).flatMap(({ confidence }) => confidence ?? [])
  return known.length === 0 ? null : Math.min(...known)
}
