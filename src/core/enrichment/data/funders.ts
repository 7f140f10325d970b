import {
  capitals,
  flag,
  list,
  numberWithin,
  choice,
  optional,
  text,
} from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { FUNDER_TYPES, type FunderType } from './funder-types.ts'

/** A financier and the words by which bank descriptors name it. */
export interface Funder {
  name: string
  type: FunderType
  /** Beside the upper-case name, which is always an alias. */
  aliases: readonly string[]
  /** Indicative factor rate, a weak public figure: only the default of formulas P13. */
  factor?: number
  /** The words are common ones: a second cue is needed (formulas P1). */
  isAmbiguous?: boolean
}

/** Nobody sells for less than is paid out, nor for twice as much. */
const FACTOR = numberWithin(1, 2)

/** Merchant cash, revenue-based, platform, term and line lenders (formulas 9.5). */
export const FUNDERS: readonly Funder[] = readFunders('funders.csv')

/** Factors, lessors, collectors and relief firms (formulas 9.6). */
export const OTHER_FINANCIERS: readonly Funder[] = readFunders('other-financiers.csv')

function readFunders(file: string): Funder[] {
  const rows = readRows(
    new URL(file, import.meta.url),
    {
      name: text,
      type: choice(FUNDER_TYPES, 'a type of funder'),
      factor: optional(FACTOR),
      isAmbiguous: flag,
      aliases: list(capitals),
    },
    ['name'],
  )
  return rows.map(({ name, type, factor, isAmbiguous, aliases }) => ({
    name,
    type,
    ...(factor === null ? {} : { factor }),
    ...(isAmbiguous ? { isAmbiguous } : {}),
    aliases,
  }))
}
