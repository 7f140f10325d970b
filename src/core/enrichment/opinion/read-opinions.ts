import { CATEGORIES } from '../../values/categories.ts'
import { REVIEW_CONFIDENCE } from '../flags.ts'
import type { Question } from './question.ts'

/** What somebody outside takes a line for; never sure enough to end its review. */
export interface Opinion {
  /** Of the question, from zero. */
  index: number
  slug: string
  confidence: number
}

/** The surest that an opinion can be. */
const CONFIDENCE_MAX = REVIEW_CONFIDENCE - 0.01

const LEAVES = new Map(
  CATEGORIES.filter(({ parentSlug }) => parentSlug !== 'uncategorized').map((one) => [
    one.slug,
    one,
  ]),
)

/**
 * The usable opinions in a model's answer: a leaf of the taxonomy whose sign is the line's, with a
 * confidence from 0 to 1. Whatever else stands there is left out, as is a line that is answered
 * twice. Null when the text is no answer at all.
 */
export function readOpinions(text: string, questions: readonly Question[]): Opinion[] | null {
  const items = parseItems(text)
  if (items === null) return null
  const opinions = items.flatMap((item) => opinionIn(item, questions))
  const counts = Map.groupBy(opinions, ({ index }) => index)
  return opinions.filter(({ index }) => counts.get(index)!.length === 1)
}

/** Models put sentences and fences around what they were asked for. */
function parseItems(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    const { answers: items } = parsed as { answers?: unknown }
    return Array.isArray(items) ? items : null
  } catch {
    return null
  }
}

function opinionIn(item: unknown, questions: readonly Question[]): Opinion[] {
  if (typeof item !== 'object' || item === null) return []
  const { line, category, confidence } = item as Record<string, unknown>
  const question = typeof line === 'number' ? questions[line - 1] : undefined
  const leaf = typeof category === 'string' ? LEAVES.get(category) : undefined
  const isSure = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  if (!question || !leaf || !isSure) return []
  const isInflow = question.direction === 'inflow'
  if (leaf.sign !== 'both' && (leaf.sign === 'in') !== isInflow) return []
  const index = (line as number) - 1
  return [{ index, slug: leaf.slug, confidence: Math.min(confidence, CONFIDENCE_MAX) }]
}
