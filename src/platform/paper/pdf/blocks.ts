import type { PaperFacts, PaperLine, PaperList } from '../../../core/values/paper/paper.ts'
import { writeValue } from '../values.ts'
import { ensure, FONT, measureHeight, INK, write, type Pen } from './pen.ts'

const TILE = { height: 40, gap: 8 }
const FACTS_ACROSS = 3

/** Facts as tiles when they are strong, else as labels with values in columns. */
export function drawFacts(pen: Pen, { facts }: PaperFacts): void {
  if (facts.every(({ isStrong }) => isStrong)) drawTiles(pen, facts)
  else drawGrid(pen, facts)
}

function drawTiles(pen: Pen, facts: PaperFacts['facts']): void {
  ensure(pen, TILE.height + 12)
  const width = (pen.width - TILE.gap * (facts.length - 1)) / facts.length
  facts.forEach(({ label, value, as }, index) => {
    const x = pen.left + index * (width + TILE.gap)
    pen.doc.roundedRect(x, pen.y, width, TILE.height, 3).fill(INK.band)
    const inner = { x: x + 8, width: width - 16, linesMax: 1 }
    write(pen, label, { ...inner, y: pen.y + 7, size: 7, color: INK.faint })
    const text = writeValue(value, as, pen.currency)
    write(pen, text, { ...inner, y: pen.y + 18, size: 14, font: FONT.bold, color: INK.head })
  })
  pen.y += TILE.height + 12
}

function drawGrid(pen: Pen, facts: PaperFacts['facts']): void {
  const width = pen.width / FACTS_ACROSS
  const style = { size: 8, linesMax: 2 }
  for (let from = 0; from < facts.length; from += FACTS_ACROSS) {
    const line = facts.slice(from, from + FACTS_ACROSS)
    const texts = line.map(({ value, as }) => writeValue(value, as, pen.currency))
    const box = { ...style, width: width * 0.55 - 8, font: FONT.bold }
    const height = Math.max(...texts.map((text) => measureHeight(pen, text, box))) + 5
    ensure(pen, height)
    line.forEach(({ label }, index) => {
      const x = pen.left + index * width
      write(pen, label, { ...style, x, y: pen.y, width: width * 0.45 - 4, color: INK.faint })
      write(pen, texts[index]!, { ...box, x: x + width * 0.45, y: pen.y })
    })
    pen.y += height
  }
  pen.y += 8
}

/** Sentences under their title, each with a mark. */
export function drawList(pen: Pen, { title, items, empty }: PaperList): void {
  ensure(pen, 36)
  const wide = { x: pen.left, width: pen.width }
  pen.y += 3 + write(pen, title, { ...wide, y: pen.y, size: 9, font: FONT.bold, color: INK.head })
  if (items.length === 0)
    pen.y += write(pen, empty, { ...wide, y: pen.y, size: 8, color: INK.faint })
  for (const item of items) {
    const box = { x: pen.left + 10, width: pen.width - 10, size: 8 }
    const height = measureHeight(pen, item, box)
    ensure(pen, height + 2)
    write(pen, '•', { x: pen.left, y: pen.y, width: 10, size: 8, color: INK.accent })
    write(pen, item, { ...box, y: pen.y })
    pen.y += height + 2
  }
  pen.y += 8
}

const CHART = { height: 120, axis: 62, foot: 14 }

/** A line over days, broken where no value is known, with the zero line when it is crossed. */
export function drawLine(pen: Pen, { title, points }: PaperLine): void {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return
  ensure(pen, CHART.height + 40)
  pen.y +=
    6 +
    write(pen, title, {
      x: pen.left,
      y: pen.y,
      width: pen.width,
      size: 9,
      font: FONT.bold,
      color: INK.head,
    })
  const [low, high] = computeBounds(values)
  const left = pen.left + CHART.axis
  const width = pen.width - CHART.axis
  const toX = (index: number): number => left + (index / Math.max(1, points.length - 1)) * width
  const toY = (value: number): number => pen.y + CHART.height * (1 - (value - low) / (high - low))
  drawScale(pen, { low, high, toY, left, width })
  drawMonths(pen, points, toX)
  drawPath(pen, points, { toX, toY })
  pen.y += CHART.height + CHART.foot + 12
}

function computeBounds(values: readonly number[]): [number, number] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  return high === low ? [low, low + 1] : [low, high]
}

function drawScale(
  pen: Pen,
  scale: { low: number; high: number; toY: (value: number) => number; left: number; width: number },
): void {
  const { low, high, toY, left, width } = scale
  const marks = new Set([low, 0, high, (low + high) / 2])
  for (const value of marks) {
    const y = toY(value)
    pen.doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(value === 0 ? 0.8 : 0.3)
      .stroke(value === 0 ? INK.faint : INK.rule)
    const isNear = value !== 0 && Math.abs(y - toY(0)) < 8
    if (isNear) continue
    const text = Math.round(value).toLocaleString('en-US')
    write(pen, text, {
      x: pen.left,
      y: y - 4,
      width: CHART.axis - 6,
      size: 6.5,
      color: INK.faint,
      align: 'right',
    })
  }
}

/** The first day of each month, as many of them as have room. */
function drawMonths(pen: Pen, points: PaperLine['points'], toX: (index: number) => number): void {
  const starts = points.flatMap(({ date }, index) =>
    date.endsWith('-01') ? [{ date, index }] : [],
  )
  const every = Math.max(1, Math.ceil(starts.length / 16))
  const y = pen.y + CHART.height
  starts.forEach(({ date, index }, count) => {
    if (count % every !== 0) return
    const x = toX(index)
    pen.doc
      .moveTo(x, y)
      .lineTo(x, y + 3)
      .lineWidth(0.5)
      .stroke(INK.faint)
    write(pen, date.slice(0, 7), {
      x: x - 16,
      y: y + 4,
      width: 32,
      size: 6.5,
      color: INK.faint,
      align: 'center',
    })
  })
}

function drawPath(
  { doc }: Pen,
  points: PaperLine['points'],
  { toX, toY }: { toX: (index: number) => number; toY: (value: number) => number },
): void {
  let isOpen = false
  points.forEach(({ value }, index) => {
    if (value === null) isOpen = false
    else if (isOpen) doc.lineTo(toX(index), toY(value))
    else {
      doc.moveTo(toX(index), toY(value))
      isOpen = true
    }
  })
  doc.lineWidth(1).stroke(INK.accent)
}
