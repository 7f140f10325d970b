import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DOCUMENT_CLASSES } from './core/statements/classes/index.ts'
import { listMembers, takeMember } from './core/statements/containers/index.ts'
import { classify } from './core/statements/classify.ts'
import type {
  Classification,
  DocumentClass,
  DocumentParser,
} from './core/statements/document-class.ts'
import type { FieldReading } from './core/statements/fields/extract.ts'
import type { Tools } from './core/statements/formats/format.ts'
import { createPdfReader } from './core/statements/pdf/pdfium.ts'
import {
  readPages,
  readStatement,
  type AssessedReading,
  type ReadPages,
} from './core/statements/read-statement.ts'
import { readImport, type ImportRequest } from './core/statements/import.ts'
import { findParts, isSureBundle, type DocumentPart } from './core/statements/split/split.ts'
import type { Reading, ReadingHints } from './core/statements/statement.ts'
import { createKeepingReader } from './parser/keeping-reader.ts'
import { showPage, type PageOptions } from './parser/show-page.ts'
import type { VariantOptions } from './parser/variant/variant.ts'
import { createScanTools } from './parser/scan-tools.ts'
import { serveRequests } from './platform/sandbox/serve-requests.ts'

/** What the sandboxed reader does. */
export interface ParserRequest {
  task:
    | 'receive'
    | 'classify'
    | 'segment'
    | 'read'
    | 'extract'
    | 'split'
    | 'page'
    | 'unpack'
    | 'take'
    | 'variant'
    | 'import'
    | 'mail'
  hints: ReadingHints
  /** For `receive`, `classify`, `segment`, `split`: the classes in force. Default: built-in. */
  classes?: readonly DocumentClass[]
  /** For `receive`: files of more pages are not looked through for several documents. */
  segmentPagesMax?: number
  /** For `extract`: the class whose fields are read, and the document's subtype. */
  documentClass?: DocumentClass
  subtype?: string | null
  /** For `page`. */
  page?: PageOptions
  /** For `variant`. */
  variant?: VariantOptions
  /** For `import`. */
  importing?: ImportRequest
  /** For `mail`: the relay whose results on the sender count. */
  trustedRelay?: string | null
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
  /** Whether pages that were looked at are pictures. */
  hasScans: boolean
  classification: Classification
  failure: Reading['failure']
}

/** The result of `receive`: all that is found in a file whose class is not known yet. */
export interface ReceivedDocument {
  classified: ClassifiedDocument
  /** Null when several documents were not looked for. */
  segmented: SegmentedDocument | null
  /** Null when the file is not read yet: it holds several documents, scans, or nothing to read. */
  read: ReadDocument | null
}

/** Statements, or the fields of a class that has a reader of its own. */
export type ReadDocument =
  | { of: 'statements'; reading: AssessedReading }
  | { of: 'fields'; extracted: ExtractedDocument; parser: string }

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
  { name: 'receive', run: receiveDocument },
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
  {
    name: 'import',
    run: ({ hints, importing }, bytes, tools) =>
      readImport(bytes, { hints, request: importing! }, tools),
  },
  { name: 'extract', run: extractDocument },
  { name: 'unpack', run: (_, bytes) => listMembers(bytes) },
  {
    name: 'mail',
    run: async ({ trustedRelay = null }, bytes) => {
      const { readMail } = await import('./core/mail/read-mail.ts')
      return readMail(bytes, trustedRelay)
    },
  },
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

/**
 * Classifies a document, looks for others in its file, and reads it, from one opening of the file.
 * Scans are only classified: to read their pages takes so long that each step is a request.
 */
async function receiveDocument(
  request: ParserRequest,
  bytes: Uint8Array,
  tools: Tools,
): Promise<ReceivedDocument> {
  const reader = createKeepingReader(tools.pdf, bytes)
  const own = { ...tools, pdf: reader }
  try {
    const classified = await classifyDocument(request, bytes, own)
    if (classified.hasScans || classified.failure)
      return { classified, segmented: null, read: null }
    const { pageCount } = classified
    const mayHoldSeveral =
      pageCount !== null && pageCount > 1 && pageCount <= (request.segmentPagesMax ?? 0)
    const segmented = mayHoldSeveral ? await segmentDocument(request, bytes, own) : null
    const read = segmented?.isSure
      ? null
      : await readClassified({ ...request, ...toClass(request, classified) }, bytes, own)
    return { classified, segmented, read }
  } finally {
    reader.close()
  }
}

/** The class that the document has now, its own subtype included. */
function toClass(
  { hints, classes = DOCUMENT_CLASSES, subtype = null }: ParserRequest,
  { format, classification }: ClassifiedDocument,
): Pick<ParserRequest, 'hints' | 'subtype'> & { parser: DocumentParser; found?: DocumentClass } {
  const isGiven = hints.documentClass !== undefined
  const documentClass = hints.documentClass ?? classification.documentClass
  const found = classes.find(({ name }) => name === documentClass)
  // What is not recognized is a statement when it has rows like one.
  const isTentative = !isGiven && documentClass === 'other' && format !== null
  const accountType = documentClass === 'credit_card_statement' ? 'credit_card' : undefined
  return {
    hints: { ...hints, documentClass, ...(accountType && { accountType }) },
    subtype: isGiven ? subtype : classification.documentSubtype,
    parser: isTentative ? 'bank_statement' : (found?.parser ?? 'none'),
    ...(found && { found }),
  }
}

async function readClassified(
  { parser, found, ...request }: ParserRequest & ReturnType<typeof toClass>,
  bytes: Uint8Array,
  tools: Tools,
): Promise<ReadDocument | null> {
  if (parser === 'none') return null
  if (parser === 'bank_statement') {
    return { of: 'statements', reading: await readStatement(bytes, request.hints, tools) }
  }
  const extracted = await extractDocument({ ...request, documentClass: found! }, bytes, tools)
  return { of: 'fields', extracted, parser }
}

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
  { format, pageCount, pages, hasScans, failure }: ReadPages,
): ClassifiedDocument {
  const classification = classify({ filename: hints.filename, format, pages, classes })
  return { format, pageCount, hasScans, classification, failure }
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

const NO_TEXT = { code: 'no_text' as const, message: 'The document holds no text.' }

async function extractDocument(
  { hints, documentClass, subtype = null }: ParserRequest,
  bytes: Uint8Array,
  tools: Tools,
): Promise<ExtractedDocument> {
  if (!documentClass) {
    const { format, pageCount, failure } = await readPages(bytes, { hints, tools }, 'fields')
    return { format, pageCount, reading: null, failure: failure ?? NO_TEXT }
  }
  const { readFields } = await import('./core/statements/fields/read-fields.ts')
  const source = { hints, tools }
  const { format, pageCount, reading, failure } = await readFields(bytes, source, {
    documentClass,
    subtype,
  })
  return { format, pageCount, reading, failure: failure ?? (reading ? null : NO_TEXT) }
}
