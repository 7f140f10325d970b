import { setImmediate as breathe } from 'node:timers/promises'
import {
  sumOfColumn,
  type PaperColumn,
  type PaperTable,
  type PaperValue,
} from '../../../core/values/paper/paper.ts'
import { isFigure, writeValue } from '../values.ts'
import { ensure, FONT, measureHeight, INK, write, type Pen } from './pen.ts'

const SIZE = 7.2
const PADDING = 3
/** Between a figure at the right of its column and a text at the left of the next. */
const GAP = 7
const LINES_MAX = 4
/** A table of so few rows is not torn over two pages. */
const WHOLE_ROWS_MAX = 8
/** Rows that stay together at the end of a longer one, with its foot. */
const LAST_ROWS = 2
const TITLE_HEIGHT = 16
const HEAD_HEIGHT = 16
const FOOT_HEIGHT = SIZE * 1.2 + 2 * PADDING
/** Rows after which other requests get their turn. */
const BREATH_ROWS = 10

interface Layout {
  columns: { column: PaperColumn; x: number; width: number }[]
}

/** Draws a table over as many pages as it needs; its head stands on each, its title above. */
export async function drawTable(pen: Pen, table: PaperTable, isTitled: boolean): Promise<void> {
  const layout = layOut(pen, table.columns)
  ensure(pen, Math.max(64, wholeHeight(pen, table, isTitled)))
  if (!isTitled) drawTitle(pen, table.title)
  if (table.rows.length === 0) {
    pen.y += 8 + write(pen, table.empty, { ...wide(pen), size: 8, color: INK.faint })
    return
  }
  drawHead(pen, layout)
  for (const [index, row] of table.rows.entries()) {
    if (index % BREATH_ROWS === BREATH_ROWS - 1) await breathe()
    if (index === table.rows.length - LAST_ROWS) {
      const last = heightOfRows(pen, layout, table.rows.slice(index)) + FOOT_HEIGHT
      if (ensure(pen, last)) drawHead(pen, layout)
    }
    drawRow(pen, layout, { row, isBanded: index % 2 === 1 })
  }
  drawFoot(pen, layout, table)
  if (table.omitted !== null) {
    ensure(pen, 14)
    pen.y += 4
    pen.y += write(pen, table.omitted, { ...wide(pen), size: 7.5, color: INK.faint })
  }
  pen.y += 12
}

/** What a short table needs with its title, head and foot; nothing is said of a longer one. */
export function wholeHeight(pen: Pen, { rows, columns }: PaperTable, isTitled: boolean): number {
  if (rows.length > WHOLE_ROWS_MAX) return 0
  const layout = layOut(pen, columns)
  const around = (isTitled ? 0 : TITLE_HEIGHT) + HEAD_HEIGHT + FOOT_HEIGHT
  return around + heightOfRows(pen, layout, rows)
}

function heightOfRows(pen: Pen, layout: Layout, rows: readonly PaperValue[][]): number {
  return rows.reduce((sum, row) => sum + rowHeight(pen, layout, formatRow(pen, layout, row)), 0)
}

function formatRow(pen: Pen, { columns }: Layout, row: readonly PaperValue[]): string[] {
  return columns.map(({ column }, index) => writeValue(row[index] ?? null, column.as, pen.currency))
}

function drawTitle(pen: Pen, title: string): void {
  const style = { size: 9, font: FONT.bold, color: INK.head }
  pen.y += 4 + write(pen, title, { ...wide(pen), ...style })
}

function wide(pen: Pen): { x: number; y: number; width: number } {
  return { x: pen.left, y: pen.y, width: pen.width }
}

function layOut(pen: Pen, columns: readonly PaperColumn[]): Layout {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  let x = pen.left
  return {
    columns: columns.map((column, index) => {
      const whole = (column.width / total) * pen.width
      const before = columns[index - 1]
      const gap = before && isFigure(before.as) && !isFigure(column.as) ? GAP : 0
      const place = { column, x: x + gap, width: whole - gap }
      x += whole
      return place
    }),
  }
}

