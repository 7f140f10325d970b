import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { boxAround, type Box } from '../../values/box.ts'

/** Red, green, blue and opacity, 0 to 255 each. */
export type Color = readonly [number, number, number, number]

export interface FontFace {
  /** As the file names it, with the prefix of its subset: `ABCDEF+Arial-BoldMT`. */
  name: string
  isEmbedded: boolean
}

/** One thing drawn on a page; later ones lie over earlier ones. */
export interface PageObject {
  /** Names the object on its page, as glyphs do. */
  handle: number
  kind: 'text' | 'path' | 'image' | 'shading'
  /** What it fills, in points of the displayed page; null for text and for what fills nothing. */
  box: Box | null
  /** Fill color; null for pictures, and where it is a pattern or nothing. */
  color: Color | null
  /** Whether it hides everything under its box. */
  isOpaque: boolean
  font: FontFace | null
  /** Points; null for what is not text. */
  size: number | null
  /** False for text that is placed without being drawn (render modes 3 and 7). */
  isDrawn: boolean
}

export interface PageAnnotation {
  kind: 'free_text' | 'square' | 'stamp' | 'redact'
  box: Box
}

/** What is drawn on a page, in the order of drawing. */
export interface PageMarks {
  objects: PageObject[]
  annotations: PageAnnotation[]
  /** False when the page holds more objects than are read. */
  isComplete: boolean
}

/** Page space to displayed points: x′ = x0 + x·xx + y·yx, y′ = y0 + x·xy + y·yy. */
export interface Transform {
  x0: number
  y0: number
  xx: number
  xy: number
  yx: number
  yy: number
}

/** The engine's raw exports and its memory: the wrapped calls cost more than their work. */
export type Pdfium = WrappedPdfiumModule['pdfium'] & {
  HEAPU8: Uint8Array
  HEAP32: Int32Array
  HEAPF32: Float32Array
  HEAPF64: Float64Array
} & Record<`_${Exclude<keyof WrappedPdfiumModule, 'pdfium'>}`, (...args: number[]) => number>

export interface MarkedPage {
  page: number
  /** 64 bytes of the engine's memory. */
  scratch: number
  place: Transform
}

/** A page with more objects than this is a drawing; what lies deeper is not looked at. */
const OBJECTS_MAX = 20_000
const FORM_DEPTH_MAX = 4
const KINDS = { 1: 'text', 2: 'path', 3: 'image', 4: 'shading' } as const
const FORM = 5
/** Numbers of the engine for the kinds of annotation that can lie over text and hide it. */
const ANNOTATIONS = { 3: 'free_text', 5: 'square', 13: 'stamp', 28: 'redact' } as const
/** Segments of a rectangle, with its closing ones; other shapes do not hide what they surround. */
const RECTANGLE_SEGMENTS = [4, 5, 6]
const UNDRAWN_MODES = [3, 7]

interface Walk extends MarkedPage {
  pdfium: Pdfium
  objects: PageObject[]
  fonts: Map<number, FontFace>
}

/** What the page draws. Never throws: an object the engine cannot describe is left out. */
export function readMarks(pdfium: Pdfium, page: MarkedPage): PageMarks {
  const walk: Walk = { ...page, pdfium, objects: [], fonts: new Map() }
  const count = pdfium._FPDFPage_CountObjects(page.page)
  for (let at = 0; at < count && walk.objects.length < OBJECTS_MAX; at += 1) {
    addObject(walk, pdfium._FPDFPage_GetObject(page.page, at), { place: page.place, depth: 0 })
  }
  const isComplete = walk.objects.length < OBJECTS_MAX
  return { objects: walk.objects, annotations: readAnnotations(pdfium, page), isComplete }
}

