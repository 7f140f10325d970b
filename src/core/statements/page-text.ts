import type { Box } from './statement.ts'

/** The text of one page in reading order: lines from top to bottom, each with its place. */
export interface PageText {
  /** 1-based. */
  number: number
  /** Size in points, as displayed (after the page's own rotation). */
  width: number
  height: number
  lines: TextLine[]
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
