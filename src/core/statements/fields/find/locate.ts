import type { Box } from '../../statement.ts'
import { boxAround, boxOfText, type Cell, type CellPage } from '../print/cells.ts'
import { findLabels, type LabelBook, type LabelHit } from './labels.ts'
import { readLine, readMarked } from './marked.ts'
import type { FieldSpec, FieldValue, Place } from '../rule.ts'
import { findOccurrences, toPhrase } from '../print/tokens.ts'
import { readValue, type FoundValue, type ReadingContext } from '../print/values.ts'

/** A value with its place and its confidence. */
export interface Candidate {
  value: FieldValue
  raw: string
  page: number
  box: Box
  score: number
  isChecked: boolean
  message: string | null
}

export interface Search {
  pages: readonly CellPage[]
  book: LabelBook
  context: ReadingContext
}

const PLACES: readonly Place[] = ['inside', 'right', 'below']

/** How far each place is trusted. `inside` counts less when nothing parts the label from it. */
const TRUST: Record<Place, number> = { inside: 1, right: 0.97, below: 0.93, above: 0.85 }
const UNPARTED = 0.75
const PARTIAL_LABEL = 0.85
const RANK_STEP = 0.015
/** A label that is far down the list is a label all the same. */
const RANK_MOST = 0.12
/** Between two of those the likelier counts. */
const RANK_TIE = 0.0005
const FAILED_CHECK = 0.6
/** What has its own proof (a checksum, a shape few texts have) is surer than plain text. */
const UNPROVEN = 0.97

/** Cells lower than this many heights under a label belong to something else. */
const REACH = 2.6
const ADDRESS_LINES = 4

/** The likeliest value beside any of the field's labels; null when there is none. */
export function locate(
  spec: FieldSpec,
  labels: readonly string[],
  search: Search,
): Candidate | null {
  const hits = findLabels(search.pages, labels).filter(
    ({ isWhole }) => isWhole || !spec.rule.isWhole,
  )
  let best: Candidate | null = null
  for (const hit of hits) {
    const found = valueAt(hit, spec, search)
    if (found && found.score > (best?.score ?? 0)) best = found
  }
  return best
}

function valueAt(hit: LabelHit, spec: FieldSpec, search: Search): Candidate | null {
  const line = spec.rule.choices ? markedLine(hit, spec.rule.choices) : null
  if (line !== null) return line.marked === null ? null : choose(hit, line.marked, { spec, search })
  for (const place of spec.rule.places ?? PLACES) {
    const text = TEXTS[place](hit, spec, search)
    const candidate = text && buildCandidate(hit, { place, text, spec }, search)
    if (candidate) return candidate
  }
  return null
}

/** The boxes to tick behind a label; null where none are. */
function markedLine(
  { cell, page, to }: LabelHit,
  choices: NonNullable<FieldSpec['rule']['choices']>,
): { marked: string | null } | null {
  const { isList, marked } = readMarked(readLine(page, cell, to), choices)
  return isList ? { marked } : null
}

/** The choice that is ticked, with its place on the label's line. */
function choose(
  { cell, page, isClosed }: LabelHit,
  marked: string,
  { spec, search }: { spec: FieldSpec; search: Search },
): Candidate | null {
  const found = readValue(marked, spec, search.context)
  if (!found) return null
  const own = page.cells.find(
    (each) => each.line === cell.line && findOccurrences(each.tokens, toPhrase(marked)).length > 0,
  )
  const score = TRUST.right * (isClosed ? 1 : PARTIAL_LABEL)
  const place = { page: cell.page, box: (own ?? cell).box }
  return { value: found.value, raw: marked.trim(), ...place, score, isChecked: true, message: null }
}

/** The text at one place: cells, and where in the first one's text the value may begin. */
interface PlacedText {
  cells: Cell[]
  from: number
}

type Finder = (hit: LabelHit, spec: FieldSpec, search: Search) => PlacedText | null

const TEXTS: Record<Place, Finder> = {
  inside: ({ cell, to }) =>
    /[\p{L}\p{N}☑☒✓✔☐$]/u.test(cell.text.slice(to)) ? { cells: [cell], from: to } : null,
  right: toTheRight,
  below: (hit, spec, search) => vertically(hit, spec, { search, direction: 1 }),
  above: (hit, spec, search) => vertically(hit, spec, { search, direction: -1 }),
}

