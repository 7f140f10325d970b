import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Pdfium } from './page-objects.ts'

/** The engine, with the raw exports that are called once per character. */
export interface Engine extends WrappedPdfiumModule {
  pdfium: Pdfium
}
