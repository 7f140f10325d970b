import type { PageText, TextLine } from '../../page-text.ts'
import { buildCell, toCellPage, type Cell } from '../print/cells.ts'

// OWNER 1 INFORMATION   Owner #2   Principal 2:   Second Owner   Co-Owner   Additional owner
const ROLE = 'owner|principal|partner|guarantor|co-?owner|officer'
const PART = String.raw`(?:\s+(?:information|details|profile))?\s*:?`
const HEADING = new RegExp(
  String.raw`^(?:(?:business )?(?:${ROLE})\s*(?:#|no\.?)?\s*[1-4]` +
    String.raw`|(?:first|second|third|fourth|primary|secondary|additional)\s+(?:${ROLE})` +
    String.raw`|co-?owner)${PART}$`,
  'i',
)
// By signing below   Bank information   Open loans: what ends the last of the blocks.
const END = new RegExp(
  String.raw`^(?:by signing|authorization|certification|signatures?\b|agreement|applicant` +
    String.raw`|the undersigned|i\/we|bank information|references|obligations|outstanding` +
    String.raw`|existing|open (?:loans|advances))`,
  'i',
)

interface Heading {
  cell: Cell
  x0: number
  x1: number
}

/** The print under each heading of an owner, in order, as pages of their own. */
export function listOwnerBlocks(pages: readonly PageText[]): PageText[] {
  return pages.flatMap((page) => {
    const { cells } = toCellPage(page)
    const headings = cells.filter(({ text }) => HEADING.test(text.trim()))
    return headings.map((cell) => cutBlock(page, toColumn(cell, headings), cells))
  })
}

/** Headings beside each other part the page into columns. */
function toColumn(cell: Cell, headings: readonly Cell[]): Heading {
  const level = headings.filter((other) => Math.abs(other.box[1] - cell.box[1]) < 3)
  const right = level.map(({ box }) => box[0]).filter((x0) => x0 > cell.box[0])
  const isFirst = level.every(({ box }) => box[0] >= cell.box[0])
  return { cell, x0: isFirst ? 0 : cell.box[0] - 4, x1: Math.min(Infinity, ...right) - 4 }
}

function cutBlock(page: PageText, { cell, x0, x1 }: Heading, cells: readonly Cell[]): PageText {
  const top = cell.box[3] - 1
  const ends = cells
    .filter(({ text, box }) => box[1] > top && (HEADING.test(text.trim()) || END.test(text)))
    .map(({ box }) => box[1])
  const bottom = Math.min(page.height, ...ends) - 1
  const lines = page.lines
    .filter(({ box }) => box[1] >= top - 2 && box[1] < bottom)
    .flatMap((line) => keepColumn(line, x0, x1) ?? [])
  return { ...page, lines }
}

function keepColumn(line: TextLine, x0: number, x1: number): TextLine | null {
  const words = line.words?.filter(({ box }) => box[0] >= x0 && box[0] < x1)
  if (!words) return line
  if (words.length === 0) return null
  const { text, box } = buildCell(words, { page: 0, line: 0 })
  return { text, box, words }
}
