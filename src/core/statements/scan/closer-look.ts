import { cropped, scaled, type GrayImage, type PixelBox } from './image/gray-image.ts'
import { findBlots } from './image/ink.ts'
import { inkThreshold } from './image/contrast.ts'
import { restoreSpaces, type ReadPart } from './lost-spaces.ts'
import { computeConfidence, type OcrEngine, type OcrLine, type OcrWord } from './ocr.ts'

/** Below this the engine is not sure of its word. */
const SURE = 85
/** The least confidence for words that were not seen at first: the rest is dirt. */
const SURE_OF_NEW = 50
/** Letters and digits are no lower and no higher than this, in inches … */
const LEAST_HEIGHT = 0.035
const MOST_HEIGHT = 0.3
/** … and letters that touch no wider. */
const MOST_WIDTH = 1
/** Print further apart than this, in heights of a letter, is read by itself. */
const MOST_GAP = 2.4
/** A sign stands no further before its number, in heights of it. */
const SIGN_GAP = 0.9
/** A dash is not so many times wider than it is high; what is left of a rule is. */
const RULE_SHAPE = 8
/** White around a strip, as a share of its height, that belongs to it. */
const MARGIN = 0.4
const ENLARGED = 2
/** A page with more to look at is a picture, or too poor to be read. */
const MOST_STRIPS = 100

interface Look {
  image: GrayImage
  lines: readonly OcrLine[]
  dpi: number
  engine: OcrEngine
}

interface Strip {
  box: PixelBox
  /** What was first read there, all of one line; empty where nothing was. */
  words: OcrWord[]
}

/**
 * The lines of a page after a closer look: uncertain words, words with a gap, and ink of the size
 * of letters where no word was seen, are enlarged and read separately. At the rule of a table and
 * at wide gaps, reading the page as a whole loses signs, slashes and cells. Of two readings the
 * more confident one counts.
 */
export async function lookCloser({ image, lines, dpi, engine }: Look): Promise<OcrLine[]> {
  const blots = findBlots(image, inkThreshold(image))
  const part: ReadPart = (box) => readStrip({ image, dpi, engine }, box)
  return restoreSpaces(await readDoubtful({ image, lines, dpi, engine }, blots), blots, part)
}

async function readDoubtful(
  { image, lines, dpi, engine }: Look,
  blots: readonly PixelBox[],
): Promise<OcrLine[]> {
  const strips = [...lines.flatMap(doubtfulStrips), ...unreadStrips(blots, lines, dpi)]
  if (strips.length > MOST_STRIPS) return [...lines]
  const surer = new Map<OcrWord, OcrWord[]>()
  const found: OcrLine[] = []
  for (const strip of strips) {
    const box = inkBox(strip, blots, lines)
    for (const line of await readStrip({ image, dpi, engine }, box)) {
      const sure = computeConfidence(line.words)
      if (strip.words.length === 0 && sure >= SURE_OF_NEW) found.push(line)
      if (strip.words.length > 0 && sure > computeConfidence(strip.words))
        strip.words.forEach((word, at) => surer.set(word, at === 0 ? line.words : []))
    }
  }
  const kept = lines.map((line) => ({
    ...line,
    words: line.words.flatMap((word) => surer.get(word) ?? [word]),
  }))
  return [...kept, ...found]
}

function doubtfulStrips({ words }: OcrLine): Strip[] {
  const strips: Strip[] = []
  let last: OcrWord | null = null
  for (const word of words) {
    const isDoubtful = word.confidence < SURE && /[\p{L}\p{N}]/u.test(word.text)
    const strip = strips.at(-1)
    const isNear = last !== null && word.x0 - last.x1 <= MOST_GAP * (word.y1 - word.y0)
    if (isDoubtful && strip && isNear && strip.words.at(-1) === last) {
      strip.words.push(word)
      strip.box = around(strip.box, word)
    } else if (isDoubtful) {
      const { x0, y0, x1, y1 } = word
      strips.push({ box: { x0, y0, x1, y1 }, words: [word] })
    }
    last = word
  }
  return strips
}

