import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DOCUMENT_CLASSES } from './core/statements/classes/index.ts'
import { listMembers, takeMember } from './core/statements/containers/index.ts'
import { classify } from './core/statements/classify.ts'
import type { Classification, DocumentClass } from './core/statements/document-class.ts'
import type { FieldReading } from './core/statements/fields/extract.ts'
import type { Tools } from './core/statements/formats/format.ts'
import { createPdfReader } from './core/statements/pdf/pdfium.ts'
import { readPages, readStatement, type ReadPages } from './core/statements/read-statement.ts'
import { findParts, isSureBundle, type DocumentPart } from './core/statements/split.ts'
import type { Reading, ReadingHints } from './core/statements/statement.ts'
import { showPage, type PageOptions } from './parser/show-page.ts'
import type { VariantOptions } from './parser/variant/variant.ts'
import { createScanTools } from './parser/scan-tools.ts'
import { serveRequests } from './platform/sandbox/serve-requests.ts'

/** What the sandboxed reader does. */
export interface ParserRequest {
  task:
    | 'classify'
    | 'segment'
    | 'read'
    | 'extract'
    | 'split'
    | 'page'
    | 'unpack'
    | 'take'
    | 'variant'
  hints: ReadingHints
  /** For `classify`, `segment` and `split`: the classes in force. Default: the built-in ones. */
  classes?: readonly DocumentClass[]
  /** For `extract`: the class whose fields are read, and the document's subtype. */
  documentClass?: DocumentClass
  subtype?: string | null
  /** For `page`. */
  page?: PageOptions
  /** For `variant`. */
  variant?: VariantOptions
  /** For `take`: the place of the member in the result of `unpack`. */
  member?: number
}

/**
 * The result of `classify`. The result of `read` is a `Reading`, to `page` a
 * `ShownPage`, to `variant` a `MadeVariant`, to `unpack` the `Contents` of a
 * container, to `take` the member as base64, null when it is broken.
 */
export interface ClassifiedDocument {
  format: string | null
  pageCount: number | null
  classification: Classification
  failure: Reading['failure']
}

/** The result of `split`: the documents the file seems to hold. */
export interface SplitDocument {
  pageCount: number | null
  parts: DocumentPart[]
  failure: Reading['failure']
}

/** The result of `segment`: the same where every page was looked at, else no parts. */
export interface SegmentedDocument {
  parts: DocumentPart[] | null
  /** Whether the file may be divided without a person. */
  isSure: boolean
}

/** The result of `extract`: the fields of a document that is no statement. */
export interface ExtractedDocument {
  format: string | null
  pageCount: number | null
  reading: FieldReading | null
  failure: Reading['failure']
}

interface Task {
  name: ParserRequest['task']
  run(request: ParserRequest, bytes: Uint8Array, tools: Tools): unknown
}

/** The entry of the sandboxed child: thinking only, with no file, network or clock in its reach. */
const TASKS: Task[] = [
  { name: 'classify', run: classifyDocument },
  { name: 'read', run: ({ hints }, bytes, tools) => readStatement(bytes, hints, tools) },
  { name: 'segment', run: segmentDocument },
  { name: 'split', run: splitDocument },
  { name: 'page', run: ({ hints, page }, bytes, tools) => showPage(bytes, { hints, tools, page }) },
  {
    name: 'variant',
    run: async ({ hints, variant }, bytes, tools) => {
      const { makeVariant } = await import('./parser/variant/variant.ts')
      return makeVariant(bytes, { hints, tools, variant })
    },
  },
  { name: 'extract', run: extractDocument },
  { name: 'unpack', run: (_, bytes) => listMembers(bytes) },
  { name: 'take', run: ({ member = 0 }, bytes) => takeMember(bytes, member) },
]

const wasm = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
const pdf = await createPdfReader(await readFile(wasm))

await serveRequests((rawRequest, bytes, requestTime) => {
  const request = rawRequest as ParserRequest
  const task = TASKS.find(({ name }) => name === request.task)
  if (!task) throw new Error(`The reader has no task ${request.task}`)
  return task.run(request, bytes, { pdf, scan: createScanTools(requestTime) })
})

/** A scan whose first page does not say what it is, is read on. */
async function classifyDocument(
  request: ParserRequest,
  bytes: Uint8Array,
  tools: Tools,
): Promise<ClassifiedDocument> {
  const first = classified(
    request,
    await readPages(bytes, { hints: request.hints, tools }, 'sight'),
  )
  if (first.failure || first.classification.documentClass !== 'other') return first
  const head = classified(request, await readPages(bytes, { hints: request.hints, tools }, 'head'))
  return head.failure ? first : head
}

function classified(
  { hints, classes = DOCUMENT_CLASSES }: ParserRequest,
  { format, pageCount, pages, failure }: ReadPages,
): ClassifiedDocument {
  const classification = classify({ filename: hints.filename, format, pages, classes })
  return { format, pageCount, classification, failure }
}

async function splitDocument(
  { hints, classes = DOCUMENT_CLASSES }: ParserRequest,
  bytes: Uint8Array,
  tools: Tools,
): Promise<SplitDocument> {
  const { pageCount, pages, failure } = await readPages(bytes, { hints, tools }, 'all')
  return { pageCount, parts: findParts(pages, classes), failure }
}

async function segmentDocument(
  { hints, classes = DOCUMENT_CLASSES }: ParserRequest,
  bytes: Uint8Array,
  tools: Tools,
): Promise<SegmentedDocument> {
  const { pageCount, pages, isPart, failure } = await readPages(bytes, { hints, tools }, 'segments')
  if (failure || isPart || pages.length !== pageCount) return { parts: null, isSure: false }
  const parts = findParts(pages, classes)
  return { parts, isSure: isSureBundle(parts, classes) }
}

async function extractDocument(
  { hints, documentClass, subtype = null }: ParserRequest,
  bytes: Uint8Array,
  tools: Tools,
): Promise<ExtractedDocument> {
  const { format, pageCount, pages, failure } = await readPages(bytes, { hints, tools }, 'fields')
  const noText = { code: 'no_text' as const, message: 'The document holds no text.' }
  const hasText = pages.some(({ lines }) => lines.length > 0)
  if (failure || !documentClass || !hasText) {
    return { format, pageCount, reading: null, failure: failure ?? noText }
  }
  const { extractFields } = await import('./core/statements/fields/extract.ts')
  const reading = extractFields(pages, { documentClass, subtype })
  return { format, pageCount, reading, failure: null }
}
