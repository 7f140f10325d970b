import { text } from '../../../values/rows/cells.ts'
import { readRows } from '../../../values/rows/rows.ts'

export const DETAIL_NAMES: ReadonlyMap<string, string> = new Map(
  readRows(new URL('./type-codes.csv', import.meta.url), { code: text, name: text }, ['code']).map(
    ({ code, name }) => [code, name],
  ),
)

export const CHECK_CODES: ReadonlySet<string> = new Set(['395', '474', '475'])

export const NON_MONETARY_CODE = '890'

/** Ranges of detail codes by direction (BAI2 specification, appendix A). */
const DIRECTIONS = [
  { from: 100, to: 399, sign: 1 },
  { from: 400, to: 699, sign: -1 },
  { from: 700, to: 759, sign: 1 },
  { from: 760, to: 799, sign: -1 },
  { from: 920, to: 959, sign: 1 },
  { from: 960, to: 999, sign: -1 },
] as const

/** 1 for a credit, −1 for a debit, null for a code that is neither. */
export function getDirection(code: string): 1 | -1 | null {
  // 475
  if (!/^\d{3}$/.test(code)) return null
  const number = Number(code)
  return DIRECTIONS.find(({ from, to }) => number >= from && number <= to)?.sign ?? null
}
