import type { ImportReading } from '../../../core/statements/import.ts'
import { blankFacts } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { countUsages } from '../../../platform/usage.ts'
import { auditDocument, emitDocument, emitDocumentEvent } from '../../documents/events.ts'
import { requireRoom } from '../../documents/intake/insert-file.ts'
import { summarizeReading, summarizeStatements } from '../../documents/reading/summarize.ts'
import {
  getDocument,
  insertDocument,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { findPayload } from './store.ts'

/** The class of what a provider wrote. */
const PAYLOAD_CLASS = 'transaction_export'

export interface Payload {
  submissionId: string
  provider: string
  file: StagedFile
  contentType: string
}

/**
 * The document that the payload is: a new one, or the one of the same bytes that came before.
 * Throws `storage_quota_exceeded`.
 */
export async function keepPayload(
  ctx: Context,
  { submissionId, provider, file, contentType }: Payload,
): Promise<{ id: string; isNew: boolean }> {
  const known = await findPayload(ctx, submissionId, file.sha256)
  if (known !== null) return { id: known, isNew: false }
  await requireRoom(ctx, file)
  const id = randomUUIDv7()
  const name = file.filename.startsWith('payload.') ? `${provider} ${file.filename}` : file.filename
  await insertDocument(ctx, {
    id,
    submission_id: submissionId,
    filename: name,
    original_filename: name,
    display_name: name,
    content_type: contentType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    storage_key: file.storageKey,
    wrapped_key: file.wrappedKey,
    document_class: PAYLOAD_CLASS,
    classification: json({
      class: PAYLOAD_CLASS,
      confidence: 1,
      method: 'provider',
      candidates: [],
      cues: [provider],
      classifiedAt: new Date(ctx.house.now()).toISOString(),
      isUserSet: false,
    }),
    source: 'provider',
  })
  // It is read by its import: nothing else of it is under way.
  await updateDocument(ctx, id, { status: 'parsed' })
  await auditDocument(
    ctx,
    { id, submissionId },
    { action: 'created', summary: `Payload of ${provider} imported (${file.sizeBytes} bytes)` },
  )
  await emitDocumentEvent(ctx, 'document.uploaded', id)
  return { id, isNew: true }
}

/** What the import found, as its document shows: a period that does not reconcile is reviewed. */
export async function describePayload(
  ctx: Context,
  document: DocumentRow,
  { imported, statements }: ImportReading,
): Promise<void> {
  const problems = imported.problems.map(({ pointer, code, message }) => ({
    code: code === 'ignored' ? 'ignored_value' : 'invalid_row',
    where: pointer || null,
    message,
  }))
  const read = statements.map(({ statement }) => statement)
  const facts = blankFacts(document.contentType === 'application/json' ? 'json' : null)
  const reading = { facts, problems, statements: read, failure: null }
  const kept = read.map((statement) => ({ statement, isIncluded: true }))
  const dates = imported.rows.map(({ date }) => date).toSorted()
  await updateDocument(ctx, document.id, {
    ...summarizeReading(reading),
    ...summarizeStatements({ review: document.review, problems }, kept),
    ...(kept.length === 0 ? { period_start: dates[0] ?? null, period_end: dates.at(-1) ?? null } : {}), // prettier-ignore
    progress: 1,
    parsed_at: new Date(ctx.house.now()).toISOString(),
  })
  await countUsages(ctx, { documents_processed: 1 })
  await emitDocument(ctx, 'document.parsed', await getDocument(ctx, document.id))
}
