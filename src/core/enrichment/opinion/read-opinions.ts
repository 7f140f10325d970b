import { CATEGORIES } from '../../values/categories.ts'
import { REVIEW_CONFIDENCE } from '../flags.ts'
import type { Question } from './question.ts'

/** The category that an outside model gives a line; never sure enough to end its review. */
export interface Opinion {
  /** Index of the question. */
  index: number
  slug: string
  confidence: number
}

/** The highest confidence of an opinion. */
const CONFIDENCE_MAX = REVIEW_CONFIDENCE - 0.01

const LEAVES = new Map(
  CATEGORIES.filter(({ parentSlug }) => parentSlug !== 'uncategorized').map((one) => [
    one.slug,
    one,
  ]),
)

/**
 * The usable opinions in a model's response: a leaf of the taxonomy with the sign of the line and a
 * confidence from 0 to 1. Everything else is dropped, and so is a line that occurs twice. Null when
 * the text holds no list.
 */
export function readOpinions(text: string, questions: readonly Question[]): Opinion[] | null {
  const items = parseItems(text)
  if (items === null) return null
  const opinions = items.flatMap((item) => opinionIn(item, questions))
  const counts = Map.groupBy(opinions, ({ index }) => index)
  return opinions.filter(({ index }) => counts.get(index)!.length === 1)
}

/** Models put sentences and fences around the JSON. */
function parseItems(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    const { lines: items } = parsed as { lines?: unknown }
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
