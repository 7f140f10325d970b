import type { Drawing, Ink } from '../../core/statements/pdf/edit/draw.ts'
import type { PdfDocument } from '../../core/statements/pdf/pdfium.ts'
import type { Box, PageSpan } from '../../core/statements/statement.ts'

/** Something to be seen at a place of a page. */
export interface PageNote {
  kind: 'row' | 'signal'
  page: number
  box: Box
  /** Of a few signs each. */
  labels: string[]
}

export interface Annotations {
  notes: PageNote[]
  /** For pages of their own behind the document's. */
  lines: { text: string; isTitle: boolean }[]
}

const INKS: Record<PageNote['kind'], Ink> = { row: [20, 90, 200], signal: [200, 30, 30] }
const BLACK: Ink = [0, 0, 0]
/** Between print and its frame, in points. */
const MARGIN = 1.5
const LABEL_SIZE = 5
/** A letter page, and how it is set. */
const SHEET = { width: 612, height: 792 }
const LEFT = 54
const TOP = 60
const LINE = 13
const SHEET_LINES = 52
const TEXT_SIZE = 9
const TITLE_SIZE = 11

/** Frames what was read and what is odd, and adds behind the pages how it reconciles. */
export function annotate(
  document: PdfDocument,
  span: PageSpan,
  { notes, lines }: Annotations,
): null {
  for (const [page, own] of Map.groupBy(notes, (note) => note.page)) {
    if (page >= span.start && page <= span.end) document.draw(page - 1, own.flatMap(toDrawings))
  }
  document.keep(span)
  const pages = span.end - span.start + 1
  for (let at = 0; at * SHEET_LINES < lines.length; at += 1) {
    document.append(SHEET)
    document.draw(pages + at, buildSheet(lines.slice(at * SHEET_LINES, (at + 1) * SHEET_LINES)))
  }
  return null
}

function toDrawings({ kind, box: [x0, y0, x1, y1], labels }: PageNote): Drawing[] {
  const style = { ink: INKS[kind], size: LABEL_SIZE }
  const frame: Box = [x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN]
  // Rows have a margin beside them; what is odd is named over its frame.
  const texts = labels.map((text, at) =>
    kind === 'row'
      ? textAt(text, { x: frame[2] + 2, y: y0 + LABEL_SIZE * (at + 1) }, style)
      : textAt(text, { x: frame[0], y: frame[1] - 1 - LABEL_SIZE * at }, style),
  )
  return [{ kind: 'frame', box: frame, ink: INKS[kind] }, ...texts]
}

function buildSheet(lines: Annotations['lines']): Drawing[] {
  return lines.map(({ text, isTitle }, at) =>
    textAt(
      text,
      { x: LEFT, y: TOP + at * LINE },
      { ink: BLACK, size: isTitle ? TITLE_SIZE : TEXT_SIZE },
    ),
  )
}

function textAt(
  text: string,
  { x, y }: { x: number; y: number },
  { ink, size }: { ink: Ink; size: number },
): Drawing {
  return { kind: 'text', text, x, y, size, ink, length: null, angle: 0 }
}