/** Letters beside each other where no word was seen; one alone is a mark. */
function unreadStrips(blots: readonly PixelBox[], lines: readonly OcrLine[], dpi: number): Strip[] {
  const strips: (Strip & { count: number })[] = []
  const letters = blots.filter((blot) => isLetter(blot, dpi) && !isRead(blot, lines))
  for (const letter of letters.toSorted((a, b) => a.x0 - b.x0)) {
    const strip = strips.find(({ box }) => isNextTo(letter, box))
    if (!strip) strips.push({ box: letter, words: [], count: 1 })
    else {
      strip.box = around(strip.box, letter)
      strip.count += 1
    }
  }
  return strips.filter(({ count }) => count > 1)
}

function isLetter({ x0, y0, x1, y1 }: PixelBox, dpi: number): boolean {
  const height = y1 - y0
  const isHigh = height >= LEAST_HEIGHT * dpi && height <= MOST_HEIGHT * dpi
  return isHigh && x1 - x0 <= MOST_WIDTH * dpi
}

function isRead(blot: PixelBox, lines: readonly OcrLine[]): boolean {
  return lines.some(({ words }) => words.some((word) => isCentered(blot, word)))
}

function isNextTo(letter: PixelBox, strip: PixelBox): boolean {
  const [height, stripHeight] = [letter.y1 - letter.y0, strip.y1 - strip.y0]
  const shared = Math.min(letter.y1, strip.y1) - Math.max(letter.y0, strip.y0)
  const isLevel = shared > 0.5 * Math.min(height, stripHeight)
  return isLevel && letter.x0 - strip.x1 <= MOST_GAP * Math.max(height, stripHeight)
}

/**
 * The box of the strip's ink, with the signs before and behind it: the engine's box of an uncertain
 * word may reach into the line above.
 */
function inkBox(
  { box, words }: Strip,
  blots: readonly PixelBox[],
  lines: readonly OcrLine[],
): PixelBox {
  const reach = SIGN_GAP * (box.y1 - box.y0)
  const wide = { ...box, x0: box.x0 - reach, x1: box.x1 + reach }
  const others = lines.map((line) => ({
    ...line,
    words: line.words.filter((word) => !words.includes(word)),
  }))
  const own = blots.filter(
    (blot) => isCentered(blot, wide) && !isRule(blot) && !isRead(blot, others),
  )
  return own.length === 0 ? box : own.reduce(around)
}

function isRule({ x0, y0, x1, y1 }: PixelBox): boolean {
  return x1 - x0 > RULE_SHAPE * (y1 - y0)
}

function isCentered({ x0, y0, x1, y1 }: PixelBox, box: PixelBox): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return box.x0 <= x && x <= box.x1 && box.y0 <= y && y <= box.y1
}

function around(a: PixelBox, b: PixelBox): PixelBox {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  }
}

async function readStrip(
  { image, dpi, engine }: Pick<Look, 'image' | 'dpi' | 'engine'>,
  { x0, y0, x1, y1 }: PixelBox,
): Promise<OcrLine[]> {
  const margin = MARGIN * (y1 - y0)
  // Words of an enlarged strip stand between pixels.
  const [left, top] = [Math.round(x0 - margin), Math.round(y0 - margin)]
  const box = { x0: left, y0: top, x1: Math.round(x1 + margin), y1: Math.round(y1 + margin) }
  const part = cropped(image, box)
  const options = { mode: 'line', dpi: dpi * ENLARGED } as const
  const lines = await engine.recognize(scaled(part, ENLARGED), options)
  return lines.map((line) => ({
    words: line.words.map((word) => ({
      ...word,
      x0: left + word.x0 / ENLARGED,
      x1: left + word.x1 / ENLARGED,
      y0: top + word.y0 / ENLARGED,
      y1: top + word.y1 / ENLARGED,
    })),
    baseline: top + line.baseline / ENLARGED,
    fontHeight: line.fontHeight / ENLARGED,
    descent: line.descent / ENLARGED,
  }))
}
