import { emit } from '../../../events.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readSetting } from '../../settings/read.ts'
import { toColumns, type SubmissionInput } from './columns.ts'
import { buildMatchKeys } from '../duplicates/keys.ts'
import { buildEventData } from '../../pipeline/pipeline.ts'
import { notifyCrms } from '../../records/crm-triggers/store.ts'
import {
  findIdByExternalId,
  getSubmission,
  insertSubmission,
  type SubmissionColumns,
  type SubmissionRow,
} from '../../records/submissions/store.ts'

/** The name of a submission that nothing names yet. */
export const UNNAMED = 'Untitled submission'

/**
 * Creates a submission, named after its company by default. Throws `external_id_exists` with the id
 * of the existing one.
 */
export async function createSubmission(
  ctx: Context,
  input: SubmissionInput,
  source = nameSource(ctx),
): Promise<SubmissionRow> {
  const id = randomUUIDv7()
  const columns = toColumns(ctx, { id, companyInfo: {}, request: null, metadata: {} }, input)
  const autoProcess = columns.autoProcess ?? (await readAutoProcess(ctx))
  const name = input.name ?? input.companyInfo?.name ?? UNNAMED
  const companyInfo = columns.companyInfo ?? {}
  const matchKeys = buildMatchKeys({ ...companyInfo, name: companyInfo.name ?? input.name ?? null })
  return openSubmission(ctx, id, { ...columns, autoProcess, name, matchKeys, source })
}

/** By hand in the web interface, or by a program. */
function nameSource({ actor }: Context): string {
  return actor.credential?.kind === 'session' ? 'upload' : 'api'
}

/**
 * The submission of a deal that its broker has described, under the id that its sealed columns are
 * bound to.
 */
export async function openOffered(
  ctx: Context,
  id: string,
  columns: Omit<SubmissionColumns, 'name'>,
): Promise<SubmissionRow> {
  const { companyInfo = {} } = columns
  const autoProcess = await readAutoProcess(ctx)
  const matchKeys = buildMatchKeys(companyInfo)
  const name = companyInfo.name ?? UNNAMED
  return openSubmission(ctx, id, { ...columns, autoProcess, name, matchKeys, source: 'broker' })
}

async function openSubmission(
  ctx: Context,
  id: string,
  columns: SubmissionColumns,
): Promise<SubmissionRow> {
  if (!(await insertSubmission(ctx, id, columns)))
    throw await externalIdTaken(ctx, columns.externalId!)
  await audit(ctx, {
    action: 'created',
    resourceType: 'submission',
    resourceId: id,
    submissionId: id,
    summary: 'Submission created',
  })
  const row = await getSubmission(ctx, id)
  const data = buildEventData(row, { documents: 0, transactions: 0 })
  await emit(ctx, { type: 'submission.created', submissionId: id, data })
  await notifyCrms(ctx, 'on_created', id)
  return row
}

/** False when the tenant's submissions wait for POST process; null is the default. */
async function readAutoProcess(ctx: Context): Promise<false | null> {
  return (await readSetting<boolean>(ctx, 'auto_process')) ? null : false
}

export async function externalIdTaken(ctx: Context, externalId: string): Promise<ApiError> {
  const existingId = await findIdByExternalId(ctx, externalId)
  return new ApiError('external_id_exists', undefined, {
    param: 'external_id',
    ...(existingId === null ? {} : { existingId }),
  })
}