function addObject(
  walk: Walk,
  handle: number,
  { place, depth }: { place: Transform; depth: number },
): void {
  const { pdfium } = walk
  if (handle === 0) return
  const type = pdfium._FPDFPageObj_GetType(handle)
  if (type === FORM) {
    if (depth >= FORM_DEPTH_MAX) return
    const inner = insideForm(walk, handle, place)
    const count = pdfium._FPDFFormObj_CountObjects(handle)
    for (let at = 0; at < count && walk.objects.length < OBJECTS_MAX; at += 1) {
      const member = pdfium._FPDFFormObj_GetObject(handle, at)
      addObject(walk, member, { place: inner, depth: depth + 1 })
    }
    return
  }
  const kind = KINDS[type as keyof typeof KINDS]
  if (kind) walk.objects.push(describe(walk, { handle, kind, place }))
}

/** The map of the space inside a form: its own matrix, then the map of the space around it. */
function insideForm({ pdfium, scratch }: Walk, form: number, outer: Transform): Transform {
  if (!pdfium._FPDFPageObj_GetMatrix(form, scratch)) return outer
  const at = scratch >> 2
  const [a, b, c, d, e, f] = pdfium.HEAPF32.subarray(at, at + 6) as unknown as number[]
  return {
    x0: outer.x0 + e! * outer.xx + f! * outer.yx,
    y0: outer.y0 + e! * outer.xy + f! * outer.yy,
    xx: a! * outer.xx + b! * outer.yx,
    xy: a! * outer.xy + b! * outer.yy,
    yx: c! * outer.xx + d! * outer.yx,
    yy: c! * outer.xy + d! * outer.yy,
  }
}

interface Subject {
  handle: number
  kind: PageObject['kind']
  place: Transform
}

function describe(walk: Walk, { handle, kind, place }: Subject): PageObject {
  const { pdfium } = walk
  const plain = { handle, kind, color: null, font: null, size: null, isDrawn: true }
  if (kind === 'text') {
    return {
      ...plain,
      box: null,
      isOpaque: false,
      color: readColor(walk, handle),
      font: readFont(walk, handle),
      size: readFontSize(walk, handle),
      isDrawn: !UNDRAWN_MODES.includes(pdfium._FPDFTextObj_GetTextRenderMode(handle)),
    }
  }
  if (kind === 'path' && !isFilled(walk, handle)) return { ...plain, box: null, isOpaque: false }
  const isWhole =
    kind === 'image' ||
    (kind === 'path' && RECTANGLE_SEGMENTS.includes(pdfium._FPDFPath_CountSegments(handle)))
  return {
    ...plain,
    box: visibleBox(walk, handle, place),
    color: kind === 'path' ? readColor(walk, handle) : null,
    isOpaque: isWhole && pdfium._FPDFPageObj_HasTransparency(handle) === 0,
  }
}

function isFilled({ pdfium, scratch }: Walk, handle: number): boolean {
  if (!pdfium._FPDFPath_GetDrawMode(handle, scratch, scratch + 4)) return false
  return pdfium.HEAP32[scratch >> 2] !== 0
}

function readColor({ pdfium, scratch }: Walk, handle: number): Color | null {
  const [r, g, b, a] = [scratch, scratch + 4, scratch + 8, scratch + 12]
  if (!pdfium._FPDFPageObj_GetFillColor(handle, r, g, b, a)) return null
  const at = scratch >> 2
  return [...pdfium.HEAP32.subarray(at, at + 4)] as unknown as Color
}

function readFont({ pdfium, fonts }: Walk, handle: number): FontFace | null {
  const font = pdfium._FPDFTextObj_GetFont(handle)
  if (font === 0) return null
  const known = fonts.get(font)
  if (known) return known
  const face = {
    name: fontName(pdfium, font),
    isEmbedded: pdfium._FPDFFont_GetIsEmbedded(font) === 1,
  }
  fonts.set(font, face)
  return face
}

function fontName(pdfium: Pdfium, font: number): string {
  const byteCount = pdfium._FPDFFont_GetBaseFontName(font, 0, 0)
  if (byteCount <= 1) return ''
  const buffer = pdfium.wasmExports.malloc(byteCount)
  pdfium._FPDFFont_GetBaseFontName(font, buffer, byteCount)
  const name = pdfium.UTF8ToString(buffer)
  pdfium.wasmExports.free(buffer)
  return name
}

