import { buildLine, type PrintLine } from '../../pdf/lines.ts'
import type { Word } from '../../pdf/words.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import { plainWord } from '../../vocabulary/phrases.ts'
import type { Writing } from '../places/table-lines.ts'

/** Fewer broken figures may be chance. */
const LEAST_BROKEN = 3
/** The parts of a broken word begin under each other, in points. */
const DRIFT = 1.5
/** Lines of one cell stand nearer to each other than this share of their height. */
const NEAR = 0.5

/**
 * The lines with figures and names of columns joined that cells too narrow for them break over two
 * lines, wherever the last letter that fits stands: `1,22,206.` over `78`, `Withdraw` over `al`.
 * Null where there are too few.
 */
export function withJoinedCells(
  lines: readonly PrintLine[],
  { lexicon }: Writing,
): PrintLine[] | null {
  const words = lines.map((line) => [...line.words])
  let count = 0
  for (const [at, line] of lines.entries()) {
    const below = lines[at + 1]
    if (!below || below.page !== line.page || below.y0 - line.y1 > NEAR * (line.y1 - line.y0))
      continue
    for (const part of below.words) {
      const index = words[at]!.findIndex((word) => isBroken(word, part, lexicon))
      if (index < 0) continue
      words[at]![index] = joined(words[at]![index]!, part)
      words[at + 1] = words[at + 1]!.filter((word) => word !== part)
      if (/\d/.test(part.text)) count += 1
    }
  }
  if (count < LEAST_BROKEN) return null
  return lines.flatMap(({ page }, at) =>
    words[at]!.length === 0 ? [] : [buildLine(words[at]!, page)],
  )
}

function joined(word: Word, { text, x1 }: Word): Word {
  return { ...word, text: word.text + text, x1: Math.max(word.x1, x1) }
}

// 1,22,206.78   2,36,781.50   1.222.206,78
const WHOLE = /^-?\d{1,3}(?:,\d{2,3})*\.\d{2}$|^-?\d{1,3}(?:\.\d{3})*,\d{2}$/
const PART = /^[\d.,]{1,6}$/

function isBroken(word: Word, part: Word, { columns }: Lexicon): boolean {
  if (Math.abs(word.x0 - part.x0) > DRIFT) return false
  const whole = word.text + part.text
  if (PART.test(part.text)) return !WHOLE.test(word.text) && WHOLE.test(whole)
  const isRest = /^\p{Ll}+$/u.test(part.text) && /^\p{L}+$/u.test(word.text)
  return isRest && !columns.next.has(plainWord(word.text)) && columns.next.has(plainWord(whole))
}
