import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Box } from '../../values/box.ts'
import type { Glyph } from './glyph.ts'
import { placeBox, type Transform } from './page-objects.ts'

/** A filled field of a form: its value stands in an annotation, not in the page's own text. */
interface Widget {
  text: string
  /** In the space of the page. */
  box: Box
}

const WIDGET = 20
const HIDDEN_FLAGS = 0x02 | 0x20
const RECT_BYTES = 16
/** Values of fields are read up to this length. */
const VALUE_BYTES_MAX = 8_000
/** A page with more annotations than this is no form. */
const WIDGETS_MAX = 2_000
const FONT_HEIGHT_MAX = 12
/** The mean width of a letter as a share of the height of its line. */
const LETTER_WIDTH = 0.45

/** The form of a document, which knows values that are stored in a field's parent. */
export interface Form {
  handle: number
  close(): void
}

const ACRO_FORM = 1
const NO_FORM: Form = { handle: 0, close: () => {} }

/** The form of a document; one without fields costs nothing. Scripts of forms are not run. */
export function openForm(engine: WrappedPdfiumModule, document: number): Form {
  if (engine.FPDF_GetFormType(document) !== ACRO_FORM) return NO_FORM
  const info = engine.PDFiumExt_OpenFormFillInfo()
  const handle = engine.PDFiumExt_InitFormFillEnvironment(document, info)
  return {
    handle,
    close: () => {
      engine.PDFiumExt_ExitFormFillEnvironment(handle)
      engine.PDFiumExt_CloseFormFillInfo(info)
    },
  }
}

/**
 * The values of a page's form fields as glyphs: text and choices as typed, a ticked box as `X`. The
 * position of a letter inside its field is estimated; the field's own box is exact.
 */
export function widgetGlyphs(
  engine: WrappedPdfiumModule,
  { page, form }: { page: number; form: Form },
  place: Transform,
): Glyph[] {
  const count = Math.min(engine.FPDFPage_GetAnnotCount(page), WIDGETS_MAX)
  const glyphs: Glyph[] = []
  for (let index = 0; index < count; index += 1) {
    const annotation = engine.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const widget = readWidget(engine, annotation, form)
    if (widget) glyphs.push(...buildGlyphs(widget, place))
    engine.FPDFPage_CloseAnnot(annotation)
  }
  return glyphs
}

function readWidget(engine: WrappedPdfiumModule, annotation: number, form: Form): Widget | null {
  if (engine.FPDFAnnot_GetSubtype(annotation) !== WIDGET) return null
  if ((engine.FPDFAnnot_GetFlags(annotation) & HIDDEN_FLAGS) !== 0) return null
  const appearance = readText(engine, (buffer, size) =>
    engine.FPDFAnnot_GetStringValue(annotation, 'AS', buffer, size),
  )
  const value = readText(engine, (buffer, size) =>
    isTyped(engine, annotation, form)
      ? engine.FPDFAnnot_GetFormFieldValue(form.handle, annotation, buffer, size)
      : engine.FPDFAnnot_GetStringValue(annotation, 'V', buffer, size),
  )
  const text = shownText(value, appearance)
  const box = text === '' ? null : readRect(engine, annotation)
  return box && { text, box }
}

/** Text and choices; for a box the engine returns the value that ticking it would set. */
const TYPED = [4, 5, 6]

function isTyped(engine: WrappedPdfiumModule, annotation: number, { handle }: Form): boolean {
  return handle !== 0 && TYPED.includes(engine.FPDFAnnot_GetFormFieldType(handle, annotation))
}

/** A box is ticked when its appearance is the value; `Off` is nothing. */
function shownText(value: string, appearance: string): string {
  if (appearance === '') return value === 'Off' ? '' : value
  return appearance === 'Off' ? '' : 'X'
}

/** What `copy` writes into a buffer of its size; nothing when it is longer than any field. */
function readText(
  engine: WrappedPdfiumModule,
  copy: (buffer: number, size: number) => number,
): string {
  const byteCount = copy(0, 0)
  if (byteCount <= 2 || byteCount > VALUE_BYTES_MAX) return ''
  const buffer = engine.pdfium.wasmExports.malloc(byteCount)
  copy(buffer, byteCount)
  const text = engine.pdfium.UTF16ToString(buffer)
  engine.pdfium.wasmExports.free(buffer)
  return text.trim()
}

function readRect(engine: WrappedPdfiumModule, annotation: number): Box | null {
  const buffer = engine.pdfium.wasmExports.malloc(RECT_BYTES)
  const isRead = engine.FPDFAnnot_GetRect(annotation, buffer)
  const box = [0, 4, 8, 12].map((offset) => engine.pdfium.getValue(buffer + offset, 'float')) as Box
  engine.pdfium.wasmExports.free(buffer)
  return isRead ? box : null
}

/** Letters from the left edge, line under line; several lines share the field's height. */
function buildGlyphs({ text, box }: Widget, place: Transform): Glyph[] {
  const [x0, y0, x1, y1] = placeBox(box, place)
  const lines = text.split(/\r\n?|\n/)
  const step = (y1 - y0) / lines.length
  const height = Math.min(step, FONT_HEIGHT_MAX)
  return lines.flatMap((line, index) => {
    const letters = [...line]
    const width = Math.min(height * LETTER_WIDTH, (x1 - x0) / Math.max(1, letters.length))
    const top = y0 + index * step + (step - height) / 2
    return letters.map((letter, at) => ({
      text: letter,
      x0: x0 + at * width,
      x1: x0 + (at + 1) * width,
      y0: top,
      y1: top + height,
      baseline: top + 0.78 * height,
      angle: 0,
      object: null,
    }))
  })
}
