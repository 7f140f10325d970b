import { hasPhrase, plainWords } from '../../../vocabulary/plain-words.ts'
import type { GridRow } from '../grid-row.ts'
import type { Column } from './header.ts'

/** What stands in a column where it is filled. */
export function valuesIn(rows: readonly GridRow[], { index }: Pick<Column, 'index'>): string[] {
  return rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
}

/** A merchant's tidy name beside the print of its bank has words of it in most rows. */
export function repeats(
  column: Pick<Column, 'index'>,
  best: Pick<Column, 'index'>,
  rows: readonly GridRow[],
): boolean {
  const pairs = rows
    .map(({ cells }) => [cells[column.index] ?? '', cells[best.index] ?? ''] as const)
    .filter(([own, other]) => own !== '' && other !== '')
  const same = pairs.filter(([own, other]) => {
    const words = longWords(other)
    return longWords(own).some((word) => words.includes(word))
  })
  return same.length * 2 > pairs.length
}

export function longWords(text: string): string[] {
  return plainWords(text)
    .split(' ')
    .filter((word) => word.length > 3)
}

/** Whether a column has all the words of another one in most rows, and more. */
export function contains(
  column: Pick<Column, 'index'>,
  other: Pick<Column, 'index'>,
  rows: readonly GridRow[],
): boolean {
  const pairs = rows
    .map(({ cells }) => [cells[column.index] ?? '', cells[other.index] ?? ''] as const)
    .filter(([, part]) => part !== '')
  const whole = pairs.filter(([text, part]) => hasPhrase(plainWords(text), plainWords(part)))
  return whole.length * 2 > pairs.length && whole.some(([text, part]) => text.length > part.length)
}
