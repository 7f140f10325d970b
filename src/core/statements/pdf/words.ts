import type { Glyph, GlyphPage } from './pdfium.ts'

/** A run of print without a gap. Coordinates are points from the top left of the displayed page. */
export interface Word {
  text: string
  x0: number
  x1: number
  y0: number
  y1: number
  baseline: number
}

/** Letters of one word stand nearer than this share of the font's height … */
const WORD_GAP = 0.11
/** … or than this, on a page that prints its blanks, where a gap inside a word is only kerning. */
const KERNING_GAP = 0.26
/** … or than this where letters usually touch: some programs move on and print no blank. */
const TOUCHING_GAP = 0.2
/** Share of glyphs from which a page counts as one that prints its blanks. */
const BLANK_SHARE = 0.05
/** Glyphs of one line differ in their baselines by less than this share of the font's height. */
const BASELINE_DRIFT = 0.2

/**
 * The page's words in the order of the content stream. Text in another direction than most of the
 * page (watermarks, notes along the margin) is left out; a page that is set sideways is turned
 * upright.
 */
export function readWords(page: GlyphPage): Word[] {
  const direction = commonDirection(page.glyphs)
  const lean = computeLean(page.glyphs, direction)
  const blankCount = page.glyphs.filter((glyph) => glyph.text.trim() === '').length
  const printsBlanks = blankCount > BLANK_SHARE * page.glyphs.length
  const kerning = usuallyTouch(page.glyphs) ? TOUCHING_GAP : KERNING_GAP
  const gapLimit = printsBlanks ? kerning : WORD_GAP
  const words: Word[] = []
  let open: Word | null = null
  let last: Glyph | null = null
  let isParted = false
  for (const glyph of page.glyphs) {
    if (toQuarter(glyph.angle) !== direction || isUnprinted(glyph)) continue
    const upright = straightened(turned(glyph, direction, page), lean)
    if (glyph.text.trim() === '') {
      isParted = true
      continue
    }
    if (isParted && open && !isWithin(open, upright)) open = null
    isParted = false
    // A ligature is several characters in one box.
    const isLigature = open !== null && last?.x0 === upright.x0 && last.x1 === upright.x1
    last = upright
    if (open && (isLigature || continues(open, upright, gapLimit))) {
      extend(open, upright)
    } else {
      const { text, x0, x1, y0, y1, baseline } = upright
      open = { text, x0, x1, y0, y1, baseline }
      words.push(open)
    }
  }
  return words
}

/** Where a word may be parted at the end of a line and is not: `Pay\u00adment`. */
function isUnprinted({ text, x0, x1 }: Glyph): boolean {
  return text === '\u00ad' && x0 === x1
}

/** What is set neither level nor upright, such as VOID across a check, without its blanks. */
export function readStamps({ glyphs }: GlyphPage): string[] {
  const angles = new Map<number, string>()
  for (const { angle, text } of glyphs) {
    if (toQuarter(angle) !== null) continue
    angles.set(angle, (angles.get(angle) ?? '') + text.trim())
  }
  return [...angles.values()]
}

/** 0, 90, 180 or 270 for glyphs within 5 degrees of it, else null. */
function toQuarter(angle: number): number | null {
  const quarter = Math.round(angle / 90) * 90
  return Math.abs(angle - quarter) <= 5 ? quarter % 360 : null
}

function commonDirection(glyphs: readonly Glyph[]): number {
  const counts = new Map<number, number>()
  for (const glyph of glyphs) {
    const quarter = toQuarter(glyph.angle)
    if (quarter !== null) counts.set(quarter, (counts.get(quarter) ?? 0) + 1)
  }
  let best = 0
  for (const [quarter, count] of counts) if (count > (counts.get(best) ?? 0)) best = quarter
  return best
}

