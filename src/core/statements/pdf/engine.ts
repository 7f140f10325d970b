import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { ObjectEngine } from './page-objects.ts'

/**
 * The engine's memory and its raw exports: the wrapped calls cost more than the work per
 * character.
 */
export interface Engine extends WrappedPdfiumModule {
  pdfium: ObjectEngine['pdfium'] & {
    HEAPU8: Uint8Array
    HEAP32: Int32Array
    HEAPF32: Float32Array
    HEAPF64: Float64Array
    _FPDFText_GetUnicode(textPage: number, at: number): number
    _FPDFText_IsGenerated(textPage: number, at: number): number
    _FPDFText_GetLooseCharBox(textPage: number, at: number, box: number): number
    _FPDFText_GetCharOrigin(textPage: number, at: number, x: number, y: number): number
    _FPDFText_GetCharAngle(textPage: number, at: number): number
    _FPDFText_GetTextObject(textPage: number, at: number): number
  }
}
