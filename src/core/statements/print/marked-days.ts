import { buildLine, type PrintLine } from '../pdf/lines.ts'

// `01/10*`   `10.01.2026†`
const MARKED = /^(\d{1,4}(?:[-/.]\d{1,2}){1,2}(?:[-/.]\d{2,4})?)[*†‡^]+$/
// `⧫` behind `$18.72`
const MARK = /^[†‡§¶⧫◆◇◊♦•▲△●○■□★☆^]{1,3}$/
const FIGURE_END = /\d(?:\)|cr|dr|-)?$/i

/** The lines without the marks of footnotes behind a day or a figure, which are no words of its row. */
export function withoutMarks(lines: readonly PrintLine[]): readonly PrintLine[] {
  return lines.map((line) => {
    const { words } = line
    const isMark = (at: number): boolean =>
      at > 0 && MARK.test(words[at]!.text) && FIGURE_END.test(words[at - 1]!.text)
    if (!words.some(({ text }, at) => MARKED.test(text) || isMark(at))) return line
    const left = words
      .filter((_, at) => !isMark(at))
      .map((word) => ({ ...word, text: word.text.replace(MARKED, '$1') }))
    return buildLine(left, line.page)
  })
}
