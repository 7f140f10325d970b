import { buildLine, type PrintLine } from '../pdf/lines.ts'

// `01/10*`   `10.01.2026†`
const MARKED = /^(\d{1,4}(?:[-/.]\d{1,2}){1,2}(?:[-/.]\d{2,4})?)[*†‡^]+$/

/** The lines without the marks of footnotes behind a day, which are no words of its row. */
export function withoutMarks(lines: readonly PrintLine[]): readonly PrintLine[] {
  return lines.map((line) => {
    if (!line.words.some(({ text }) => MARKED.test(text))) return line
    const words = line.words.map((word) => ({ ...word, text: word.text.replace(MARKED, '$1') }))
    return buildLine(words, line.page)
  })
}
