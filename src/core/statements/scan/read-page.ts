import { cropped, rotated, turned, type GrayImage, type QuarterTurn } from './image/gray-image.ts'
import { computeConfidence, type OcrEngine, type OcrLine } from './ocr.ts'
import type { Uprighting } from './uprighting.ts'
import { inkThreshold, withContrast } from './image/contrast.ts'
import { withoutEdges, withoutSpecks } from './image/dirt.ts'
import { withEvenLight } from './image/light.ts'
import { withoutRules } from './image/rules.ts'
import { findSkew, isSideways } from './image/skew.ts'
import { lookCloser } from './closer-look.ts'
import { buildScanWords, type ScanWord } from './scan-words.ts'

/** The image of a page as displayed. */
export interface PageScan {
  image: GrayImage
  dpi: number
}

/** What was read from the image of a page, in points of the upright page. */
export interface ScannedPage {
  words: ScanWord[]
  upright: Uprighting
}

/** Pages with less ink than this share of their pixels are blank. */
const BLANK_SHARE = 0.0002
/** A page whose words have less confidence than this may be upside down … */
const DOUBTFUL_CONFIDENCE = 70
/** … or is upright, when another turn is not better by this much. */
const CLEAR_LEAD = 10
/** A turn is tried on a part of the page of this height, in pixels: a few lines say enough. */
const TRIAL_HEIGHT = 700

/**
 * Reads the image of a page: finds which way is up, levels it, and reads it as a whole. A blank
 * page has no words.
 */
export async function readScannedPage(drawn: PageScan, engine: OcrEngine): Promise<ScannedPage> {
  const flat: Uprighting = { turn: 0, skew: 0, ...computePageSize(drawn) }
  if (inkShare(drawn.image) < BLANK_SHARE) return { words: [], upright: flat }
  const scan = { ...drawn, image: cleaned(drawn) }
  const first = isSideways(scan.image) ? 90 : 0
  const attempt = await readTurned(scan, first, engine)
  if (attempt.confidence >= DOUBTFUL_CONFIDENCE) return finished(attempt, engine)
  const others = ([0, 90, 180, 270] as const).filter((turn) => turn !== first)
  const better = await bestTurn(scan, { turns: others, engine, than: attempt.confidence })
  return finished(better === null ? attempt : await readTurned(scan, better, engine), engine)
}

/** The image as it was read, for reading parts of it again. */
export function uprightImage(scan: PageScan, { turn, skew }: Uprighting): GrayImage {
  const level = turned(cleaned(scan), turn)
  return skew === 0 ? level : rotated(level, skew)
}

/** Black print on white paper, without what the light and the scanner added. */
function cleaned({ image, dpi }: PageScan): GrayImage {
  return withoutEdges(withContrast(withEvenLight(image, dpi)), dpi)
}

interface Attempt {
  upright: Uprighting
  image: GrayImage
  dpi: number
  lines: OcrLine[]
  confidence: number
}

async function readTurned(
  { image, dpi }: PageScan,
  turn: QuarterTurn,
  engine: OcrEngine,
): Promise<Attempt> {
  const level = turned(image, turn)
  const skew = findSkew(level)
  const straight = skew === 0 ? level : rotated(level, skew)
  const clear = withoutSpecks(withoutRules(straight, dpi), dpi)
  const lines = await engine.recognize(clear, { mode: 'page', dpi })
  const upright = { turn, skew, ...computePageSize({ image: level, dpi }) }
  return { upright, image: clear, dpi, lines, confidence: trustIn(lines) }
}

async function finished(
  { upright, image, dpi, lines }: Attempt,
  engine: OcrEngine,
): Promise<ScannedPage> {
  const closer = await lookCloser({ image, lines, dpi, engine })
  return { words: buildScanWords(closer, dpi), upright }
}

interface Trial {
  turns: readonly QuarterTurn[]
  engine: OcrEngine
  than: number
}

/** The turn under which a part of the page reads clearly better; null when none does. */
async function bestTurn(
  { image, dpi }: PageScan,
  { turns, engine, than }: Trial,
): Promise<QuarterTurn | null> {
  let best: { turn: QuarterTurn | null; confidence: number } = {
    turn: null,
    confidence: than + CLEAR_LEAD,
  }
  for (const turn of turns) {
    const part = densestPart(turned(image, turn))
    const lines = await engine.recognize(part, { mode: 'page', dpi })
    const confidence = trustIn(lines)
    if (confidence > best.confidence) best = { turn, confidence }
  }
  return best.turn
}

function densestPart(image: GrayImage): GrayImage {
  const { width, height } = image
  const rows = inkRows(image)
  let ink = rows.slice(0, TRIAL_HEIGHT).reduce((sum, count) => sum + count, 0)
  let best = { ink, y0: 0 }
  for (let y0 = 1; y0 + TRIAL_HEIGHT <= height; y0 += 1) {
    ink += rows[y0 + TRIAL_HEIGHT - 1]! - rows[y0 - 1]!
    if (ink > best.ink) best = { ink, y0 }
  }
  const y1 = Math.min(height, best.y0 + TRIAL_HEIGHT)
  return cropped(image, { x0: 0, x1: width, y0: best.y0, y1 })
}

/** 0 for a page with next to no letters and digits. */
function trustIn(lines: readonly OcrLine[]): number {
  return computeConfidence(
    lines.flatMap(({ words }) => words),
    LEAST_CHARACTERS,
  )
}

const LEAST_CHARACTERS = 10

function inkShare(image: GrayImage): number {
  return inkRows(image).reduce((sum, count) => sum + count, 0) / image.data.length
}

function inkRows(image: GrayImage): Uint32Array {
  const { width, data } = image
  const threshold = Math.min(inkThreshold(image), 200)
  const rows = new Uint32Array(image.height)
  for (let y = 0, at = 0; y < image.height; y += 1) {
    let count = 0
    for (const end = at + width; at < end; at += 1) if (data[at]! < threshold) count += 1
    rows[y] = count
  }
  return rows
}

function computePageSize({ image, dpi }: PageScan): { width: number; height: number } {
  return { width: (image.width * 72) / dpi, height: (image.height * 72) / dpi }
}
