import { didYouMean } from '../../core/values/text.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { getClass } from '../document-classes/find.ts'
import { reclassifyDocument, reparseDocument } from '../documents/changes/reread.ts'
import { deletePatches } from '../records/documents/fields/store.ts'
import { APPLICATION_CLASS } from './create.ts'
import type { ApplicationReprocess } from './schemas.ts'
import { keepStated, openStated } from './stated.ts'
import { APPLICATIONS, countAttempt, type ApplicationRow } from './store.ts'

/**
 * Reads the document of an application again. Throws `iso_application_not_found`,
 * `already_processing`, `invalid_enum`, and what reading a document again throws.
 */
export async function reprocessApplication(
  ctx: Context,
  id: string,
  { force = false, fields }: ApplicationReprocess,
): Promise<ApplicationRow> {
  const row = await APPLICATIONS.hold(ctx, id)
  await refuseUnknown(ctx, { force, fields })
  const { documentId, submissionId } = row
  if (row.documentClass === APPLICATION_CLASS) await reparseDocument(ctx, documentId, {})
  else await reclassifyDocument(ctx, documentId, { documentClass: APPLICATION_CLASS })
  if (force) {
    await deletePatches(ctx, documentId, fields ?? null)
    const stated = openStated(ctx, row)
    if (stated) await keepStated(ctx, documentId, stated)
  }
  await countAttempt(ctx, id)
  await audit(ctx, {
    action: 'processed',
    resourceType: 'iso_application',
    resourceId: id,
    submissionId,
    summary: force ? 'Application read anew, corrections discarded' : 'Application read again',
  })
  return APPLICATIONS.get(ctx, id)
}

async function refuseUnknown(ctx: Context, { force, fields }: ApplicationReprocess): Promise<void> {
  if (fields === undefined) return
  if (!force) {
    const message = 'fields names the corrections that force discards; send it with force: true.'
    throw new ApiError('invalid_format', message, { param: 'fields' })
  }
  const { extractionFields } = await getClass(ctx, APPLICATION_CLASS)
  const known = extractionFields.map(({ name }) => name)
  const at = fields.findIndex((name) => !known.includes(name))
  if (at < 0) return
  const hint = didYouMean(fields[at]!, known)
  const message = `An application has no field ${fields[at]!}.${hint}`
  throw new ApiError('invalid_enum', message, { param: `fields[${at}]` })
}
