import { capitals } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

/** Given names that are common in English, Spanish, French, German, Indian and Chinese speech. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  readRows(new URL('first-names.csv', import.meta.url), { name: capitals }, ['name']).map(
    ({ name }) => name,
  ),
)
