import { findCategory } from '../../values/categories.ts'
import type { AssignedCategory } from '../../values/transaction.ts'
import { LAYERS } from './layers.ts'
import type { Answer, Context, Row } from '../row.ts'

/** Layers that are asked only when nobody else has answered. */
const LAST_RESORTS = new Set(['model', 'guess', 'default'])

/** The primary and at most two runners-up. */
const KEPT_ANSWERS = 3

/**
 * The categories of a row: first that of the first layer that answers, then what later layers
 * would have said. Never empty, because the last layer answers by sign.
 */
export function classify(row: Row, context: Context): AssignedCategory[] {
  const answers: Answer[] = []
  for (const layer of LAYERS) {
    if (answers.length > 0 && LAST_RESORTS.has(layer.name)) continue
    const answer = layer.answer(row, context)
    if (!answer || answers.some(({ slug }) => slug === answer.slug)) continue
    answers.push(answer)
    if (answers.length === KEPT_ANSWERS) break
  }
  return answers.map((answer) => ({ ...answer, name: findCategory(answer.slug)!.name }))
}
