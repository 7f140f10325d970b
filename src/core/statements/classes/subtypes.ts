import { flag, list, choice, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { DOCUMENT_CLASSES } from './index.ts'

/** One subtype of a class (taxonomy section 8) and the phrases that it is known by. */
export interface DocumentSubtype {
  documentClass: string
  subtype: string
  cues: string[]
  /** A form by itself: where it changes, another document begins. */
  isForm: boolean
}

/**
 * Subtypes in the order in which they are tried within a class: narrower phrases first (`1120 s`
 * before `1120`), the one without cues last, for documents of the class that show none.
 */
export const DOCUMENT_SUBTYPES: readonly DocumentSubtype[] = readRows(
  new URL('subtypes.csv', import.meta.url),
  {
    documentClass: choice(
      DOCUMENT_CLASSES.map(({ name }) => name),
      'a class of classes.csv',
    ),
    subtype: text,
    isForm: flag,
    cues: list(text),
  },
  ['documentClass', 'subtype'],
)
