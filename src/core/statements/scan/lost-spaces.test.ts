import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PixelBox } from './image/gray-image.ts'
import { restoreSpaces } from './lost-spaces.ts'
import type { OcrLine, OcrWord } from './ocr.ts'

const [HEIGHT, PITCH, SPACE] = [20, 16, 12]

/** A line as it is printed, and as the engine read it: the words of `read`, without their spaces. */
function printed(text: string, read: string[]): { line: OcrLine; blots: PixelBox[] } {
  const blots: PixelBox[] = []
  const places: PixelBox[] = []
  let x = 100
  for (const sign of text) {
    // A `1` is narrow in the middle of its place.
    const side = sign === '1' ? 5 : 0
    const box = { x0: x + side, y0: 100, x1: x + PITCH - 3 - side, y1: 100 + HEIGHT }
    if (sign !== ' ') places.push(box)
    x += sign === ' ' ? SPACE : PITCH
  }
  blots.push(...places)
  const words = read.map((word): OcrWord => {
    const own = places.splice(0, word.length)
    const [first, last] = [own[0]!, own.at(-1)!]
    return { text: word, confidence: 95, ...first, x1: last.x1 }
  })
  return { line: { words, baseline: 120, fontHeight: 28, descent: 6 }, blots }
}

const WORDS = 'ON THE WAY TO A BANK BY A BUS 31 JAN'

/** What is made of the line when the parts of its words read as given. */
async function restored(read: string[], parts: string[]): Promise<[string, number][]> {
  const { line, blots } = printed(WORDS, read)
  const left = [...parts]
  const [after] = await restoreSpaces([line], blots, async (box) => [
    { ...line, words: [{ ...box, text: left.shift() ?? '', confidence: 90 }] },
  ])
  return after!.words.slice(-2).map(({ text, confidence }) => [text, confidence])
}

const GLUED = [...WORDS.split(' ').slice(0, -2), '31JAN']

test('a word with a gap as wide as a space is parted where both parts spell it', async () => {
  assert.deepEqual(await restored(GLUED, ['31', 'JAN']), [
    ['31', 95],
    ['JAN', 95],
  ])
})

test('a word with such a gap whose parts do not spell it is doubtful', async () => {
  assert.deepEqual(await restored(GLUED, ['31', 'LAN']), [
    ['BUS', 95],
    ['31JAN', 50],
  ])
})

test('words without a gap stay, and are not read again', async () => {
  assert.deepEqual(await restored(WORDS.split(' '), []), [
    ['31', 95],
    ['JAN', 95],
  ])
})

test('the white beside a digit that is narrow is no space', async () => {
  const { line, blots } = printed(`${WORDS} REF5112237N`, [...WORDS.split(' '), 'REF5112237N'])
  const [after] = await restoreSpaces([line], blots, async () => assert.fail('read again'))
  const { text, confidence } = after!.words.at(-1)!
  assert.deepEqual([text, confidence], ['REF5112237N', 95])
})
