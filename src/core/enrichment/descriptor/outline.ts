import type { Scan } from '../text/scan.ts'

/** Stands for a word that changes from one occurrence to the next; no phrase has it. */
export const REFERENCE = '00000'

const BLANK = 32
const ZERO = 48

/** The outline of the last scan as codes, and a number that equal outlines share. */
export interface Outline {
  codes: Buffer
  length: number
  hash: number
}

const line: Outline = { codes: Buffer.alloc(1024), length: 0, hash: 0 }

/**
 * The words of a scan with `REFERENCE` for each reference that `isKnown` does not know: descriptors
 * of one outline mean the same. A descriptor of nothing but references keeps them. Valid until the
 * next call of a function of this file.
 */
export function buildOutline(scan: Scan, isKnown: (scan: Scan, word: number) => boolean): Outline {
  const { count, starts, ends, references } = scan
  const needed = (REFERENCE.length + 1) * (scan.codes.length + 1)
  if (line.codes.length < needed) line.codes = Buffer.alloc(needed)
  const { codes } = line
  const isNamed = hasName(scan)
  let hash = 0x811c9dc5
  let at = 0
  for (let word = 0; word < count; word += 1) {
    if (at > 0) codes[at++] = BLANK
    if (isNamed && references[word] === 1 && !isKnown(scan, word)) {
      for (let digit = 0; digit < REFERENCE.length; digit += 1) codes[at++] = ZERO
      hash = Math.imul(hash ^ ZERO, 0x01000193)
      continue
    }
    for (let from = starts[word]!; from < ends[word]!; from += 1) {
      const code = scan.codes[from]!
      hash = Math.imul(hash ^ code, 0x01000193)
      codes[at++] = code
    }
    hash = Math.imul(hash ^ BLANK, 0x01000193)
  }
  line.length = at
  line.hash = hash >> 1
  return line
}

function hasName({ count, references }: Scan): boolean {
  for (let word = 0; word < count; word += 1) if (references[word] === 0) return true
  return false
}

export function isOutline({ codes, length }: Outline, text: string): boolean {
  if (text.length !== length) return false
  for (let at = 0; at < length; at += 1) if (text.charCodeAt(at) !== codes[at]) return false
  return true
}

export function textOfOutline({ codes, length }: Outline): string {
  return codes.toString('latin1', 0, length)
}

/** The words for which `isKept` holds, with blanks between them. */
export function joinWords(scan: Scan, isKept: (word: number) => boolean): string {
  const { count, starts, ends } = scan
  const { codes } = line
  let at = 0
  for (let word = 0; word < count; word += 1) {
    if (!isKept(word)) continue
    if (at > 0) codes[at++] = BLANK
    for (let from = starts[word]!; from < ends[word]!; from += 1) codes[at++] = scan.codes[from]!
  }
  return codes.toString('latin1', 0, at)
}
