import { init } from '@embedpdf/pdfium'
import type { Box } from '../../values/box.ts'
import {
  appendPage,
  drawOnPage,
  keepPages,
  saveDocument,
  type Drawings,
  type PageRange,
} from './edit/document.ts'
import type { Engine } from './engine.ts'
import type { Glyph } from './glyph.ts'
import { readMarks, type PageMarks, type Transform } from './page-objects.ts'
import { pageTransform } from './page-transform.ts'
import { hasHugePicture, pagePicture, pictureShare } from './pictures.ts'
import { renderPage, type PageImage, type RenderOptions } from './render.ts'
import { openForm, widgetGlyphs, type Form } from './widgets.ts'

export type { Glyph } from './glyph.ts'

export interface GlyphPage {
  number: number
  width: number
  height: number
  glyphs: Glyph[]
  /** What else the page draws, on request. */
  marks?: PageMarks
}

/** An open document; `close` frees its memory. */
export interface PdfDocument {
  pageCount: number
  /** `17` for PDF 1.7; null when the header names none. */
  version: number | null
  isEncrypted: boolean
  meta(key: 'Producer' | 'Creator' | 'CreationDate' | 'ModDate'): string | null
  /** Scripts that run by themselves, and files inside the file. */
  scriptCount: number
  attachmentCount: number
  /** The page's glyphs; null when the page cannot be read. `index` starts at 0. */
  page(index: number, options?: { withMarks: boolean }): GlyphPage | null
  /** The page as displayed; null when it cannot be drawn. */
  render(index: number, options: RenderOptions): PageImage | null
  /** The share of the page that its largest picture covers. */
  pictureShare(index: number): number
  /** The JPEG that covers most of the page, with its place on it; null where none does. */
  pagePicture(index: number): { jpeg: Uint8Array; box: Box } | null
  /** Whether a picture on the page takes more memory than drawing it may. */
  hasHugePicture(index: number): boolean
  draw(index: number, drawings: Drawings): void
  append(size: { width: number; height: number }): void
  /** Takes out all pages but these; `pageCount` stays that of the file that was opened. */
  keep(span: PageRange): void
  save(): Uint8Array
  close(): void
}

export type PdfOpening =
  | { document: PdfDocument; failure: null }
  | { document: null; failure: 'password_protected' | 'corrupt_file' }

/** Opens PDF documents; made once per process, since compiling the engine takes most time. */
export interface PdfReader {
  open(bytes: Uint8Array, password: string | null): PdfOpening
}

const ERROR_PASSWORD = 4
const SCRATCH_BYTES = 64

/** Compiles the PDF engine from the bytes of `pdfium.wasm`, which the caller reads from disk. */
export async function createPdfReader(wasmBinary: Uint8Array): Promise<PdfReader> {
  const engine = (await init({ wasmBinary: wasmBinary.slice().buffer })) as Engine
  engine.PDFiumExt_Init()
  return { open: (bytes, password) => openDocument(engine, bytes, password) }
}

function openDocument(engine: Engine, bytes: Uint8Array, password: string | null): PdfOpening {
  const { wasmExports } = engine.pdfium
  const data = wasmExports.malloc(bytes.length)
  engine.pdfium.HEAPU8.set(bytes, data)
  const handle = engine.FPDF_LoadMemDocument(data, bytes.length, password ?? '')
  if (handle === 0) {
    const isLocked = engine.FPDF_GetLastError() === ERROR_PASSWORD
    wasmExports.free(data)
    return { document: null, failure: isLocked ? 'password_protected' : 'corrupt_file' }
  }
  const scratch = wasmExports.malloc(SCRATCH_BYTES)
  const form = openForm(engine, handle)
  const document: PdfDocument = {
    pageCount: engine.FPDF_GetPageCount(handle),
    version: engine.FPDF_GetFileVersion(handle, scratch)
      ? engine.pdfium.getValue(scratch, 'i32')
      : null,
    isEncrypted: engine.FPDF_GetSecurityHandlerRevision(handle) >= 0,
    meta: (key) => readMeta(engine, handle, key),
    scriptCount: Math.max(0, engine.FPDFDoc_GetJavaScriptActionCount(handle)),
    attachmentCount: Math.max(0, engine.FPDFDoc_GetAttachmentCount(handle)),
    page: (index, options) =>
      readPage(engine, { handle, form, index, scratch, withMarks: options?.withMarks === true }),
    render: (index, options) => renderPage(engine, handle, { index, ...options }),
    pictureShare: (index) => pictureShare(engine, handle, index),
    pagePicture: (index) => pagePicture(engine, handle, index),
    hasHugePicture: (index) => hasHugePicture(engine, handle, index),
    draw: (index, drawings) => drawOnPage(engine, { handle, scratch }, { index, drawings }),
    append: (size) => appendPage(engine, { handle, scratch }, size),
    keep: (span) => keepPages(engine, { handle, scratch }, span),
    save: () => saveDocument(engine, { handle, scratch }),
    close() {
      form.close()
      engine.FPDF_CloseDocument(handle)
      wasmExports.free(scratch)
      wasmExports.free(data)
    },
  }
  return { document, failure: null }
}

