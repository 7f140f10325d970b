import { readPdfWith } from '../../core/statements/formats/pdf.ts'
import type { Tools } from '../../core/statements/formats/format.ts'
import type { SightFailure } from '../../core/statements/formats/format.ts'
import type { PdfDocument } from '../../core/statements/pdf/pdfium.ts'
import { printPdf } from '../../core/statements/scan/print-pdf.ts'
import { isPdf } from '../../core/statements/sniff.ts'
import type { PageSpan, ReadingHints } from '../../core/statements/statement.ts'
import { annotate, type Annotations } from './annotate.ts'
import { layOutMark, type PageMark } from './mark.ts'
import { picturesToPdf } from './pictures-to-pdf.ts'
import { textLayer } from './text-layer.ts'

/** A form of a document that is made of it. */
export type VariantOptions =
  | { kind: 'searchable' }
  | { kind: 'annotated'; annotations: Annotations }
  | { kind: 'marked'; mark: PageMark }

/** The result of `variant`: a PDF. `variant_unavailable`: no page of it is read from its image. */
export type MadeVariant =
  | { failure: SightFailure | 'variant_unavailable' }
  | { failure: null; pdfBase64: string }

interface Making {
  hints: ReadingHints
  tools: Tools
  variant: VariantOptions | undefined
}

/** The document's own pages as a PDF, with what was read from them. */
export async function makeVariant(
  bytes: Uint8Array,
  { hints, tools, variant }: Making,
): Promise<MadeVariant> {
  if (!variant) throw new Error('The request names no variant')
  const paged = isPdf(bytes) ? { pdf: bytes, failure: null } : await picturesToPdf(bytes, tools)
  if (!paged.pdf) return { failure: paged.failure }
  const opening = { bytes: paged.pdf, hints, reader: tools.pdf }
  const made = await readPdfWith(opening, async (document, _facts, span) => {
    const failure = await change(document, span, { variant, hints, tools })
    if (failure) return { result: { failure } }
    const pdfBase64 = Buffer.from(document.save()).toString('base64')
    return { result: { failure: null, pdfBase64 } }
  })
  return 'result' in made ? made.result : { failure: made.failure!.code }
}

/** Null when it is done. */
async function change(
  document: PdfDocument,
  span: PageSpan,
  { variant, hints, tools }: Making & { variant: VariantOptions },
): Promise<Exclude<MadeVariant['failure'], null> | null> {
  if (variant.kind === 'searchable') return addText(document, span, { hints, tools })
  if (variant.kind === 'annotated') return annotate(document, span, variant.annotations)
  document.keep(span)
  for (let index = 0; index <= span.end - span.start; index += 1)
    document.draw(index, (page) => layOutMark(variant.mark, page))
  return null
}

/** Behind every page that is read from its image, the words that are read. */
async function addText(
  document: PdfDocument,
  span: PageSpan,
  { hints, tools }: Pick<Making, 'hints' | 'tools'>,
): Promise<Exclude<MadeVariant['failure'], null> | null> {
  const print = await printPdf(document, span, { choice: hints.ocr, tools: tools.scan ?? null })
  if (!print) return 'scanned_page_limit_exceeded'
  const scans = print.pages.filter(({ scan }) => scan !== null)
  if (scans.length === 0) return 'variant_unavailable'
  for (const page of scans) document.draw(page.number - 1, textLayer(page))
  document.keep(span)
  return null
}
