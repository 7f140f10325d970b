import { buildLine, type PrintLine } from '../pdf/lines.ts'
import type { Word } from '../pdf/words.ts'

// `21 406.77`: a blank, not the gap of a column, before the last three digits
const PARTED = /(?<![\d.,'’])\d{1,3}(?: \d{3})+\.\d{2}(?!\d)/g
// `1,234.56`   `1'234.56`   `1234.56`
const UNPARTED = /\d[,'’]\d{3}\.\d{2}(?!\d)|\d{4}\.\d{2}(?!\d)/
/** Fewer may be numbers that stand before an amount. */
const LEAST_PARTED = 3

/**
 * The lines with the thousands of amounts joined, `21 406.77` as `21,406.77`, where the document
 * prints no amount above a thousand in any other way. Other lines stay.
 */
export function withJoinedThousands(lines: readonly PrintLine[]): readonly PrintLine[] {
  if (lines.some(({ text }) => UNPARTED.test(text))) return lines
  const parted = lines.flatMap(({ text }) => text.match(PARTED) ?? [])
  if (parted.length < LEAST_PARTED) return lines
  return lines.map((line) => {
    const starts = [...line.text.matchAll(PARTED)].map(({ 0: { length }, index }) => ({
      from: index,
      to: index + length,
    }))
    return starts.length === 0 ? line : buildLine(joinWords(line, starts), line.page)
  })
}

function joinWords(
  { words, offsets }: PrintLine,
  amounts: readonly { from: number; to: number }[],
): Word[] {
  const joined: Word[] = []
  words.forEach((word, at) => {
    const from = offsets[at]!
    const isFurther = amounts.some((amount) => from > amount.from && from < amount.to)
    const last = joined.at(-1)
    if (isFurther && last)
      joined[joined.length - 1] = { ...last, text: `${last.text},${word.text}`, x1: word.x1 }
    else joined.push(word)
  })
  return joined
}
