import type { Cents } from '../../../values/money.ts'
import type { PlacedDate } from '../../print/read-line.ts'
import type { FigureLabel } from '../../vocabulary/vocabulary.ts'

/** A labelled figure of the print: `Beginning balance on April 1   $5,324.77`. */
export interface Figure {
  label: FigureLabel
  cents: Cents
  phrase: string
  /** A mark of credit stands behind it: of a card what the holder has, not what he owes. */
  isCredit?: boolean
  /** A date printed with it, as in `Ending balance on 04/30`. */
  date: PlacedDate | null
  /** A count printed with it, as in `Total Credits (6)`. */
  count: number | null
  line: number
  /** The label is a carry between pages: `balance brought forward`. */
  isCarry: boolean
  /** Rows stand below it: what is carried over ends nothing. */
  isPassed?: boolean
  /** It sums up the lines right above it, which are no rows: services and what each costs. */
  isOfList?: boolean
  /** Where its label stands, as a row's box is placed. */
  place?: Place
}

/** A place on the pages: further down is larger. */
export interface Place {
  page: number
  y0: number
}