/** The nominal size times what the text's matrix makes of it. */
function readFontSize({ pdfium, scratch }: Walk, handle: number): number | null {
  const floats = pdfium.HEAPF32
  if (!pdfium._FPDFTextObj_GetFontSize(handle, scratch)) return null
  const nominal = floats[scratch >> 2]!
  if (!pdfium._FPDFPageObj_GetMatrix(handle, scratch)) return nominal
  const [a, b, c, d] = floats.subarray(scratch >> 2, (scratch >> 2) + 4) as unknown as number[]
  return nominal * Math.sqrt(Math.abs(a! * d! - b! * c!))
}

/** The object's bounds where its clip lets it show; null when the engine knows no bounds. */
function visibleBox(walk: Walk, handle: number, place: Transform): Box | null {
  const { pdfium, scratch } = walk
  const at = [scratch, scratch + 4, scratch + 8, scratch + 12] as const
  if (!pdfium._FPDFPageObj_GetBounds(handle, ...at)) return null
  const floats = pdfium.HEAPF32
  const [left, bottom, right, top] = [0, 1, 2, 3].map((n) => floats[(scratch >> 2) + n]!)
  const bounds = clipBoxes(walk, handle).reduce(intersection, [left!, bottom!, right!, top!])
  return bounds[0] >= bounds[2] || bounds[1] >= bounds[3] ? null : placeBox(bounds, place)
}

function clipBoxes({ pdfium, scratch }: Walk, handle: number): Box[] {
  const clip = pdfium._FPDFPageObj_GetClipPath(handle)
  const count = clip === 0 ? 0 : pdfium._FPDFClipPath_CountPaths(clip)
  const boxes: Box[] = []
  for (let path = 0; path < count; path += 1) {
    const points: Box[] = []
    const segments = pdfium._FPDFClipPath_CountPathSegments(clip, path)
    for (let at = 0; at < segments; at += 1) {
      const segment = pdfium._FPDFClipPath_GetPathSegment(clip, path, at)
      if (!pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)) continue
      const floats = pdfium.HEAPF32
      const [x, y] = [floats[scratch >> 2]!, floats[(scratch >> 2) + 1]!]
      points.push([x, y, x, y])
    }
    if (points.length > 0) boxes.push(boxAround(points))
  }
  return boxes
}

function intersection(left: Box, right: Box): Box {
  return [
    Math.max(left[0], right[0]),
    Math.max(left[1], right[1]),
    Math.min(left[2], right[2]),
    Math.min(left[3], right[3]),
  ]
}

/** A box of the page's space as the box around it in displayed points. */
export function placeBox(
  [x0, y0, x1, y1]: Box,
  { x0: left, y0: top, xx, xy, yx, yy }: Transform,
): Box {
  const corner = (x: number, y: number): Box => {
    const [across, down] = [left + x * xx + y * yx, top + x * xy + y * yy]
    return [across, down, across, down]
  }
  return boxAround([corner(x0, y0), corner(x1, y1)])
}

function readAnnotations(pdfium: Pdfium, { page, scratch, place }: MarkedPage): PageAnnotation[] {
  const found: PageAnnotation[] = []
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  for (let at = 0; at < Math.min(count, OBJECTS_MAX); at += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, at)
    if (annotation === 0) continue
    const kind = ANNOTATIONS[pdfium._FPDFAnnot_GetSubtype(annotation) as keyof typeof ANNOTATIONS]
    if (kind && pdfium._FPDFAnnot_GetRect(annotation, scratch)) {
      const floats = pdfium.HEAPF32
      const [left, top, right, bottom] = [0, 1, 2, 3].map((n) => floats[(scratch >> 2) + n]!)
      found.push({ kind, box: placeBox([left!, bottom!, right!, top!], place) })
    }
    pdfium._FPDFPage_CloseAnnot(annotation)
  }
  return found
}
