import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Glyph } from './glyph.ts'
import { readWords } from './words.ts'

const SIZE = 10

/** Letters of one line in the order of the file, each beside the one before. */
function letters(text: string, { from, step }: { from: number; step: number }): Glyph[] {
  return [...text].map((letter, at) => {
    const x0 = from + at * step
    const box = { x0, x1: x0 + Math.abs(step), y0: 0, y1: SIZE, baseline: 8 }
    return { text: letter, ...box, angle: 0, object: null }
  })
}

function words(...glyphs: Glyph[]): string[] {
  return readWords({ number: 1, width: 600, height: 800, glyphs }).map(({ text }) => text)
}

test('letters that run from right to left are words in the order in which they are spoken', () => {
  const debit = letters('مدين', { from: 100, step: -5 })
  const credit = letters('דיון', { from: 60, step: -5 })
  assert.deepEqual(words(...debit, ...credit), ['مدين', 'דיון'])
})

test('letters drawn as they stand, from left to right, are words in every script', () => {
  const debit = letters('Debit', { from: 10, step: 5 })
  const drawn = letters('نيدم', { from: 60, step: 5 })
  assert.deepEqual(words(...debit, ...drawn), ['Debit', 'نيدم'])
})

test('a blank that takes no room between two letters parts no word', () => {
  const blank = (from: number): Glyph[] => letters(' ', { from, step: 3 })
  const word = [...letters('Kontor', { from: 10, step: 5 }), ...blank(40)]
  assert.deepEqual(words(...word, ...letters('ung', { from: 40, step: 5 })), ['Kontorung'])
  assert.deepEqual(words(...word, ...letters('ung', { from: 43, step: 5 })), ['Kontor', 'ung'])
  assert.deepEqual(words(...word, ...letters('12', { from: 40, step: 5 })), ['Kontor', '12'])
})

test('a hyphen that only marks where a word may be parted is no letter of it', () => {
  const pay = letters('Pay', { from: 10, step: 5 })
  const ment = letters('ment', { from: 25, step: 5 })
  const hyphen = (width: number): Glyph[] => letters('\u00ad', { from: 25, step: width })
  assert.deepEqual(words(...pay, ...hyphen(0), ...ment), ['Payment'])
  assert.deepEqual(words(...hyphen(5), ...letters('12', { from: 30, step: 5 })), ['\u00ad12'])
})

test('a blank that is not printed parts words where letters touch, on a page that prints others', () => {
  const blanks = letters('   ', { from: 300, step: 5 })
  const line = (step: number): Glyph[] => [
    ...letters('Num', { from: 10, step }).map((glyph) => ({ ...glyph, x1: glyph.x0 + 5 })),
    ...letters('de', { from: 10 + 3 * step + 2.4, step }),
  ]
  assert.deepEqual(words(...line(5), ...blanks), ['Num', 'de'])
  // Letters set apart, as in a title.
  assert.deepEqual(words(...line(7), ...blanks), ['Numde'])
})
