import type { PageText, TextLine } from '../../page-text.ts'
import { buildCell, toCellPage, type Cell } from '../print/cells.ts'

// `3. ` before the heading of a section
const NUMBER = String.raw`(?:\d{1,2}\.\s*)?`
// OWNER 1 INFORMATION   Owner #2   Principal 2:   Second Owner   Co-Owner   Owner / Officer #1
const ROLE = "(?:owner|principal|partner|guarantor|co-?owner|officer|proprietor)(?:['’]?s)?"
const ROLES = String.raw`(?:corporate\s+)?${ROLE}(?:\s*[/&]\s*${ROLE})*`
const PART = String.raw`(?:\s+(?:information|details|profile|data))?\s*:?`
const HEADING = new RegExp(
  String.raw`^${NUMBER}(?:(?:business )?${ROLES}\s*(?:#|no\.?)?\s*[1-4]${PART}` +
    String.raw`|(?:first|second|third|fourth|primary|secondary|additional)\s+${ROLES}${PART}` +
    String.raw`|co-?owner${PART}` +
    String.raw`|${ROLES}\s+(?:information|details|profile|data)\s*:?)$`,
  'i',
)
// Owner   Principal owner   Owner / principal: a heading where an owner's name is the next label
const BARE = new RegExp(String.raw`^${NUMBER}(?:principal\s+)?${ROLES}\s*:?$`, 'i')
// Name   Full name   Owner name   First Name
const NAME = /^(?:(?:owner|principal|full|first|last|legal)(?:['’]s)?\s+){0,2}name\b/i
// By signing below   Bank information   Open loans: what ends the last of the blocks.
const END = new RegExp(
  String.raw`^${NUMBER}(?:by signing|(?:i|we|each|the undersigned|the applicant|each of the undersigned)\b.*` +
    String.raw`\b(?:authori[sz]e|certif|represent|agree)` +
    String.raw`|authorization|certification|signatures?\b|agreement|applicant` +
    String.raw`|the undersigned|i\/we|bank(?:ing)? (?:information|details|and)|references|trade references` +
    String.raw`|(?:current |existing |other )?obligations|outstanding (?:balances?|loans|cash|advances|debts?)\b` +
    String.raw`|existing|open (?:loans|advances|cash)|current (?:loans|advances|debts?)` +
    String.raw`|(?:business|merchant|company|funding|financial|property|landlord|processing|broker)` +
    String.raw` (?:information|details|request|premises)|premises|your request|referred by)`,
  'i',
)

/** A part of a page, as displayed. */
export interface Area {
  page: number
  x0: number
  x1: number
  top: number
  bottom: number
}

/** The areas under the headings of owners, in order. */
export function listOwnerAreas(pages: readonly PageText[]): Area[] {
  return pages.flatMap((page) => {
    const { cells } = toCellPage(page)
    const headings = cells.filter((cell) => isHeading(cell, cells))
    return headings.map((cell) => toArea(page, cell, { headings, cells }))
  })
}

function isHeading(cell: Cell, cells: readonly Cell[]): boolean {
  const text = cell.text.trim()
  if (HEADING.test(text)) return true
  if (!BARE.test(text) || cells.some((other) => other !== cell && other.line === cell.line))
    return false
  const next = cells.find(({ line }) => line === cell.line + 1)
  return next !== undefined && NAME.test(next.text.trim())
}

/** What stands in an area, as a page of its own. */
export function cutArea(pages: readonly PageText[], area: Area): PageText[] {
  return pages
    .filter(({ number }) => number === area.page)
    .map((page) => ({ ...page, lines: keepLines(page, (x, y) => isIn(area, x, y)) }))
}

/** What stands in none of the areas. */
export function cutAround(pages: readonly PageText[], areas: readonly Area[]): PageText[] {
  return pages.map((page) => {
    const own = areas.filter((area) => area.page === page.number)
    if (own.length === 0) return page
    return { ...page, lines: keepLines(page, (x, y) => !own.some((area) => isIn(area, x, y))) }
  })
}

function isIn({ x0, x1, top, bottom }: Area, x: number, y: number): boolean {
  return x >= x0 && x < x1 && y >= top && y < bottom
}

/** Headings beside each other part the page into columns. */
function toArea(
  page: PageText,
  cell: Cell,
  { headings, cells }: { headings: readonly Cell[]; cells: readonly Cell[] },
): Area {
  const level = headings.filter((other) => Math.abs(other.box[1] - cell.box[1]) < 3)
  const right = level.map(({ box }) => box[0]).filter((x0) => x0 > cell.box[0])
  const isFirst = level.every(({ box }) => box[0] >= cell.box[0])
  const top = cell.box[3] - 1
  const ends = cells
    .filter((other) => other.box[1] > top)
    .filter((other) => headings.includes(other) || END.test(other.text.trim()))
    .map(({ box }) => box[1])
  return {
    page: page.number,
    x0: isFirst ? 0 : cell.box[0] - 4,
    x1: Math.min(Infinity, ...right) - 4,
    top: top - 2,
    bottom: Math.min(page.height, ...ends) - 1,
  }
}

function keepLines(page: PageText, keeps: (x: number, y: number) => boolean): TextLine[] {
  return page.lines.flatMap((line) => {
    const { words } = line
    if (!words) return keeps(line.box[0], line.box[1]) ? [line] : []
    const kept = words.filter(({ box }) => keeps(box[0], line.box[1]))
    if (kept.length === 0) return []
    const { text, box } = buildCell(kept, { page: 0, line: 0 })
    return [{ text, box, words: kept }]
  })
}