/** The glyph on the page turned so that `direction` reads from left to right. */
function turned(glyph: Glyph, direction: number, page: GlyphPage): Glyph {
  const { x0, x1, y0, y1 } = glyph
  if (direction === 0) return glyph
  if (direction === 180) {
    const [w, h] = [page.width, page.height]
    return { ...glyph, x0: w - x1, x1: w - x0, y0: h - y1, y1: h - y0, baseline: h - y0 }
  }
  // 90: text runs down the page; 270: it climbs. The baseline is then the outer edge of the box.
  return direction === 90
    ? {
        ...glyph,
        x0: y0,
        x1: y1,
        y0: page.width - x1,
        y1: page.width - x0,
        baseline: page.width - x0,
      }
    : { ...glyph, x0: page.height - y1, x1: page.height - y0, y0: x0, y1: x1, baseline: x1 }
}

/**
 * By how many degrees the page's text leans: the lean of its middle glyph, since a few slanted
 * words do not make the page slanted.
 */
function computeLean(glyphs: readonly Glyph[], direction: number): number {
  const leans = glyphs
    .filter(({ angle }) => toQuarter(angle) === direction)
    .map(({ angle }) => ((angle - direction + 540) % 360) - 180)
    .toSorted((a, b) => a - b)
  return leans[leans.length >> 1] ?? 0
}

/** The glyph moved to where it stands when the page's lines are turned level about its corner. */
function straightened(glyph: Glyph, lean: number): Glyph {
  if (lean === 0) return glyph
  const radians = (-lean * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const { x0, x1, y0, y1, baseline } = glyph
  const dx = x0 * cos - baseline * sin - x0
  const dy = x0 * sin + baseline * cos - baseline
  return { ...glyph, x0: x0 + dx, x1: x1 + dx, y0: y0 + dy, y1: y1 + dy, baseline: baseline + dy }
}

/** Letters that touch stand this share of their height apart at most. */
const TOUCH = 0.02

/** Whether most letters begin where the one before ends. */
function usuallyTouch(glyphs: readonly Glyph[]): boolean {
  const gaps = glyphs.slice(1).flatMap(({ text, x0, y0, y1, baseline }, at) => {
    const before = glyphs[at]!
    const isNext = /\p{L}/u.test(before.text + text) && before.baseline === baseline
    const gap = (x0 - before.x1) / (y1 - y0)
    return isNext && gap < KERNING_GAP && text.trim() !== '' ? [gap] : []
  })
  return gaps.filter((gap) => Math.abs(gap) < TOUCH).length * 2 > gaps.length
}

function continues(word: Word, glyph: Glyph, gapLimit: number): boolean {
  const height = Math.max(word.y1 - word.y0, glyph.y1 - glyph.y0)
  if (Math.abs(word.baseline - glyph.baseline) > BASELINE_DRIFT * height) return false
  const isLeftwards = LEFTWARDS.test(glyph.text) && LEFTWARDS.test(word.text.slice(-1))
  const gap = isLeftwards && glyph.x0 < word.x0 ? word.x0 - glyph.x1 : glyph.x0 - word.x1
  return gap < gapLimit * height && gap > -0.5 * height
}

/** Letters of one word touch, and a blank that takes no room between them is none. */
const TOUCHING = 0.06

/** Whether a letter goes on right where the word ends, though the engine put a blank there. */
function isWithin(word: Word, glyph: Glyph): boolean {
  const gap = Math.abs(glyph.x0 - word.x1)
  const areLetters = /\p{L}$/u.test(word.text) && /^\p{L}/u.test(glyph.text)
  return areLetters && gap < TOUCHING * (word.y1 - word.y0)
}

/** Scripts that run from right to left; most programs draw their letters in the order of speech. */
const LEFTWARDS = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u

function extend(word: Word, glyph: Glyph): void {
  word.text += glyph.text
  word.x0 = Math.min(word.x0, glyph.x0)
  word.x1 = Math.max(word.x1, glyph.x1)
  word.y0 = Math.min(word.y0, glyph.y0)
  word.y1 = Math.max(word.y1, glyph.y1)
}
