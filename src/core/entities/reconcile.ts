import { toCents, toMajor } from '../values/money.ts'
import { agree } from './agree.ts'
import type { Attribute, SourceType, Strategy } from './entity.ts'

/** Where a value comes from. */
export interface Origin {
  id: string | null
  type: SourceType
  documentId: string | null
  page: number | null
  bbox: readonly number[] | null
  enricher: string | null
}

/** A value that one source gives. */
export interface Candidate {
  value: unknown
  /** As printed. */
  raw: string | null
  confidence: number
  at: string | null
  source: Origin
  currency: string | null
  /** It has the attribute's type. One that has not is shown, and makes the value a conflict. */
  isUsable: boolean
  /** An identifier: shown in full only to callers who may read them. */
  isSensitive: boolean
}

/** The result of a strategy. */
export interface Outcome {
  value: unknown
  /** The candidate whose value it is; null when it is computed from several, or there is none. */
  chosen: Candidate | null
  confidence: number | null
  isConflict: boolean
}

const NOTHING: Outcome = { value: null, chosen: null, confidence: null, isConflict: false }
const CONFLICT: Outcome = { ...NOTHING, isConflict: true }

type Combined = 'concatenate' | 'sum' | 'min' | 'max'
const COMBINED: readonly Strategy[] = ['concatenate', 'sum', 'min', 'max']

/**
 * The value that an attribute's strategy picks or computes from candidates, which come in the order
 * of their sources. Candidates that contradict it make it a conflict; `comparison` and amounts of
 * several currencies then have no value at all, because any would be a guess.
 */
export function reconcile(candidates: readonly Candidate[], attribute: Attribute): Outcome {
  const usable = candidates.filter(({ isUsable }) => isUsable)
  if (usable.length === 0) return candidates.length === 0 ? NOTHING : CONFLICT
  const { strategy } = attribute
  if (strategy === 'manual') return NOTHING
  const isCombined = COMBINED.includes(strategy)
  if (hasSeveralCurrencies(usable))
    return isCombined ? CONFLICT : { ...choose(usable, attribute), isConflict: true }
  const outcome = isCombined
    ? combine(usable, attribute, strategy as Combined)
    : choose(usable, attribute)
  const isWhole = usable.length === candidates.length
  return isWhole ? outcome : { ...outcome, isConflict: true }
}

function hasSeveralCurrencies(candidates: readonly Candidate[]): boolean {
  const named = candidates.map(({ currency }) => currency).filter((currency) => currency !== null)
  return new Set(named).size > 1
}

function choose(candidates: readonly Candidate[], attribute: Attribute): Outcome {
  const { strategy } = attribute
  const chosen = pick(candidates, attribute)
  if (chosen === null) return CONFLICT
  const others = candidates.filter(({ value }) => !agree(value, chosen.value, attribute))
  if (strategy === 'comparison' && others.length > 0) return CONFLICT
  const isOutvoted = strategy === 'majority' && others.length * 2 < candidates.length
  return {
    value: chosen.value,
    chosen,
    confidence: chosen.confidence,
    isConflict: others.length > 0 && !isOutvoted,
  }
}

/** Of equals the first, so that the order of the sources decides. */
function pick(candidates: readonly Candidate[], attribute: Attribute): Candidate | null {
  switch (attribute.strategy) {
    case 'highest_confidence':
      return best(candidates, ({ confidence }) => confidence)
    case 'most_recent':
      return best(candidates, ({ at }) => at ?? '')
    case 'majority':
      return best(
        candidates,
        ({ value }) => candidates.filter((other) => agree(other.value, value, attribute)).length,
      )
    default:
      return candidates[0] ?? null
  }
}

function best<Key extends number | string>(
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => Key,
): Candidate | null {
  return candidates.reduce<Candidate | null>(
    (found, candidate) => (found === null || keyOf(candidate) > keyOf(found) ? candidate : found),
    null,
  )
}

function combine(
  candidates: readonly Candidate[],
  attribute: Attribute,
  strategy: Combined,
): Outcome {
  const value =
    strategy === 'concatenate'
      ? concatenate(candidates, attribute)
      : calculate(candidates, attribute, strategy)
  if (value === null) return CONFLICT
  const chosen = candidates.find((candidate) => candidate.value === value) ?? null
  // A combined value is as sure as the least sure of its parts.
  const confidence = Math.min(...candidates.map((candidate) => candidate.confidence))
  return { value, chosen, confidence, isConflict: false }
}

function concatenate(candidates: readonly Candidate[], attribute: Attribute): unknown {
  const { isList, type } = attribute
  const entries = candidates.flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
  const distinct = entries.filter(
    (entry, place) => entries.findIndex((other) => agree(other, entry, attribute)) === place,
  )
  return isList || type === 'array' ? distinct : distinct.map(String).join(', ')
}

/** Null when there is something that is no number. Amounts are added in minor units. */
function calculate(
  candidates: readonly Candidate[],
  { type }: Attribute,
  strategy: 'sum' | 'min' | 'max',
): unknown {
  const values = candidates.map(({ value }) => value)
  if (strategy !== 'sum' && values.every((value) => typeof value === 'string')) {
    const sorted = values.toSorted()
    return strategy === 'min' ? sorted[0]! : sorted.at(-1)!
  }
  if (!values.every((value) => typeof value === 'number')) return null
  if (strategy !== 'sum') return Math[strategy](...values)
  const currency = candidates[0]!.currency ?? 'USD'
  if (type !== 'money') return values.reduce((total, value) => total + value, 0)
  const cents = values.map((value) => toCents(value, currency))
  const total = cents.reduce<number | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + amount),
    0,
  )
  return total === null ? null : toMajor(total, currency)
}
