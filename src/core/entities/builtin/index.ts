import { choice, list, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import type { Entity } from '../entity.ts'
import { readAttributes } from './attributes.ts'

/** Order in which an entity stands among the others; gaps leave room. */
const STEP = 10

/**
 * The entities that every submission has (resources section 15); ids are names, from which the
 * wire's ids are derived.
 */
export const BUILTIN_ENTITIES: readonly Entity[] = readEntities()

function readEntities(): Entity[] {
  const rows = readRows(
    new URL('entities.csv', import.meta.url),
    {
      name: text,
      label: text,
      description: text,
      cardinality: choice(['one', 'many'], 'a cardinality'),
      identityAttributes: list(text),
    },
    ['name'],
  )
  const attributes = readAttributes(rows.map(({ name }) => name))
  return rows.map((row, place) => ({
    ...row,
    id: row.name,
    order: (place + 1) * STEP,
    attributes: attributes.get(row.name) ?? [],
  }))
}
