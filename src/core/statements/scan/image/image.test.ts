import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withContrast } from './contrast.ts'
import { withoutEdges, withoutSpecks } from './dirt.ts'
import type { GrayImage, PixelBox } from './gray-image.ts'
import { withEvenLight } from './light.ts'
import { withoutRules } from './rules.ts'
import { isSideways } from './skew.ts'

const DPI = 200
const [WIDTH, HEIGHT] = [1200, 1000]
/** The size of a small letter. */
const [LETTER_WIDTH, LETTER_HEIGHT] = [14, 20]

function page(...inks: [PixelBox, number?][]): GrayImage {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255)
  for (const [{ x0, y0, x1, y1 }, shade = 0] of inks)
    for (let y = y0; y < y1; y += 1) data.fill(shade, y * WIDTH + x0, y * WIDTH + x1)
  return { width: WIDTH, height: HEIGHT, data }
}

function box(...[x0, y0, width, height]: [number, number, number, number]): PixelBox {
  return { x0, y0, x1: x0 + width, y1: y0 + height }
}

function letter(x0: number, y0: number): [PixelBox] {
  return [box(x0, y0, LETTER_WIDTH, LETTER_HEIGHT)]
}

/** Lines of letters across the page. */
function letters(): [PixelBox][] {
  const tops = Array.from({ length: 20 }, (_, at) => 60 + 45 * at)
  const places = Array.from({ length: 40 }, (_, at) => 100 + 25 * at)
  return tops.flatMap((y0) => places.map((x0) => letter(x0, y0)))
}

function shadeAt({ width, data }: GrayImage, x: number, y: number): number {
  return data[y * width + x]!
}

function countInk({ data }: GrayImage): number {
  return data.filter((shade) => shade < 128).length
}

test('print in the shadow of a photo is as black, and its paper as white, as print in the light', () => {
  const image = page(...letters())
  const shaded = { ...image, data: image.data.map((shade, at) => 30 + shade * light(at % WIDTH)) }
  const clear = withContrast(withEvenLight(shaded, DPI))
  assert.equal(countInk(clear), countInk(image))
})

/** From full light on the left to less than half of it on the right. */
function light(x: number): number {
  return 0.85 - 0.5 * (x / WIDTH)
}

test('a page in even light, and one with a dark bar, stay as they are', () => {
  for (const image of [page(...letters()), page(...letters(), [box(0, 400, WIDTH, 60)])])
    assert.equal(withEvenLight(image, DPI), image)
})

test('the dark edge beside a page is no print, and does not set it upright', () => {
  const image = page(...letters())
  const edged = page(...letters(), [box(0, 0, 9, HEIGHT)])
  assert.equal(isSideways(edged), true)
  assert.deepEqual(withoutEdges(edged, DPI).data, image.data)
  assert.equal(withoutEdges(image, DPI), image)
})

test('a speck between columns goes, a point at its letter and a dot above it stay', () => {
  const point = box(100 + LETTER_WIDTH + 9, 116, 4, 4)
  const dot = box(205, 94, 4, 4)
  const text = [letter(100, 100), letter(200, 102), [point], [dot]] as [PixelBox][]
  const clear = withoutSpecks(page(...text, [box(600, 110, 3, 3)]), DPI)
  assert.deepEqual(clear.data, page(...text).data)
})

test('of a frayed rule nothing remains, of letters that stand on it nothing is lost', () => {
  const frayed = Array.from({ length: 20 }, (_, at): [PixelBox, number] => [
    box(100 + 50 * at, 303, 25, 1),
    200,
  ])
  const rule: [PixelBox, number?][] = [[box(100, 300, 1000, 3)], ...frayed]
  const above = letter(400, 275)
  const clear = withoutRules(page(...rule, above), DPI)
  assert.deepEqual(clear.data, page(above).data)
  const standing = letter(700, 280)
  assert.equal(shadeAt(withoutRules(page(...rule, standing), DPI), 707, 299), 0)
})
