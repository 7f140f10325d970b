import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutMark, type PageMark } from './mark.ts'

const PAGES = [
  { width: 612, height: 792 },
  { width: 792, height: 612 },
  { width: 300, height: 140 },
]
const TEXTS = [
  'Harbor',
  'Harbor Lending, confidential · for Pier Nine Capital · 2026-11-24 · 3F9A21C40B',
]

const POSITIONS = ['diagonal', 'header', 'footer'] as const
const MARKS = PAGES.flatMap((page) =>
  TEXTS.flatMap((text) => POSITIONS.map((position) => ({ page, text, position }))),
)

for (const { page, text, position } of MARKS)
  test(`a mark lies within the page: ${position}, ${text.length} letters, ${page.width} × ${page.height}`, () => {
    const mark: PageMark = { text, position, opacity: 0.15 }
    const drawn = layOutMark(mark, page)
    assert.equal(drawn.length, position === 'diagonal' ? 2 : 1)
    assert.ok(drawn.every(({ size }) => size > 1))
    const outside = drawn.flatMap(listEnds).filter(([x, y]) => x < 0 || x > page.width || y < 0 || y > page.height) // prettier-ignore
    assert.deepEqual(outside, [])
  })

function listEnds({
  x,
  y,
  length,
  angle,
}: ReturnType<typeof layOutMark>[number]): [number, number][] {
  const turn = (angle * Math.PI) / 180
  return [
    [x, y],
    [x + length! * Math.cos(turn), y + length! * Math.sin(turn)],
  ]
}
