import type { Box } from '../../../values/box.ts'
import type { Engine } from '../engine.ts'
import type { Transform } from '../page-objects.ts'

export type Ink = readonly [number, number, number]

/** What is added to a page; places are in points from the top left of the page as displayed. */
export type Drawing =
  | { kind: 'frame'; box: Box; ink: Ink }
  | {
      kind: 'text'
      text: string
      /** Where its baseline begins. */
      x: number
      y: number
      size: number
      /** Null: searchable, but not visible. */
      ink: Ink | null
      /** Set to this length; null: as the font has it. */
      length: number | null
      /** Degrees clockwise from level at which it runs. */
      angle: number
      /** From 0 to 1; as strong as it can be when it is left out. */
      opacity?: number
    }

export type TextDrawing = Extract<Drawing, { kind: 'text' }>

interface DrawnPage {
  document: number
  page: number
  place: Transform
  scratch: number
}

const FONT = 'Helvetica'
/** FPDF_FILLMODE_ALTERNATE; text render mode 3. */
const FILLED = 1
const INVISIBLE = 3
const FRAME_POINTS = 0.7
const FRAME_OPACITY = 200
const FILL_OPACITY = 28
/** Characters that the standard fonts lack. */
const UNKNOWN_SIGN = /[^\u0020-\u007E\u00A1-\u00FF]/gu

/** Adds drawings over all else on the page; what the page draws itself stays as it is. */
export function drawOn(engine: Engine, target: DrawnPage, drawings: readonly Drawing[]): void {
  const { document, page } = target
  const font = engine.FPDFText_LoadStandardFont(document, FONT)
  for (const drawing of drawings) {
    const object =
      drawing.kind === 'frame'
        ? createFrame(engine, target, drawing)
        : createText(engine, { ...target, font }, drawing)
    if (object !== 0) engine.FPDFPage_InsertObject(page, object)
  }
  engine.FPDFPage_GenerateContent(page)
  engine.FPDFFont_Close(font)
}

function createFrame(
  engine: Engine,
  { place }: DrawnPage,
  { box, ink }: Extract<Drawing, { kind: 'frame' }>,
): number {
  const toPage = inverse(place)
  const [[ax, ay], [bx, by]] = [toPage(box[0], box[1]), toPage(box[2], box[3])]
  const [left, bottom] = [Math.min(ax, bx), Math.min(ay, by)]
  const rect = engine.FPDFPageObj_CreateNewRect(left, bottom, Math.abs(ax - bx), Math.abs(ay - by))
  engine.FPDFPageObj_SetFillColor(rect, ...ink, FILL_OPACITY)
  engine.FPDFPageObj_SetStrokeColor(rect, ...ink, FRAME_OPACITY)
  engine.FPDFPageObj_SetStrokeWidth(rect, FRAME_POINTS)
  engine.FPDFPath_SetDrawMode(rect, FILLED, true)
  return rect
}

function createText(
  engine: Engine,
  { document, place, scratch, font }: DrawnPage & { font: number },
  { text, x, y, size, ink, length, angle, opacity = 1 }: TextDrawing,
): number {
  const print = text.replace(UNKNOWN_SIGN, '?')
  // The engine crashes on an empty text.
  if (print === '') return 0
  const object = engine.FPDFPageObj_CreateTextObj(document, font, size)
  setText(engine, object, print)
  if (ink) engine.FPDFPageObj_SetFillColor(object, ...ink, Math.round(255 * opacity))
  else engine.FPDFTextObj_SetTextRenderMode(object, INVISIBLE)
  const stretch = length === null ? 1 : length / measureWidth(engine, object, scratch)
  if (!Number.isFinite(stretch) || stretch <= 0) return 0
  const toPage = inverse(place)
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const [ex, ey] = toPage(x, y)
  const [ax, ay] = toPage(x + cos * stretch, y + sin * stretch)
  const [cx, cy] = toPage(x + sin, y - cos)
  engine.pdfium.HEAPF32.set([ax - ex, ay - ey, cx - ex, cy - ey, ex, ey], scratch >> 2)
  engine.FPDFPageObj_SetMatrix(object, scratch)
  return object
}

function setText(engine: Engine, object: number, text: string): void {
  const buffer = engine.pdfium.wasmExports.malloc(2 * text.length + 2)
  engine.pdfium.stringToUTF16(text, buffer, 2 * text.length + 2)
  engine.FPDFText_SetText(object, buffer)
  engine.pdfium.wasmExports.free(buffer)
}

function measureWidth(engine: Engine, object: number, scratch: number): number {
  const at = [scratch, scratch + 4, scratch + 8, scratch + 12] as const
  if (!engine.FPDFPageObj_GetBounds(object, ...at)) return NaN
  const [left, , right] = engine.pdfium.HEAPF32.subarray(scratch >> 2)
  return right! - left!
}

/** From displayed points to the space of the page. */
function inverse({
  x0,
  y0,
  xx,
  xy,
  yx,
  yy,
}: Transform): (x: number, y: number) => [number, number] {
  const determinant = xx * yy - xy * yx
  return (x, y) => {
    const [dx, dy] = [x - x0, y - y0]
    return [(dx * yy - dy * yx) / determinant, (dy * xx - dx * xy) / determinant]
  }
}
