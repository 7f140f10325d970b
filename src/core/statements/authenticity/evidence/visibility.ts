import type { Color, PageObject } from '../../pdf/page-objects.ts'
import type { Glyph, GlyphPage } from '../../pdf/pdfium.ts'
import type { Box } from '../../statement.ts'
import type { HiddenPrint } from './inspection.ts'

/** A character with the object that draws it, and why it is not visible. */
export interface JudgedGlyph {
  glyph: Glyph
  object: PageObject | null
  order: number
  cover: OrderedObject | null
  hidden: HiddenPrint['why'] | null
}

export interface OrderedObject {
  object: PageObject
  box: Box
  order: number
}

/** Text below this size is for machines, not for readers. */
const TINY_POINTS = 1
const OPAQUE = 250
/** A fill that could pass for paper. */
const LIGHT = 200
const SAME_COLOR = 8
/** Fills and pictures of a page that are looked at; a drawing has more. */
const BOXES_MAX = 2000
/** What is flatter than this is a line, not a cover. */
const COVER_POINTS = 3
const WHITE: Color = [255, 255, 255, 255]

/** Whether a reader sees each character. On a page without marks every character is visible. */
export function judge(page: GlyphPage): JudgedGlyph[] {
  const { objects = [] } = page.marks ?? {}
  const orders = new Map(objects.map(({ handle }, order) => [handle, order]))
  const boxes = objects
    .flatMap((object, order) => (object.box === null ? [] : [{ object, box: object.box, order }]))
    .slice(0, BOXES_MAX)
  const covers = boxes.filter((each) => isCover(each, page))
  const judged: JudgedGlyph[] = []
  let [handle, order]: [number | null, number] = [null, -1]
  for (const glyph of page.glyphs) {
    if (glyph.text === ' ' || glyph.text.trim() === '') continue
    if (glyph.object !== handle) {
      handle = glyph.object
      order = handle === null ? -1 : (orders.get(handle) ?? -1)
    }
    const object = objects[order] ?? null
    const each: JudgedGlyph = { glyph, object, order, cover: null, hidden: null }
    if (object) each.hidden = hiddenWhy(each, { page, boxes })
    if (object && each.hidden === null && covers.length > 0) each.cover = findCover(each, covers)
    judged.push(each)
  }
  return judged
}

function findCover(
  { glyph, order }: JudgedGlyph,
  covers: readonly OrderedObject[],
): OrderedObject | null {
  for (const cover of covers) if (cover.order > order && holds(cover.box, glyph)) return cover
  return null
}

/** Small enough to be a patch, and opaque: a light fill, or a picture. */
function isCover({ object, box }: OrderedObject, page: GlyphPage): boolean {
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  if (!object.isOpaque || width < COVER_POINTS || height < COVER_POINTS) return false
  if (object.kind === 'image') return width * height < 0.25 * page.width * page.height
  const { color } = object
  return color !== null && color[3] >= OPAQUE && Math.min(color[0], color[1], color[2]) >= LIGHT
}

/** Whether the middle of the glyph is in the box. */
export function holds(
  [x0, y0, x1, y1]: Box,
  glyph: Pick<Glyph, 'x0' | 'x1' | 'y0' | 'y1'>,
): boolean {
  const [x, y] = [(glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2]
  return x > x0 && x < x1 && y > y0 && y < y1
}

interface Surroundings {
  page: GlyphPage
  boxes: readonly OrderedObject[]
}

function hiddenWhy(
  { glyph, object, order }: JudgedGlyph,
  { page, boxes }: Surroundings,
): HiddenPrint['why'] | null {
  const { color, size, isDrawn } = object!
  if (!isDrawn || color?.[3] === 0) return 'invisible'
  if (size !== null && size < TINY_POINTS) return 'tiny'
  if (!holds([0, 0, page.width, page.height], glyph)) return 'off_page'
  if (color === null || Math.min(color[0], color[1], color[2]) < LIGHT) return null
  // Only light print is compared: dark print on a dark ground is rare, and costs as much to judge.
  const ground = boxes.findLast((each) => each.order < order && holds(each.box, glyph))
  if (!ground) return isSame(color, WHITE) ? 'background_color' : null
  // Pictures, gradients and patterns have no one color.
  const { color: under } = ground.object
  return under !== null && isSame(color, under) ? 'background_color' : null
}

function isSame(left: Color, right: Color): boolean {
  return [0, 1, 2].every((at) => Math.abs(left[at]! - right[at]!) <= SAME_COLOR)
}
