import type { PrintLine } from '../../pdf/lines.ts'
import type { Writing } from '../places/table-lines.ts'
import { withBareDays } from './bare-days.ts'
import { withJoinedCells } from './broken-cells.ts'
import { withHeadedDays } from './day-headings.ts'
import { withDaysBefore } from './days-below.ts'
import { withoutPanels } from './side-panels.ts'
import { withSummedGroups } from './summed-groups.ts'

/** Lines in another order than the print has them. */
export interface Rearranged {
  lines: readonly PrintLine[]
  /** What a reading of them notes. */
  choice: string
  /** Read even if not all agrees, where the print as it stands yields no row. */
  isBetterThanNone?: boolean
}

const BESIDE = 'Print beside the table is read apart from it: only then does it reconcile.'
const GROUPED = 'Days and signs above rows are those of the rows: only then does it reconcile.'
const BROKEN = 'Figures that narrow cells break are joined: only then does it reconcile.'
const BARE = 'Numbers of four digits under a head of days are days.'
const BELOW = 'Days under amounts are those of their rows.'

/** The ways to rearrange the lines, likeliest first; each costs a reading. */
export function* listRearrangements(
  lines: readonly PrintLine[],
  writing: Writing,
): Generator<Rearranged> {
  const whole = withJoinedCells(lines, writing)
  if (whole) yield { lines: whole, choice: BROKEN }
  for (const print of withoutPanels(lines)) yield { lines: print, choice: BESIDE }
  for (const regroup of [withSummedGroups, withHeadedDays]) {
    const grouped = regroup(lines, writing)
    if (grouped) yield { lines: grouped, choice: GROUPED }
  }
  const dated = withBareDays(lines, writing)
  if (dated) yield { lines: dated, choice: BARE, isBetterThanNone: true }
  const dayFirst = withDaysBefore(lines, writing)
  if (dayFirst) yield { lines: dayFirst, choice: BELOW, isBetterThanNone: true }
}