function readMeta(engine: Engine, handle: number, key: string): string | null {
  const byteCount = engine.FPDF_GetMetaText(handle, key, 0, 0)
  if (byteCount <= 2) return null
  const buffer = engine.pdfium.wasmExports.malloc(byteCount)
  engine.FPDF_GetMetaText(handle, key, buffer, byteCount)
  const text = engine.pdfium.UTF16ToString(buffer)
  engine.pdfium.wasmExports.free(buffer)
  return text.trim() || null
}

interface PagePlace {
  handle: number
  form: Form
  index: number
  scratch: number
  withMarks: boolean
}

function readPage(
  engine: Engine,
  { handle, form, index, scratch, withMarks }: PagePlace,
): GlyphPage | null {
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return null
  const textPage = engine.FPDFText_LoadPage(page)
  const width = engine.FPDF_GetPageWidthF(page)
  const height = engine.FPDF_GetPageHeightF(page)
  const turn = engine.FPDFPage_GetRotation(page) * 90
  const place = pageTransform(engine, { page, scratch, width, height })
  const glyphs: Glyph[] = []
  const count = textPage === 0 ? 0 : engine.FPDFText_CountChars(textPage)
  for (let at = 0; at < count; at += 1) {
    const glyph = readGlyph(engine, { textPage, at, scratch, turn, place })
    if (glyph) glyphs.push(glyph)
  }
  glyphs.push(...widgetGlyphs(engine, { page, form }, place))
  const marks = withMarks ? { marks: readMarks(engine.pdfium, { page, scratch, place }) } : {}
  engine.FPDFText_ClosePage(textPage)
  engine.FPDF_ClosePage(page)
  return { number: index + 1, width, height, glyphs, ...marks }
}

function placeX({ x0, xx, yx }: Transform, x: number, y: number): number {
  return x0 + x * xx + y * yx
}

function placeY({ y0, xy, yy }: Transform, x: number, y: number): number {
  return y0 + x * xy + y * yy
}

interface GlyphPlace {
  textPage: number
  at: number
  scratch: number
  turn: number
  place: Transform
}

const LINE_END_HYPHEN = 2
const HYPHEN = 45

function readGlyph(
  engine: Engine,
  { textPage, at, scratch, turn, place }: GlyphPlace,
): Glyph | null {
  const { pdfium } = engine
  const unicode = pdfium._FPDFText_GetUnicode(textPage, at)
  // The engine has a code of its own for the hyphen that ends a line.
  const code = unicode === LINE_END_HYPHEN ? HYPHEN : unicode
  if (code < 32 || code >= 0xfffe) return null
  const text = String.fromCodePoint(code)
  // Blanks inferred by the engine are left out: gaps are judged once, when words are built.
  if (text.trim() === '' && pdfium._FPDFText_IsGenerated(textPage, at) !== 0) return null
  if (!pdfium._FPDFText_GetLooseCharBox(textPage, at, scratch)) return null
  if (!pdfium._FPDFText_GetCharOrigin(textPage, at, scratch + 16, scratch + 24)) return null
  const floats = pdfium.HEAPF32
  const corner = scratch >> 2
  const [left, top] = [floats[corner]!, floats[corner + 1]!]
  const [right, bottom] = [floats[corner + 2]!, floats[corner + 3]!]
  const [ax, bx] = [placeX(place, left, top), placeX(place, right, bottom)]
  const [ay, by] = [placeY(place, left, top), placeY(place, right, bottom)]
  const origin = (scratch + 16) >> 3
  const degrees = turn + (pdfium._FPDFText_GetCharAngle(textPage, at) * 180) / Math.PI
  return {
    text,
    x0: Math.min(ax, bx),
    x1: Math.max(ax, bx),
    y0: Math.min(ay, by),
    y1: Math.max(ay, by),
    baseline: placeY(place, pdfium.HEAPF64[origin]!, pdfium.HEAPF64[origin + 1]!),
    angle: (Math.round(degrees * 100) / 100 + 360) % 360,
    object: pdfium._FPDFText_GetTextObject(textPage, at),
  }
}
