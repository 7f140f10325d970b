import type { Context, OutsideContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { discard } from '../../../platform/http/multipart.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { detectContentType, insertFile } from '../../documents/intake/insert-file.ts'
import { isContainer } from '../../documents/intake/unpack-job.ts'
import { holdIntake, startIfAuto } from '../../pipeline/pipeline.ts'
import { insertImport, updateFinished, type NewImport } from '../store.ts'
import { NOTHING_KEPT } from './result.ts'
import { findPayload } from './store.ts'

/** The type of a payload that holds files instead of transactions; null for any other. */
export async function findPackedType(
  ctx: OutsideContext,
  file: StagedFile,
): Promise<string | null> {
  const contentType = await detectContentType(ctx, file)
  return contentType !== null && isContainer(contentType) ? contentType : null
}

/** Its files become documents of the deal, as those of an archive do; returns its import. */
export async function keepPacked(
  ctx: Context,
  wanted: Omit<NewImport, 'id' | 'documentId'>,
  { file, contentType }: { file: StagedFile; contentType: string },
): Promise<string> {
  const { submissionId } = wanted
  const begins = await holdIntake(ctx, submissionId, { autoProcess: true })
  const known = await findPayload(ctx, submissionId, file.sha256)
  if (known !== null) ctx.db.afterCommit(() => void discard(ctx.house, ctx.environment, [file]))
  const documentId = known ?? (await insertFile(ctx, submissionId, { file, contentType, options: AS_SENT })).id // prettier-ignore
  if (begins && known === null) await startIfAuto(ctx, submissionId)
  const id = randomUUIDv7()
  await insertImport(ctx, { ...wanted, id, documentId })
  await updateFinished(ctx, id, { status: 'succeeded', result: NOTHING_KEPT })
  return id
}

const AS_SENT = {
  documentClass: null,
  password: null,
  externalId: null,
  metadata: {},
  source: 'provider',
}
