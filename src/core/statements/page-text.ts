import type { Box } from './statement.ts'

/** The text of one page as a person reads it: lines from top to bottom, each with its place. */
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
}
