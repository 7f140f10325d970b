import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { changeDocument } from '../documents/changes/change.ts'
import { bumpData, onDocumentSettled } from '../pipeline/pipeline.ts'
import { getSubmissionForUpdate } from '../records/submissions/store.ts'
import type { DataSourcePatch } from './schemas.ts'
import {
  getDataSource,
  updateDataSource,
  type DataSourceRow,
} from '../records/data-sources/store.ts'

/**
 * Renames, disables or excludes a data source. Throws `data_source_not_found`,
 * `invalid_state_transition`.
 */
export async function changeDataSource(
  ctx: Context,
  id: string,
  { patch, check }: { patch: DataSourcePatch; check: MatchCheck<DataSourceRow> },
): Promise<DataSourceRow> {
  const { submissionId } = await getDataSource(ctx, id)
  await getSubmissionForUpdate(ctx, submissionId)
  const before = await getDataSource(ctx, id)
  await check(before)
  const columns = { name: patch.name, status: patch.status }
  if (Object.values(columns).some((value) => value !== undefined)) {
    await updateDataSource(ctx, id, columns)
  }
  if (patch.isIncluded !== undefined && patch.isIncluded !== before.isIncluded) {
    await include(ctx, before, patch.isIncluded)
  }
  const after = await getDataSource(ctx, id)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'data_source',
    resourceId: id,
    submissionId,
    summary: 'Data source changed',
    changes: changesBetween(before, after, ['name', 'status', 'isIncluded']),
  })
  return after
}

/** A source that is a file is included or excluded through its document. */
async function include(
  ctx: Context,
  { id, documentId, submissionId }: DataSourceRow,
  isIncluded: boolean,
): Promise<void> {
  if (documentId !== null) {
    await changeDocument(ctx, documentId, { patch: { isIncluded }, check: async () => {} })
    return
  }
  await updateDataSource(ctx, id, { is_included: isIncluded })
  await bumpData(ctx, submissionId)
  await onDocumentSettled(ctx, submissionId)
}
