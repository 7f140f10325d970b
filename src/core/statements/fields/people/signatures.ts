import type { PageText } from '../../page-text.ts'
import type { Box } from '../../statement.ts'
import { boxOfText, toCellPage, type Cell, type CellPage } from '../print/cells.ts'

/** A place for a signature: its label, and where the pen or a name would leave it. */
export interface SignaturePlace {
  page: number
  label: Box
  /** Where ink is looked for. */
  region: Box
  /** Print of other lines that reaches into the region. */
  others: Box[]
}

// Signature:   Owner's Signature   Signature of Owner   Second owner signature: A. Bell
const LABEL = new RegExp(
  String.raw`^(?:x\s+)?(?:(?:[\p{L}'’/&-]+\s+){0,3}(?:#?\s?[1-4]\s+)?e?-?signature` +
    String.raw`(?:\s+(?:of|#|no\.?)\s*[\p{L}\d'’/&. -]{1,30})?(?:\s*#?\s?[1-4])?|signed by|sign here)` +
    String.raw`\s*(?:[\s_]*$|(?<colon>:)(?:[\s_]*$|\s*(?:\S+\s*){1,5}$))`,
  'iu',
)
// Signature date   Date of signature: no place for a name
const NO_PLACE = /\bdate\b/i

/** The places for signatures on these pages, from top to bottom and left to right. */
export function listSignaturePlaces(pages: readonly PageText[]): SignaturePlace[] {
  return pages.map(toCellPage).flatMap((page) =>
    page.cells.flatMap((cell) => {
      const match = LABEL.exec(cell.text.trim())
      if (!match || NO_PLACE.test(cell.text)) return []
      const colon = match.groups!.colon === undefined ? -1 : cell.text.indexOf(':')
      const box = colon < 0 ? cell.box : boxOfText(cell, 0, colon + 1)
      const label = { ...cell, box }
      const isOver = /^signed by/i.test(cell.text)
      const region = findRegion(page, { cell, label }, { isOver, hasColon: colon >= 0 })
      const others = listOthers(page, cell, region)
      return [{ page: page.number, label: box, region, others }]
    }),
  )
}

/** The region's width where nothing bounds it, in points. */
const WIDTH = 210

function findRegion(
  page: CellPage,
  { cell, label }: { cell: Cell; label: Cell },
  { isOver, hasColon }: { isOver: boolean; hasColon: boolean },
): Box {
  const [x0, y0, x1, y1] = label.box
  const height = y1 - y0
  const start = hasColon && !isOver ? x1 : x0
  const right = page.cells
    .filter((other) => other !== cell && isLevel(other, label) && other.box[0] >= x1)
    // A word on the line itself may be the signature, as recognition reads it.
    .filter(({ text }) => !hasColon || isOver || /:|date/i.test(text))
    .map(({ box }) => box[0])
  const end = Math.min(page.width - 10, start + WIDTH, ...right.map((x) => x - 4))
  if (isOver) return [x0, y1 + 0.5, end, y1 + 3 * height]
  if (hasColon) return [x1 + 2, y0 - 1.1 * height, end, y1 + 0.4 * height]
  return [x0, y0 - 3.4 * height, end, y0 - 1]
}

function listOthers(page: CellPage, label: Cell, [x0, y0, x1, y1]: Box): Box[] {
  return page.cells
    .filter((cell) => cell !== label && !isLevel(cell, label))
    .filter(({ box, text }) => {
      const isInside = box[0] < x1 && box[2] > x0 && box[1] < y1 && box[3] > y0
      // A name of a few words over the line is a signature that was typed.
      return isInside && (text.split(' ').length > 6 || box[1] < y0 - 1)
    })
    .map(({ box }) => box)
}

function isLevel(left: Cell, right: Cell): boolean {
  const overlap = Math.min(left.box[3], right.box[3]) - Math.max(left.box[1], right.box[1])
  return overlap >= 0.5 * Math.min(left.box[3] - left.box[1], right.box[3] - right.box[1])
}

/** A place with what was seen in it; null where the page could not be drawn. */
export interface SeenSignature extends SignaturePlace {
  isSigned: boolean | null
}