function buildCandidate(
  hit: LabelHit,
  { place, text, spec }: { place: Place; text: PlacedText; spec: FieldSpec },
  { book, context }: Search,
): Candidate | null {
  const { cells, from } = text
  const separator = spec.rule.format === 'address' && cells.length > 1 ? ', ' : ' '
  const whole = cells
    .map((cell) => cell.text)
    .join(separator)
    .slice(from)
  const valueText = place === 'inside' ? insidePart(whole) : whole
  if (valueText === null) return null
  const offset = from + whole.length - valueText.length
  const shown = valueText.slice(0, book.nextLabel(valueText))
  const found = readValue(shown, spec, context)
  if (!found) return null
  const isUnparted = place === 'inside' && !hit.isClosed
  if (isUnparted && !isPlausibleRest(spec, shown, found)) return null
  if (!isMainContent(spec, shown, found)) return null
  const trust = isUnparted ? UNPARTED : TRUST[place] * (hit.isClosed ? 1 : PARTIAL_LABEL)
  const raw =
    spec.kind === 'string'
      ? shown.replace(/^[\s:;=#?—–|-]+/, '').trim()
      : shown.slice(found.from, found.to).trim()
  return {
    value: found.value,
    raw,
    page: hit.cell.page,
    box:
      cells.length === 1
        ? boxOfText(cells[0]!, offset + found.from, offset + found.to)
        : boxAround(cells),
    score: Math.max(0.01, trust - toPenalty(hit.rank)) * certainty(found),
    isChecked: found.isChecked,
    message: found.message,
  }
}

function toPenalty(rank: number): number {
  return Math.min(RANK_MOST, rank * RANK_STEP) + rank * RANK_TIE
}

/** What stands in parentheses behind a label belongs to the label. */
function insidePart(text: string): string | null {
  const rest = text.replace(/^\s*\([^)]{0,60}\)/, (part) => ' '.repeat(part.length))
  return /[\p{L}\p{N}☑☒✓✔☐]/u.test(rest) ? rest : null
}

/** A value not separated from its label ends the cell, and is no word of a longer label. */
function isPlausibleRest(spec: FieldSpec, text: string, { from, to }: FoundValue): boolean {
  if (spec.kind === 'string' && !spec.rule.format) return false
  if (spec.rule.format === 'name' || spec.rule.format === 'address') return false
  if (spec.kind === 'money' && !/[$€£₹]|[.,]\d{2,3}|\d{4}/.test(text.slice(from, to))) return false
  return text.slice(0, from).trim() === '' || text.slice(to).trim() === ''
}

/** A figure among many words belongs to the words: `2 Cost of goods sold` is no amount of 2. */
function isMainContent({ kind }: FieldSpec, text: string, { from, to }: FoundValue): boolean {
  if (kind !== 'money' && kind !== 'number' && kind !== 'integer') return true
  const print = text.slice(from, to)
  if (kind === 'money' && /[$€£₹]|[.,]\d{2,3}/.test(print)) return true
  const words = `${text.slice(0, from)} ${text.slice(to)}`.match(/[\p{L}]{2,}/gu)?.length ?? 0
  return words <= 2
}

function certainty({ isChecked, message }: FoundValue): number {
  if (message !== null) return FAILED_CHECK
  return isChecked ? 1 : UNPROVEN
}

/**
 * The first cell to the right at the label's height; a repeated line number and a lone currency
 * sign are skipped. Another label ends the search.
 */
function toTheRight(hit: LabelHit, { rule }: FieldSpec, { book }: Search): PlacedText | null {
  const { cell, page } = hit
  const right = page.cells
    .filter((other) => other !== cell && other.box[0] >= cell.box[2] - 1 && isLevel(other, cell))
    .toSorted((a, b) => a.box[0] - b.box[0])
  for (const other of right) {
    const text = other.text.trim()
    if (/^[$€£:]$/.test(text)) continue
    const [number] = LINE_NUMBER.exec(text) ?? []
    if (rule.isNumbered && number === text) continue
    if (rule.isNumbered && number) return { cells: [other], from: number.length }
    if (book.isLabel(other)) return null
    return { cells: [other], from: 0 }
  }
  return null
}

// `1a`   `31`   `1c 2,092,200`   the number of a form's line before its amount
const LINE_NUMBER = /^[1-9]\d?[a-z]?(?=$|\s)/i

function isLevel(left: Cell, right: Cell): boolean {
  const overlap = Math.min(left.box[3], right.box[3]) - Math.max(left.box[1], right.box[1])
  return overlap >= 0.5 * Math.min(left.box[3] - left.box[1], right.box[3] - right.box[1])
}

interface Walk {
  search: Search
  direction: 1 | -1
}

/**
 * The nearest cell under (or over) the label within its column, which reaches to the next cell of
 * the label's own line. A label there means that the value was left blank. An address may continue
 * over several lines.
 */
function vertically(
  hit: LabelHit,
  spec: FieldSpec,
  { search, direction }: Walk,
): PlacedText | null {
  const { book } = search
  const column = computeColumnSpan(hit)
  const near = hit.page.cells
    .filter((cell) => cell !== hit.cell && isBeyond(hit.cell, cell, direction))
    .filter(
      (cell) => cell.box[0] < column.x1 && Math.max(cell.box[0], computeCenter(cell)) > column.x0,
    )
    .filter((cell) => !book.isSkipped(cell))
    .toSorted(
      (a, b) =>
        computeGap(hit.cell, a, direction) - computeGap(hit.cell, b, direction) ||
        a.box[0] - b.box[0],
    )
    .filter((cell) => !/^[$€£]$/.test(cell.text))
  const [first] = near
  if (!first || computeGap(hit.cell, first, direction) > computeReach(hit.cell, first)) return null
  const row = near.filter((cell) => isLevel(cell, first))
  if (row.every((cell) => book.isLabel(cell))) return null
  const chosen = row
    .filter((cell) => !book.isLabel(cell))
    .toSorted(
      (a, b) => Math.abs(a.box[0] - hit.cell.box[0]) - Math.abs(b.box[0] - hit.cell.box[0]),
    )[0]!
  if (spec.rule.format !== 'address' || direction < 0) return { cells: [chosen], from: 0 }
  return { cells: addressFrom(chosen, near, book), from: 0 }
}

/** Boxes of recognized print overlap by up to half a line. */
function isBeyond(label: Cell, cell: Cell, direction: 1 | -1): boolean {
  const gap = computeGap(label, cell, direction)
  const height = Math.min(label.box[3] - label.box[1], cell.box[3] - cell.box[1])
  return gap > -3 || (cell.line !== label.line && gap > -height / 2)
}

function computeColumnSpan({ cell, page }: LabelHit): { x0: number; x1: number } {
  const sameLine = page.cells.filter((other) => other !== cell && isLevel(other, cell))
  const next = sameLine.filter(({ box }) => box[0] >= cell.box[2]).map(({ box }) => box[0])
  const before = sameLine.filter(({ box }) => box[2] <= cell.box[0]).map(({ box }) => box[2])
  return {
    x0: Math.max(cell.box[0] - 40, ...before.map((x1) => Math.min(x1, cell.box[0] - 2))),
    x1: Math.min(cell.box[2] + 160, ...next.map((x0) => x0 - 2)),
  }
}

function computeGap(label: Cell, cell: Cell, direction: 1 | -1): number {
  return direction === 1 ? cell.box[1] - label.box[3] : label.box[1] - cell.box[3]
}

function computeReach(label: Cell, cell: Cell): number {
  return REACH * Math.max(label.box[3] - label.box[1], cell.box[3] - cell.box[1])
}

function computeCenter({ box }: Cell): number {
  return (box[0] + box[2]) / 2
}

// …, OH 45402   …, Ohio 45402-1200: an address ends with its ZIP code
const WITH_ZIP = /\b[A-Z]{2}\.? \d{5}(?:-\d{4})?$/

function addressFrom(first: Cell, below: readonly Cell[], book: LabelBook): Cell[] {
  const lines = [first]
  for (const cell of below) {
    const last = lines.at(-1)!
    const height = last.box[3] - last.box[1]
    if (cell.box[1] < last.box[1] + 0.5 * height) continue
    if (
      WITH_ZIP.test(
        lines
          .map(({ text }) => text)
          .join(' ')
          .trim(),
      )
    )
      break
    const isNext = cell.box[1] - last.box[3] < 0.9 * height
    const isAligned = Math.abs(cell.box[0] - first.box[0]) < 3 * height
    if (!isNext || book.isLabel(cell) || lines.length === ADDRESS_LINES) break
    if (isAligned) lines.push(cell)
  }
  return lines
}
