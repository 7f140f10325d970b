import { toWire } from '../../../platform/wire/convert.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { listMatching } from '../../documents/find.ts'
import { reclassifyDocument, reparseDocument } from '../../documents/changes/reread.ts'
import { getLockedDocument } from '../../documents/changes/rows.ts'
import { isSettled } from '../../records/documents/lifecycle.ts'
import { renameDocument } from '../../documents/changes/rename.ts'
import { toDocument } from '../../documents/present.ts'
import { OneDocument } from '../../documents/schemas.ts'
import { getDocument, type DocumentRow } from '../../records/documents/store.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import {
  findSubmissionId,
  WAIT_MS_MAX,
  type Action,
  type Outcome,
  type Resume,
  type Work,
} from './action.ts'

/** Documents of a deal that a step looks at; a deal has fewer. */
const DOCUMENTS_MAX = 200
/** Below this a person would call a document clean. */
const CLEAN_SCORE_MIN = 70
const MONTHS_DEFAULT = 3

/** What the nodes do that work on the files of a deal. */
export const DOCUMENT_ACTIONS = {
  list_documents: async (work) => {
    const { document_classes: classes, statuses } = work.config as Listing
    const documents = (await listAll(work)).filter(
      ({ documentClass, status }) =>
        (!classes || classes.includes(documentClass ?? '')) &&
        (!statuses || statuses.includes(status)),
    )
    const shown = documents.map((document) => toWire(OneDocument, document))
    return { output: { documents: shown, count: shown.length } }
  },
  classify_document: async (work) => {
    const { ctx } = work
    const document = await getLockedDocument(ctx, await findDocumentId(work))
    if (document.classification !== null) return showClass(document)
    if (isSettled(document.status)) await reparseDocument(ctx, document.id, {})
    return waitForClass(work, document)
  },
  parse_document: async (work) => {
    const document = await reparseDocument(work.ctx, await findDocumentId(work), {})
    const ports = { 'document.parsed': 'default', 'document.failed': 'default' }
    const untilMs = work.ctx.house.now() + WAIT_MS_MAX
    const { id: subjectId, submissionId } = document
    return { wait: { kind: 'event', untilMs, ports, subjectId, submissionId } }
  },
  reclassify_document: async (work) => {
    const documentClass = String(work.config.document_class)
    return show(await reclassifyDocument(work.ctx, await findDocumentId(work), { documentClass }))
  },
  rename_document: async (work) => {
    const id = await findDocumentId(work)
    const { submissionId } = await getDocument(work.ctx, id)
    const input = { name: String(work.config.filename) }
    return show(await renameDocument(work.ctx, id, { submissionId, input }))
  },
  check_required_documents: async (work) => {
    const missing = listMissing(await listAll(work), work.config as Required)
    const port = missing.length > 0 ? 'missing' : 'complete'
    return { port, output: { missing, count: missing.length } }
  },
  check_authenticity: async (work) => {
    const { document_id: id, min_score: min = CLEAN_SCORE_MIN } = work.config as Checking
    const own = (await listAll(work)).filter((document) => id === undefined || document.id === id)
    const found = own.flatMap(({ authenticity }) => authenticity ?? [])
    const scores = found.map(({ score }) => score)
    const score = scores.length > 0 ? Math.min(...scores) : null
    const signals = found.flatMap(({ topSignals }) => topSignals)
    const port = score !== null && score < min ? 'suspicious' : 'clean'
    return { port, output: { score, signals } }
  },
} satisfies Record<string, Action>

/** What these nodes do when a wait may have come to its end. */
export const DOCUMENT_RESUMES = {
  /** The class is known, or the document has failed without one. */
  classify_document: async (work) => {
    const document = await getDocument(work.ctx, await findDocumentId(work))
    const isOver = document.classification !== null || isSettled(document.status)
    return isOver ? showClass(document) : waitForClass(work, document)
  },
} satisfies Record<string, Resume>

const CLASSIFIED = { 'document.classified': 'default', 'document.failed': 'default' }

function waitForClass({ ctx }: Work, { id: subjectId, submissionId }: DocumentRow): Outcome {
  const untilMs = ctx.house.now() + WAIT_MS_MAX
  return { wait: { kind: 'check', untilMs, ports: CLASSIFIED, subjectId, submissionId } }
}

function showClass(document: DocumentRow): Outcome {
  const shown = toWire(OneDocument, toDocument(document))
  return { output: { document: shown, document_class: document.documentClass } }
}

interface Listing {
  document_classes?: string[]
  statuses?: string[]
}

interface Required {
  document_classes?: string[]
  months?: number
}

interface Checking {
  document_id?: string
  min_score?: number
}

type Listed = ReturnType<typeof toDocument>

async function listAll(work: Work): Promise<Listed[]> {
  const { id: submissionId } = await getSubmission(work.ctx, findSubmissionId(work))
  const page = await listMatching(work.ctx, { submissionId, limit: DOCUMENTS_MAX })
  return (page as { data: Listed[] }).data
}

/** One of the deal that the run is about, where it is about one. Throws `document_not_found`. */
export async function findOwnDocument({
  ctx,
  config,
  run,
}: Pick<Work, 'ctx' | 'config' | 'run'>): Promise<DocumentRow> {
  const document = await getDocument(ctx, String(config.document_id))
  if (run.submissionId !== null && document.submissionId !== run.submissionId)
    throw new ApiError('document_not_found', 'The document is of another submission.')
  return document
}

async function findDocumentId(work: Work): Promise<string> {
  return (await findOwnDocument(work)).id
}

function show(document: DocumentRow): Outcome {
  return { output: { document: toWire(OneDocument, toDocument(document)) } }
}

/** Classes of which there is no document, and months that no statement covers. */
function listMissing(
  documents: readonly Listed[],
  { document_classes: classes = ['bank_statement'], months = MONTHS_DEFAULT }: Required,
): Record<string, unknown>[] {
  const there = documents.filter(({ status }) => status !== 'failed')
  const absent = classes
    .filter((name) => !there.some(({ documentClass }) => documentClass === name))
    .map((name) => ({ document_class: name, reason: 'None has come.' }))
  const statements = there.filter(({ documentClass }) => documentClass === 'bank_statement')
  const covered = new Set(statements.flatMap(({ period }) => (period ? listMonths(period) : [])))
  if (!classes.includes('bank_statement') || statements.length === 0 || covered.size >= months)
    return absent
  const reason = `Statements cover ${covered.size} of ${months} months.`
  return [...absent, { document_class: 'bank_statement', reason }]
}

function listMonths({ startDate, endDate }: NonNullable<Listed['period']>): string[] {
  const found: string[] = []
  if (startDate === null) return found
  const end = (endDate ?? startDate).slice(0, 7)
  for (let month = startDate.slice(0, 7); month <= end; month = nextMonth(month)) found.push(month)
  return found
}

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 1)).toISOString().slice(0, 7)
}
