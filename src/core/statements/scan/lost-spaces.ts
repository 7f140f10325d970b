import type { PixelBox } from './image/gray-image.ts'
import type { OcrLine, OcrWord } from './ocr.ts'

/** A gap within a word is a space from this share of the page's usual gap between words … */
const SPACE_SHARE = 0.7
/** … and may be one from this share: some letters lean over the space before them. */
const DOUBTFUL_SHARE = 0.5
/** Words further apart than so many heights of a letter stand in two columns. */
const MOST_GAP = 1.5
/** Fewer gaps than this do not show what is usual. */
const LEAST_GAPS = 8
/** Digits stand apart by at most so many times what is usual in their word … */
const MOST_PITCH = 1.25
/** … which fewer pairs of digits than these do not show. */
const LEAST_PITCHES = 3
/** The confidence of a word that holds a gap and does not read as two. */
export const SPACE_DOUBT = 50

/** Reads what stands between two places of a line. */
export type ReadPart = (box: PixelBox) => Promise<OcrLine[]>

/**
 * The lines with words parted where the ink shows a space that the engine lost: `31Jan26`. Both
 * parts are read by themselves; where they do not spell the word, it is doubtful.
 */
export async function restoreSpaces(
  lines: readonly OcrLine[],
  blots: readonly PixelBox[],
  readPart: ReadPart,
): Promise<OcrLine[]> {
  const usual = usualGap(lines)
  if (usual === null) return [...lines]
  const restored: OcrLine[] = []
  for (const line of lines) {
    const space = usual * tallest(line)
    const words: OcrWord[] = []
    for (const word of line.words) words.push(...(await parted(word, { blots, space, readPart })))
    restored.push({ ...line, words })
  }
  return restored
}

/** The median gap between words, in heights of the line's tallest word. */
function usualGap(lines: readonly OcrLine[]): number | null {
  const gaps = lines
    .flatMap((line) =>
      line.words.slice(1).map((word, at) => (word.x0 - line.words[at]!.x1) / tallest(line)),
    )
    .filter((gap) => gap > 0 && gap < MOST_GAP)
    .toSorted((a, b) => a - b)
  return gaps.length < LEAST_GAPS ? null : gaps[gaps.length >> 1]!
}

function tallest({ words }: OcrLine): number {
  return Math.max(...words.map(({ y0, y1 }) => y1 - y0))
}

interface Parting {
  blots: readonly PixelBox[]
  /** The usual gap between words, in pixels of this line. */
  space: number
  readPart: ReadPart
}

async function parted(word: OcrWord, { blots, space, readPart }: Parting): Promise<OcrWord[]> {
  // Amounts have no spaces but those of their groups.
  if (!/\p{L}/u.test(word.text) || word.text.length < 3) return [word]
  const signs = listSigns(word, blots)
  const wide = findGaps(signs).filter(
    (gap) => gap[1] - gap[0] >= DOUBTFUL_SHARE * space && !isWithinNumber(gap, word.text, signs),
  )
  if (wide.length === 0) return [word]
  const gaps = wide.filter(([from, to]) => to - from >= SPACE_SHARE * space)
  const doubtful = { ...word, confidence: Math.min(word.confidence, SPACE_DOUBT) }
  if (gaps.length === 0) return [doubtful]
  const edges = [word.x0, ...gaps.flat(), word.x1]
  const texts: string[] = []
  for (let at = 0; at < edges.length; at += 2) {
    const lines = await readPart({ ...word, x0: edges[at]!, x1: edges[at + 1]! })
    texts.push(lines.flatMap(({ words }) => words.map(({ text }) => text)).join(''))
  }
  const isSpelled = texts.join('') === word.text && texts.every((text) => text !== '')
  if (!isSpelled) return [doubtful]
  return texts.map((text, at) => ({ ...word, text, x0: edges[2 * at]!, x1: edges[2 * at + 1]! }))
}

type Stretch = [from: number, to: number]

/**
 * The stretches of a word with ink, from left to right: one for each sign, where the two dots of a
 * colon are one and letters that reach over each other are two.
 */
function listSigns(word: OcrWord, blots: readonly PixelBox[]): Stretch[] {
  const signs: Stretch[] = []
  const own = blots.filter((blot) => isWithin(blot, word))
  for (const { x0, x1 } of own.toSorted((a, b) => a.x0 - b.x0)) {
    const last = signs.at(-1)
    if (last && isOver(last, [x0, x1])) last[1] = Math.max(last[1], x1)
    else signs.push([x0, x1])
  }
  return signs
}

/** Whether most of the narrower one lies over the other. */
function isOver(left: Stretch, right: Stretch): boolean {
  const shared = Math.min(left[1], right[1]) - right[0]
  return shared > 0.5 * Math.min(left[1] - left[0], right[1] - right[0])
}

function findGaps(signs: readonly Stretch[]): Stretch[] {
  return signs.slice(1).flatMap(([from], at): Stretch[] => {
    const end = Math.max(...signs.slice(0, at + 1).map(([, x1]) => x1))
    return from > end ? [[end, from]] : []
  })
}

/**
 * Whether the gap lies between two digits that stand no further apart than others of the word:
 * digits are of one width, and much of it is white beside a `1`. Letters that touch are one sign,
 * so signs are counted from either end.
 */
function isWithinNumber(gap: Stretch, text: string, signs: readonly Stretch[]): boolean {
  const pitches = signs.slice(1).map((sign, at) => middle(sign) - middle(signs[at]!))
  const own = signs.findIndex(([, end]) => end === gap[0])
  return [0, text.length - signs.length].some((shift) => {
    const isPair = (at: number): boolean => /^\d\d$/.test(text.slice(at + shift, at + shift + 2))
    const usual = pitches.filter((_, at) => isPair(at) && at !== own).toSorted((a, b) => a - b)
    if (!isPair(own) || usual.length < LEAST_PITCHES) return false
    return pitches[own]! <= MOST_PITCH * usual[usual.length >> 1]!
  })
}

function middle([from, to]: Stretch): number {
  return (from + to) / 2
}

function isWithin({ x0, y0, x1, y1 }: PixelBox, word: PixelBox): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return word.x0 <= x && x <= word.x1 && word.y0 <= y && y <= word.y1
}
