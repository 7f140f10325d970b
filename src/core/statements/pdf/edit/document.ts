import { drawOn, type Drawing } from './draw.ts'
import type { Engine } from '../engine.ts'
import { pageTransform } from '../page-transform.ts'

/** From 1; the last one is part of it. */
export interface PageRange {
  start: number
  end: number
}

interface Editing {
  handle: number
  scratch: number
}

/** Drawings, or how they follow from the size of the page as it is displayed. */
export type Drawings =
  | readonly Drawing[]
  | ((page: { width: number; height: number }) => readonly Drawing[])

/** Adds drawings to a page; nothing to one that cannot be loaded. `index` starts at 0. */
export function drawOnPage(
  engine: Engine,
  { handle, scratch }: Editing,
  { index, drawings }: { index: number; drawings: Drawings },
): void {
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return
  const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
  const place = pageTransform(engine, { page, scratch, ...size })
  const own = typeof drawings === 'function' ? drawings(size) : drawings
  drawOn(engine, { document: handle, page, place, scratch }, own)
  engine.FPDF_ClosePage(page)
}

export function appendPage(
  engine: Engine,
  { handle }: Editing,
  { width, height }: { width: number; height: number },
): void {
  const page = engine.FPDFPage_New(handle, engine.FPDF_GetPageCount(handle), width, height)
  engine.FPDF_ClosePage(page)
}

export function keepPages(engine: Engine, { handle }: Editing, { start, end }: PageRange): void {
  for (let index = engine.FPDF_GetPageCount(handle) - 1; index >= 0; index -= 1) {
    if (index < start - 1 || index >= end) engine.FPDFPage_Delete(handle, index)
  }
}

export function saveDocument(engine: Engine, { handle }: Editing): Uint8Array {
  const writer = engine.PDFiumExt_OpenFileWriter()
  engine.PDFiumExt_SaveAsCopy(handle, writer)
  const length = engine.PDFiumExt_GetFileWriterSize(writer)
  const buffer = engine.pdfium.wasmExports.malloc(length)
  engine.PDFiumExt_GetFileWriterData(writer, buffer, length)
  const bytes = engine.pdfium.HEAPU8.slice(buffer, buffer + length)
  engine.pdfium.wasmExports.free(buffer)
  engine.PDFiumExt_CloseFileWriter(writer)
  return bytes
}
