import { derivedId } from '../../../platform/crypto/derived-id.ts'
import { discard } from '../../../platform/http/multipart.ts'
import type { Context } from '../../../platform/context.ts'
import type { StoredFile } from '../../../platform/storage/store.ts'
import { toWire } from '../../../platform/wire/convert.ts'
import { writeReportFile, type WrittenFile } from '../../analytics/write-file.ts'
import { auditDocument } from '../../documents/events.ts'
import { requireRoom } from '../../documents/intake/insert-file.ts'
import { toDocument } from '../../documents/present.ts'
import { DocumentList } from '../../documents/schemas.ts'
import { splitDocument } from '../../documents/split/split.ts'
import {
  findDocument,
  insertDocument,
  listDocumentsById,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { findOwnDocument } from './document.ts'
import { findSubmissionId, type Outcome, type OutsideAction } from './action.ts'

/**
 * What the nodes do that work long on a file, and so in no transaction; what an attempt has done
 * whose end nobody wrote is found, and not done again.
 */
export const FILE_ACTIONS = {
  split_document: async (work) => {
    const { ctx, config } = work
    const findParts = (): Promise<DocumentRow[]> =>
      ctx.transaction(async (own) => {
        const { childDocumentIds } = await findOwnDocument({ ...work, ctx: own })
        return listDocumentsById(own, childDocumentIds)
      })
    const known = await findParts()
    if (known.length > 0) return showParts(known)
    const inside = { ...ctx, commit: ctx.transaction }
    await splitDocument(inside, String(config.document_id), toSplit(config.ranges as Range[]))
    return showParts(await findParts())
  },
  export_report: async (work) => {
    const { ctx, config, key } = work
    const submissionId = findSubmissionId(work)
    const { report: name = 'report', format } = config as { report?: string; format: string }
    const id = derivedId('workflow-export', ctx.environment.id, key)
    const known = await ctx.transaction((own) => findDocument(own, id))
    if (known !== null) return showExport(known)
    const written = await writeReportFile(ctx, { name, format, submissionId })
    const file = await ctx.house.store.put(ctx.environment.id, written.body)
    try {
      return await ctx.transaction(async (own) =>
        showExport(await keepExport(own, { id, submissionId, written, file })),
      )
    } catch (error) {
      await discard(ctx.house, ctx.environment, [file])
      throw error
    }
  },
} satisfies Record<string, OutsideAction>

interface Range {
  start_page: number
  end_page: number
  document_class?: string
  name?: string
}

function toSplit(ranges: Range[] | undefined): Parameters<typeof splitDocument>[2] {
  if (!ranges) return { mode: 'auto' }
  return {
    ranges: ranges.map(({ start_page: startPage, end_page: endPage, ...rest }) => ({
      startPage,
      endPage,
      ...(rest.document_class !== undefined && { documentClass: rest.document_class }),
      ...(rest.name !== undefined && { name: rest.name }),
    })),
  }
}

function showParts(parts: readonly DocumentRow[]): Outcome {
  const documents = toWire<unknown[]>(DocumentList, parts.map(toDocument))
  return { output: { documents, count: documents.length } }
}

interface Export {
  id: string
  submissionId: string
  written: WrittenFile
  file: StoredFile
}

/** A document that is excluded from the start: it says what is known of the deal already. */
async function keepExport(
  ctx: Context,
  { id, submissionId, written, file }: Export,
): Promise<DocumentRow> {
  const { filename, contentType } = written
  await requireRoom(ctx, file)
  await insertDocument(ctx, {
    id,
    submission_id: submissionId,
    filename,
    original_filename: filename,
    display_name: filename,
    content_type: contentType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    storage_key: file.storageKey,
    wrapped_key: file.wrappedKey,
    source: 'workflow',
  })
  const status = { status: 'excluded', status_before_exclusion: 'unsupported' }
  await updateDocument(ctx, id, { ...status, is_included: false })
  const summary = `Report written (${file.sizeBytes} bytes)`
  await auditDocument(ctx, { id, submissionId }, { action: 'created', summary })
  return (await findDocument(ctx, id))!
}

function showExport({ id, displayName, sizeBytes }: DocumentRow): Outcome {
  return { output: { document_id: id, filename: displayName, size_bytes: sizeBytes } }
}
