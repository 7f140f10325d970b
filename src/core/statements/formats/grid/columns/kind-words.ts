import { plainWords } from '../../../vocabulary/plain-words.ts'
import type { GridRow } from '../grid-row.ts'
import { listed } from '../words/lists.ts'
import { INFLOW_WORDS, OUTFLOW_WORDS } from '../words/sign-words.ts'
import { valuesIn } from './column-values.ts'
import type { Column } from './header.ts'

const KIND_WORDS: ReadonlySet<string> = new Set(listed('kind_word'))
const KINDS_SHARE = 0.8

/** Whether a column says of most rows how the money moved, and of none what it was for. */
export function holdsKinds(column: Column, rows: readonly GridRow[]): boolean {
  const values = valuesIn(rows, column)
  return values.length > 0 && values.filter(isKind).length >= values.length * KINDS_SHARE
}

/** `VIITESIIRTO`, `Übertrag / Überweisung`, `CARD PAYMENT` */
function isKind(value: string): boolean {
  const words = plainWords(value)
    .split(' ')
    .filter((word) => word.length > 2)
  return words.length > 0 && words.every(isKindWord)
}

/** Whether a word of a text is one for a way that money moves. */
export function namesKind(text: string): boolean {
  return plainWords(text)
    .split(' ')
    .some((word) => KIND_WORDS.has(word))
}

function isKindWord(word: string): boolean {
  return KIND_WORDS.has(word) || OUTFLOW_WORDS.has(word) || INFLOW_WORDS.has(word)
}