function drawHead(pen: Pen, { columns }: Layout): void {
  const style = { size: SIZE, font: FONT.bold, color: '#ffffff' }
  const height = Math.max(
    ...columns.map(({ column, width }) =>
      measureHeight(pen, column.label, { ...style, width: width - 2 * PADDING }),
    ),
  )
  pen.doc.rect(pen.left, pen.y, pen.width, height + 2 * PADDING).fill(INK.head)
  for (const { column, x, width } of columns) {
    const align = isFigure(column.as) ? ('right' as const) : ('left' as const)
    const box = { x: x + PADDING, y: pen.y + PADDING, width: width - 2 * PADDING, align }
    write(pen, column.label, { ...style, ...box })
  }
  pen.y += height + 2 * PADDING
}

function drawRow(
  pen: Pen,
  layout: Layout,
  { row, isBanded }: { row: PaperValue[]; isBanded: boolean },
): void {
  const texts = formatRow(pen, layout, row)
  const height = rowHeight(pen, layout, texts)
  if (ensure(pen, height)) drawHead(pen, layout)
  if (isBanded) pen.doc.rect(pen.left, pen.y, pen.width, height).fill(INK.band)
  drawCells(pen, layout, { texts, row, font: FONT.plain })
  pen.y += height
}

function rowHeight(pen: Pen, { columns }: Layout, texts: readonly string[]): number {
  const heights = columns.map(({ column, width }, index) =>
    isFigure(column.as)
      ? 0
      : measureHeight(pen, texts[index]!, {
          size: SIZE,
          width: width - 2 * PADDING,
          linesMax: LINES_MAX,
        }),
  )
  return Math.max(SIZE * 1.2, ...heights) + 2 * PADDING
}

function drawCells(
  pen: Pen,
  { columns }: Layout,
  { texts, row, font }: { texts: readonly string[]; row: readonly PaperValue[]; font: string },
): void {
  columns.forEach(({ column, x, width }, index) => {
    const value = row[index] ?? null
    const color = typeof value === 'number' && value < 0 ? INK.negative : INK.text
    const box = { x: x + PADDING, y: pen.y + PADDING, width: width - 2 * PADDING, color, font }
    if (!isFigure(column.as)) {
      write(pen, texts[index]!, { ...box, size: SIZE, linesMax: LINES_MAX })
      return
    }
    write(pen, texts[index]!, { ...box, size: fitting(pen, texts[index]!, box), align: 'right' })
  })
}

/** A figure is never cut or broken: it is written smaller. */
function fitting(pen: Pen, text: string, { width, font }: { width: number; font: string }): number {
  const natural = pen.doc.font(font).fontSize(SIZE).widthOfString(text)
  return natural <= width ? SIZE : SIZE * (width / natural)
}

function drawFoot(pen: Pen, layout: Layout, { columns, rows }: PaperTable): void {
  const { doc } = pen
  if (!columns.some(({ isSummed }) => isSummed) || rows.length < 2) {
    doc
      .moveTo(pen.left, pen.y)
      .lineTo(pen.left + pen.width, pen.y)
      .lineWidth(0.5)
      .stroke(INK.rule)
    return
  }
  const sums = columns.map(({ isSummed }, index) => (isSummed ? sumOfColumn(rows, index) : null))
  const texts = columns.map(({ as, isSummed }, index) =>
    isSummed ? writeValue(sums[index]!, as, pen.currency) : index === 0 ? 'Total' : '',
  )
  if (ensure(pen, FOOT_HEIGHT)) drawHead(pen, layout)
  doc
    .moveTo(pen.left, pen.y)
    .lineTo(pen.left + pen.width, pen.y)
    .lineWidth(0.8)
    .stroke(INK.head)
  drawCells(pen, layout, { texts, row: sums, font: FONT.bold })
  pen.y += FOOT_HEIGHT
}
