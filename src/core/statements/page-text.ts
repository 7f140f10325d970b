import type { Box } from './statement.ts'

/** The text of one page in reading order: lines from top to bottom, each with its place. */
export interface PageText {
  /** 1-based. */
  number: number
  /** Size in points, as displayed (after the page's own rotation). */
  width: number
  height: number
  lines: TextLine[]
  /** What stands across the page, such as VOID; it belongs to no line. */
  stamps?: readonly string[]
}

/** One line of print; words stand apart by one blank. */
export interface TextLine {
  text: string
  box: Box
  /** The line's words with their places; absent where only whole lines are known. */
  words?: readonly TextWord[]
}

export interface TextWord {
  text: string
  box: Box
}

/** Words in small letters that make a line one of running text. */
const PROSE_WORDS = 10

/** Whether a line is part of a sentence that runs over it, and no heading, label or row. */
export function isRunning(text: string): boolean {
  return text.split(' ').filter((word) => /^\W*\p{Ll}{2,}/u.test(word)).length >= PROSE_WORDS
}
