import { createHmac } from 'node:crypto'
import { plainWord } from '../../src/core/statements/vocabulary/phrases.ts'
import { HARMLESS } from './harmless.ts'

/** Gives every private word and number another one of its shape, the same one every time. */
export interface Disguise {
  /** A run of letters: as long, with capitals where it has them, and no word that stays. */
  letters(run: string): string
  /** A run of digits: as long; two that end alike end alike afterwards. */
  digits(run: string): string
}

export interface DisguiseOptions {
  /** Secret: who knows it can try names until one fits. */
  key: Uint8Array
  /** Folded words that may not come out, beside those that stay. */
  taken: ReadonlySet<string>
}

const VOWELS = 'aeiou'
const CONSONANTS = 'bcdfghklmnprstvz'
const DRAWS_MAX = 500
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]

export function createDisguise({ key, taken }: DisguiseOptions): Disguise {
  const known = new Map<string, string>()
  return {
    letters(run) {
      const folded = plainWord(run)
      const word = known.get(folded) ?? newWord(key, folded, taken)
      known.set(folded, word)
      return matchCase(run, word)
    },
    digits: (run) => (isRouting(run) ? withChecksum(newDigits(key, run)) : newDigits(key, run)),
  }
}

/** Numbers from 0 to below 1 that follow from a secret and a label, and reveal neither. */
export function chance(key: Uint8Array, label: string): () => number {
  let count = 0
  return () => {
    count += 1
    const bytes = createHmac('sha256', key).update(`${label}\n${count}`).digest()
    return bytes.readUIntBE(0, 6) / 2 ** 48
  }
}

/** Of short words nearly all may be harmless or taken: after enough draws another than itself will do. */
function newWord(key: Uint8Array, folded: string, taken: ReadonlySet<string>): string {
  const draw = chance(key, `word ${folded}`)
  for (let drawn = 0; ; drawn += 1) {
    const word = drawWord(draw, folded.length || 1)
    const isFree = !HARMLESS.has(word) && !taken.has(word)
    if (isFree || (drawn >= DRAWS_MAX && word !== folded)) return word
  }
}

/** Consonants and vowels in turn. */
function drawWord(draw: () => number, length: number): string {
  const pick = (letters: string): string => letters[Math.floor(draw() * letters.length)]!
  const first = Math.floor(draw() * 2)
  const signs = Array.from({ length }, (_, at) =>
    pick((at + first) % 2 === 0 ? CONSONANTS : VOWELS),
  )
  return signs.join('')
}

/** `McDonald` keeps its two capitals; an accent that folds to two signs adds one letter. */
function matchCase(run: string, word: string): string {
  const signs = [...run]
  const isUpper = (sign: string | undefined): boolean =>
    sign !== undefined && sign !== sign.toLowerCase()
  const isLoud = signs.every(isUpper)
  return [...word]
    .map((sign, at) => (isLoud || isUpper(signs[at]) ? sign.toUpperCase() : sign))
    .join('')
}

/** From its last digit on, each is exchanged by a table that the digits behind it choose. */
function newDigits(key: Uint8Array, run: string): string {
  let result = ''
  for (let at = run.length - 1; at >= 0; at -= 1) {
    const table = shuffled('0123456789', chance(key, `digit ${run.slice(at + 1)}`))
    result = table[Number(run[at])]! + result
  }
  return result
}

function shuffled(text: string, draw: () => number): string[] {
  return [...text]
    .map((sign) => ({ sign, rank: draw() }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ sign }) => sign)
}

/** 3(d1+d4+d7) + 7(d2+d5+d8) + (d3+d6+d9) is a multiple of ten. */
function isRouting(digits: string): boolean {
  return digits.length === 9 && computeChecksum(digits) % 10 === 0
}

function computeChecksum(digits: string): number {
  return ROUTING_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)
}

/** With another first digit, so that those it ends with stay. */
function withChecksum(digits: string): string {
  const rest = digits.slice(1)
  const first = [...'0123456789'].find((digit) => computeChecksum(digit + rest) % 10 === 0)
  return `${first ?? ''}${rest}`
}
