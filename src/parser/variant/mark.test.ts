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

test('a mark lies within the page, whatever its size and the length of the text', () => {
  for (const page of PAGES)
    for (const text of TEXTS)
      for (const position of ['diagonal', 'header', 'footer'] as const) {
        const mark: PageMark = { text, position, opacity: 0.15 }
        const drawn = layOutMark(mark, page)
        assert.equal(drawn.length, position === 'diagonal' ? 2 : 1)
        for (const { x, y, length, angle, size } of drawn) {
          const turn = (angle * Math.PI) / 180
          const ends = [
            [x, y],
            [x + length! * Math.cos(turn), y + length! * Math.sin(turn)],
          ] as const
          for (const [endX, endY] of ends) {
            assert.ok(endX >= 0 && endX <= page.width, `${endX} of ${page.width}: ${text}`)
            assert.ok(endY >= 0 && endY <= page.height, `${endY} of ${page.height}: ${text}`)
          }
          assert.ok(size > 1)
        }
      }
})
