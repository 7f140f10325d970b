import type { DocumentClass } from '../document-class.ts'
import type { Tools } from '../formats/format.ts'
import type { PageText } from '../page-text.ts'
import { readPages, seePage, type ReadPages } from '../read-statement.ts'
import type { ReadingHints } from '../statement.ts'
import { extractFields, type FieldReading } from './extract.ts'
import { isInked } from './people/ink.ts'
import { listSignaturePlaces, type SeenSignature } from './people/signatures.ts'

/** Enough to see a thin pen. */
const DPI = 110

interface FieldDocument {
  documentClass: DocumentClass
  subtype?: string | null
}

/**
 * The fields of a document that is no statement, from its bytes; null where it has no text. A class
 * that says whether its document is signed is looked at where the signature belongs.
 */
export async function readFields(
  bytes: Uint8Array,
  source: { hints: ReadingHints; tools: Tools },
  document: FieldDocument,
): Promise<Omit<ReadPages, 'pages'> & { reading: FieldReading | null }> {
  const { pages, ...found } = await readPages(bytes, source, 'fields')
  const hasText = pages.some(({ lines }) => lines.length > 0)
  if (found.failure || !hasText) return { ...found, reading: null }
  const isSignable = document.documentClass.extractionFields.some(
    ({ name }) => name === 'signature_present',
  )
  const signatures = isSignable ? await lookForInk(bytes, source, pages) : []
  return { ...found, reading: extractFields(pages, { ...document, signatures }) }
}

async function lookForInk(
  bytes: Uint8Array,
  { hints, tools }: { hints: ReadingHints; tools: Tools },
  pages: readonly PageText[],
): Promise<SeenSignature[]> {
  const seen: SeenSignature[] = []
  for (const [number, places] of Map.groupBy(listSignaturePlaces(pages), ({ page }) => page)) {
    const image = await seePage(bytes, { hints, tools, number }, (page) => page.draw(DPI))
    for (const place of places) {
      const isSigned = image && 'data' in image ? isInked(image, DPI, place) : null
      seen.push({ ...place, isSigned })
    }
  }
  return seen
}
