import type { Box, StatementRow } from '../../statement.ts'
import type { ChangedPage, Evidence, HiddenPrint, InspectedPage } from '../evidence/inspection.ts'
import { figureKind } from '../evidence/tokens.ts'
import type { Finding, Detectors } from '../signal.ts'

/** An advance is a credit of at least this many minor units, in whole hundreds (formulas 9). */
const ADVANCE_MIN = 500_000
const ADVANCE_STEP = 10_000
const EDGE_POINTS = 5
/** So many small pictures on one page are a style, such as icons beside rows. */
const ICONS = 4

const WHY: Record<HiddenPrint['why'], string> = {
  invisible: 'drawn without ink',
  tiny: 'smaller than one point',
  off_page: 'outside of the page',
  background_color: 'in the color of its background',
}

/** What covers the text or is hidden. */
export const OVERLAY_DETECTORS: Detectors<Evidence> = {
  descriptor_edit: editedCredits,
  white_box_overlay: ({ inspection }) =>
    everyPage(inspection?.pages, ({ covered }) =>
      covered
        .filter(({ by, replacement }) => by === 'fill' && replacement !== '')
        .map(({ box, text, replacement }) => ({ box, found: replacement, expected: text })),
    ),
  image_patch: ({ inspection }) => everyPage(inspection?.pages, patches),
  annotation_overlay: ({ inspection }) =>
    everyPage(inspection?.pages, ({ annotations }) =>
      annotations.map(({ kind, box, text }) => ({
        box,
        found: kind,
        expected: `${text} to be seen`,
      })),
    ),
  hidden_text: ({ inspection }) => everyPage(inspection?.pages, unseen),
  jpeg_ghost: ({ recompressed }) =>
    recompressed.map((part) => ({
      ...part,
      found: 'compressed once less than the rest, or otherwise',
      expected: 'the compressions of the whole picture',
    })),
}

function everyPage(
  pages: readonly InspectedPage[] | undefined,
  find: (page: InspectedPage) => Finding[],
): Finding[] {
  return (pages ?? []).flatMap((page) =>
    find(page).map((finding) => ({ ...finding, page: page.number })),
  )
}

function patches(page: InspectedPage): Finding[] {
  const covering = page.covered
    .filter(({ by }) => by === 'image')
    .map(({ box, text }) => ({ box, found: 'a picture', expected: text }))
  const amounts = page.figures.filter(({ kind }) => kind === 'amount')
  const inColumn = page.patches.filter((box) => isAmongAmounts(box, amounts.map(getBox)))
  const isStyle = inColumn.length >= ICONS
  return isStyle || covering.length > 0
    ? covering
    : inColumn.map((box) => ({ box, found: 'a picture', expected: 'an amount as text' }))
}

function getBox({ box }: { box: Box }): Box {
  return box
}

/** Amounts above it and below it share its edges, and none shares its line. */
function isAmongAmounts([x0, y0, x1, y1]: Box, amounts: readonly Box[]): boolean {
  const column = amounts.filter(
    (box) => box[0] >= x0 - EDGE_POINTS * 4 && box[2] <= x1 + EDGE_POINTS,
  )
  const isNear = column.some((box) => Math.abs(box[2] - x1) <= EDGE_POINTS)
  const isAlone = column.every((box) => box[3] <= y0 + 1 || box[1] >= y1 - 1)
  return (
    isNear &&
    isAlone &&
    column.some((box) => box[3] <= y0 + 1) &&
    column.some((box) => box[1] >= y1 - 1)
  )
}

function unseen({ hidden, covered, figures }: InspectedPage): Finding[] {
  const seen = new Set(figures.map(({ text }) => text))
  const secret = hidden.filter(({ text }) => figureKind(text) !== null && !seen.has(text))
  const buried = covered.filter(
    ({ by, replacement, text }) => by === 'fill' && replacement === '' && isPrint(text),
  )
  return [
    ...secret.map(({ box, text, why }) => ({ box, found: `${text}, ${WHY[why]}` })),
    ...buried.map(({ box, text }) => ({ box, found: `${text}, under a filled rectangle` })),
  ]
}

/** Three letters or digits; fewer are a mark of the layout. */
function isPrint(text: string): boolean {
  return text.replace(/[^\p{L}\p{N}]/gu, '').length >= 3
}

function editedCredits({ statements, inspection }: Evidence): Finding[] {
  const rows = statements.flatMap((statement) => statement.rows).filter(couldBeAdvance)
  return rows.flatMap((row) => {
    const page = inspection?.pages.find(({ number }) => number === row.page)
    const change = inspection?.changedPages.find(({ number }) => number === row.page)
    const edits = [...coveredWords(page), ...(change ? changedWords(change) : [])]
    const edit = edits.find(({ box, expected }) => {
      return isOnLine(box, row.box!) && isPrint(keepLetters(expected))
    })
    return edit ? [{ ...edit, page: row.page }] : []
  })
}

interface Edit {
  box: Box
  found: string
  expected: string
}

function coveredWords(page: InspectedPage | undefined): Edit[] {
  return (page?.covered ?? [])
    .filter(({ replacement }) => replacement !== '')
    .map(({ box, text, replacement }) => ({ box, found: replacement, expected: text }))
}

function changedWords({ before, after }: ChangedPage): Edit[] {
  return before.flatMap((line) => {
    const now = after.find(({ box }) => isOnLine(box, line.box))
    return now && figuresIn(now.text) === figuresIn(line.text)
      ? [{ box: now.box, found: now.text, expected: line.text }]
      : []
  })
}

function figuresIn(text: string): string {
  const figures = text.split(' ').filter((word) => figureKind(word) !== null)
  return figures.join(' ')
}

function couldBeAdvance({ amount, box }: StatementRow): boolean {
  return box !== null && amount >= ADVANCE_MIN && amount % ADVANCE_STEP === 0
}

function isOnLine(box: Box, line: Box): boolean {
  const y = (box[1] + box[3]) / 2
  return y > line[1] - 1 && y < line[3] + 1
}

function keepLetters(text: string): string {
  return text.replace(/[^\p{L}]/gu, '')
}
