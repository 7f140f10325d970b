import type { Scan } from './scan.ts'

/** Stands for a word that changes from one occurrence to the next; no phrase has it. */
export const REFERENCE = '00000'

const BLANK = 32
const ZERO = 48

let line = Buffer.alloc(1024)

/**
 * The words of a scan with `REFERENCE` for each reference that `isKnown` does not know: descriptors
 * of one outline say the same. Where there is nothing but references they are what is said.
 */
export function outlineOf(scan: Scan, isKnown: (scan: Scan, word: number) => boolean): string {
  const { codes, count, starts, ends, references } = scan
  const needed = (REFERENCE.length + 1) * (codes.length + 1)
  if (line.length < needed) line = Buffer.alloc(needed)
  const isNamed = references.subarray(0, count).includes(0)
  let at = 0
  for (let word = 0; word < count; word += 1) {
    if (at > 0) line[at++] = BLANK
    const isLeftOut = isNamed && references[word] === 1 && !isKnown(scan, word)
    if (isLeftOut) {
      line.fill(ZERO, at, at + REFERENCE.length)
      at += REFERENCE.length
      continue
    }
    for (let from = starts[word]!; from < ends[word]!; from += 1) line[at++] = codes[from]!
  }
  return line.toString('latin1', 0, at)
}

/** The words for which `isKept` holds, with blanks between them. */
export function joined(scan: Scan, isKept: (word: number) => boolean): string {
  const { codes, count, starts, ends } = scan
  let text = ''
  for (let word = 0; word < count; word += 1) {
    if (!isKept(word)) continue
    text += `${text === '' ? '' : ' '}${codes.toString('latin1', starts[word], ends[word])}`
  }
  return text
}
