import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { isUniqueViolation } from '../../../platform/errors/sqlstate.ts'
import { createMatchCheck } from '../../../platform/http/respond.ts'
import { auditChange } from './audit-change.ts'
import { toColumns } from './columns.ts'
import { requireReason } from '../decisions/require-reason.ts'
import { offerAfter } from './offer.ts'
import { externalIdTaken } from './create.ts'
import { patchedStatus } from '../../records/submissions/lifecycle.ts'
import { bumpData } from '../../pipeline/pipeline.ts'
import type { PlainColumns } from '../../records/submissions/drafts/store.ts'
import { presentSubmission } from '../../records/submissions/present.ts'
import { OneSubmission } from '../schemas.ts'
import type { SubmissionPatch } from './schemas.ts'
import { addReason } from '../../records/notes/add.ts'
import { endDecisions } from '../../records/notes/store.ts'
import { notifyCrms } from '../../records/crm-triggers/store.ts'
import {
  findIdByExternalId,
  getSubmission,
  getSubmissionForUpdate,
  updateStatus,
  updateSubmission,
  type SubmissionColumns,
  type SubmissionRow,
} from '../../records/submissions/store.ts'

/** Fields that numbers are computed from. */
const COMPUTED_FROM: (keyof SubmissionPatch)[] = ['companyInfo', 'owners', 'request']

interface SubmissionChange {
  /** Or what it is for the submission as it was found and held. */
  patch: SubmissionPatch | ((before: SubmissionRow) => SubmissionPatch)
  ifMatch: string | null
}

/**
 * Throws `version_conflict`, `external_id_exists`, `invalid_state_transition`, `missing_field`
 * where a decision needs a reason, and what `toColumns` throws.
 */
export async function patchSubmission(
  ctx: Context,
  id: string,
  { patch: wanted, ifMatch }: SubmissionChange,
): Promise<SubmissionRow> {
  const before = await getSubmissionForUpdate(ctx, id)
  const patch = typeof wanted === 'function' ? wanted(before) : wanted
  const match = createMatchCheck(ifMatch, OneSubmission, (row: SubmissionRow) =>
    presentSubmission(ctx, row),
  )
  await match(before)
  const after = await apply(ctx, before, patch)
  await noteChange(ctx, { before, after, patch })
  if (patch.decisionReason !== undefined) await keepReason(ctx, after, patch.decisionReason)
  return after
}

async function keepReason(
  ctx: Context,
  { id, dealStage }: SubmissionRow,
  text: string,
): Promise<void> {
  if (dealStage === null) {
    const message = 'A reason is that of a stage; send deal_stage too.'
    throw new ApiError('missing_field', message, { param: 'deal_stage' })
  }
  await addReason(ctx, id, { decision: dealStage, documentId: null, text })
}

/** Fields that are written as they come: no look at other rows, and no other column follows. */
const PLAIN_FIELDS: readonly string[] = [
  'name',
  'dealStage',
  'declineReasons',
  'assignedTo',
  'tags',
  'metadata',
  'autoProcess',
] satisfies (keyof SubmissionPatch)[]

export function isPlain(patch: SubmissionPatch): boolean {
  return Object.keys(patch).every((field) => PLAIN_FIELDS.includes(field))
}

/**
 * The same of a plain patch and of a submission that the caller holds, with all that follows from
 * it but the write of its columns, which is the caller's.
 */
export async function draftPatch(
  ctx: Context,
  before: SubmissionRow,
  patch: SubmissionPatch,
): Promise<{ after: SubmissionRow; columns: PlainColumns }> {
  // As it comes back from the database: without what is undefined.
  const columns = JSON.parse(JSON.stringify(toColumns(ctx, before, patch))) as PlainColumns
  const isWritten = Object.keys(columns).length > 0
  const after = {
    ...before,
    ...(columns as object),
    ...(isWritten && { updatedAt: ctx.db.startedAt }),
  }
  await noteChange(ctx, { before, after, patch })
  return { after, columns }
}

async function noteChange(
  ctx: Context,
  { before, after, patch }: { before: SubmissionRow; after: SubmissionRow; patch: SubmissionPatch },
): Promise<void> {
  await auditChange(ctx, { before, after, fields: Object.keys(patch) })
  if (after.dealStage === before.dealStage) return
  await endDecisions(ctx, { submissionId: after.id, documentId: null })
  await notifyCrms(ctx, 'on_stage_change', after.id)
}

async function apply(
  ctx: Context,
  before: SubmissionRow,
  patch: SubmissionPatch,
): Promise<SubmissionRow> {
  const { id } = before
  const status = patch.status === undefined ? before.status : patchedStatus(before, patch.status)
  const keptOffer = await offerAfter(ctx, before, patch.keptOffer)
  await requireReason(ctx, before, { patch, keptOffer })
  const columns = { ...toColumns(ctx, before, patch), keptOffer }
  const isWritten = Object.values(columns).some((value) => value !== undefined)
  const written = isWritten ? await write(ctx, before, columns) : before
  const isComputedFrom = COMPUTED_FROM.some((field) => patch[field] !== undefined)
  if (status !== before.status) await updateStatus(ctx, id, status)
  if (isComputedFrom) await bumpData(ctx, id)
  return status !== before.status || isComputedFrom ? getSubmission(ctx, id) : written
}

async function write(
  ctx: Context,
  before: SubmissionRow,
  columns: SubmissionColumns,
): Promise<SubmissionRow> {
  const { externalId } = columns
  if (
    externalId &&
    externalId !== before.externalId &&
    (await findIdByExternalId(ctx, externalId)) !== null
  ) {
    throw await externalIdTaken(ctx, externalId)
  }
  try {
    return await updateSubmission(ctx, before.id, columns)
  } catch (error) {
    // Another request took the external id after the check above.
    if (isUniqueViolation(error, 'submissions_external_id'))
      throw new ApiError('external_id_exists', undefined, { param: 'external_id' })
    throw error
  }
}
