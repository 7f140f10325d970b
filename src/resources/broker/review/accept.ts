import { computeEinBlind, openEin } from '../../records/submissions/company.ts'
import type { Context } from '../../../platform/context.ts'
import { insertFile, type FileOptions } from '../../documents/intake/insert-file.ts'
import { startIfAuto } from '../../pipeline/pipeline.ts'
import { openOffered } from '../../submissions/write/create.ts'
import { listFiles, updateFile, type BrokerFileRow } from '../files/store.ts'
import { moveBrokerSubmission, type BrokerSubmissionRow } from '../store.ts'

const AS_UPLOADED: FileOptions = {
  documentClass: null,
  password: null,
  externalId: null,
  metadata: {},
  source: 'broker',
}

/**
 * Makes the submission of a deal, with its files as documents, and has it processed: from here on
 * it is like any other, and its events are emitted now.
 */
export async function acceptDeal(
  ctx: Context,
  row: BrokerSubmissionRow,
  note: string | null,
): Promise<void> {
  const ein = openEin(ctx, row)
  await openOffered(ctx, row.id, {
    companyInfo: row.companyInfo,
    einSealed: row.einSealed,
    einBlind: ein === null ? null : computeEinBlind(ctx, ein),
    ownersSealed: row.ownersSealed,
    request: row.request,
    metadata: row.metadata,
  })
  const files = (await listFiles(ctx, [row.id])).get(row.id) ?? []
  for (const file of files) await handOver(ctx, row, file)
  if (files.length > 0) await startIfAuto(ctx, row.id)
  const reviewed = { submission_id: row.id, reviewed_at: new Date(ctx.house.now()).toISOString() }
  await moveBrokerSubmission(ctx, row, { to: 'accepted', note, ...reviewed })
}

/** The stored file is the document's from now on, and is removed with it. */
async function handOver(
  ctx: Context,
  { id: submissionId }: BrokerSubmissionRow,
  file: BrokerFileRow,
): Promise<void> {
  const { filename, contentType, sizeBytes, sha256, storageKey, wrappedKey } = file
  if (storageKey === null || wrappedKey === null) return
  // Before the document is there, so that its bytes count once.
  await updateFile(ctx, file, { storage_key: null, wrapped_key: null })
  const stored = { filename, contentType, sizeBytes, sha256, storageKey, wrappedKey }
  const given = { file: stored, contentType, options: AS_UPLOADED }
  const { id } = await insertFile(ctx, submissionId, given)
  await updateFile(ctx, file, { document_id: id })
}
