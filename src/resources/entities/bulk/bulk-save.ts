import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { holdName } from '../../../platform/db/record-store.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { overrideAttributes } from '../values/override.ts'
import {
  addAttribute,
  attributeChanges,
  dropAttribute,
  requireSound,
  updateAttribute,
} from '../attributes/define.ts'
import { addEntity, entityChanges, updateEntity } from '../define.ts'
import { getEntity } from '../find.ts'
import { listEntities, type EntityRecord } from '../in-force.ts'
import type { AttributeCreate, AttributePatch, BulkItem, BulkSave } from '../schemas.ts'
import { attempt } from '../store.ts'

type Status = 'created' | 'updated' | 'unchanged' | 'failed'

interface Result {
  index: number
  id: string | null
  status: Status
  error: { code: string; message: string; param: string | null } | null
}

/** How an item is saved. */
interface Saving {
  submissionId: string | null
  isReplacing: boolean
}

/**
 * Creates and changes many entities, each wholly or not at all; a failed one has its error and
 * leaves the others alone. Throws `submission_not_found`.
 */
export async function bulkSave(
  ctx: Context,
  {
    submissionId = null,
    mode = 'merge',
    entities,
  }: Omit<BulkSave, 'submissionId'> & { submissionId?: string | null | undefined },
): Promise<Record<Status, number> & { results: Result[] }> {
  if (submissionId !== null) await getSubmission(ctx, submissionId)
  await holdName(ctx, 'entities')
  const results: Result[] = []
  for (const [index, item] of entities.entries()) {
    const saving = { submissionId, isReplacing: mode === 'replace' }
    results.push(await saveOne(ctx, { item, index }, saving))
  }
  const count = (status: Status) => results.filter((result) => result.status === status).length
  const counts = {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
  }
  const summary = `${counts.created} entities created, ${counts.updated} changed at once`
  await audit(ctx, {
    action: 'updated',
    resourceType: 'entity',
    resourceId: null,
    submissionId,
    summary,
  })
  return { ...counts, results }
}

async function saveOne(
  ctx: Context,
  { item, index }: { item: BulkItem; index: number },
  saving: Saving,
): Promise<Result> {
  try {
    return { index, error: null, ...(await attempt(ctx, () => save(ctx, item, saving))) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, details } = error
    const failed = { code, message, param: details.param ?? null }
    return { index, id: null, status: 'failed', error: failed }
  }
}

async function save(
  ctx: Context,
  item: BulkItem,
  { submissionId, isReplacing }: Saving,
): Promise<{ id: string; status: Status }> {
  const { id: _id, name, attributes = [], values = [], ...patch } = item
  const known = await findKnown(ctx, item)
  const entity = known ?? (await addEntity(ctx, { ...patch, name: name! }))
  const changed = known ? await updateEntity(ctx, known, patch) : entity
  await saveAttributes(ctx, changed, {
    attributes,
    isReplacing: isReplacing && item.attributes !== undefined,
  })
  await requireSound(ctx)
  if (values.length > 0) {
    if (submissionId === null) {
      const message = 'Values need the submission_id they are set in.'
      throw new ApiError('missing_field', message, { param: 'submission_id' })
    }
    const overrides = values.map((value) => ({ ...value, entity: entity.name }))
    await overrideAttributes(ctx, submissionId, overrides)
  }
  if (!known) return { id: entity.id, status: 'created' }
  const isSame = values.length === 0 && isUnchanged(known, await getEntity(ctx, known.id))
  return { id: known.id, status: isSame ? 'unchanged' : 'updated' }
}

/** Throws `entity_not_found` for an id that is not there, `missing_field` when it has no name. */
async function findKnown(ctx: Context, { id, name }: BulkItem): Promise<EntityRecord | null> {
  if (id !== undefined) return getEntity(ctx, id)
  if (name === undefined)
    throw new ApiError('missing_field', 'An entity needs its id or name.', { param: 'name' })
  return (await listEntities(ctx)).find((each) => each.name === name) ?? null
}

async function saveAttributes(
  ctx: Context,
  entity: EntityRecord,
  { attributes, isReplacing }: { attributes: readonly NamedPatch[]; isReplacing: boolean },
): Promise<void> {
  for (const [index, { name, ...patch }] of attributes.entries()) {
    const param = `attributes[${index}].`
    const current = await getEntity(ctx, entity.id)
    const attribute = current.attributes.find((each) => each.name === name)
    if (attribute) await updateAttribute(ctx, { entity: current, attribute }, { patch, param })
    else await addAttribute(ctx, current, { input: creation(name, patch), param })
  }
  if (!isReplacing) return
  const named = new Set(attributes.map(({ name }) => name))
  const others = entity.attributes.filter((each) => !each.isBuiltin && !named.has(each.name))
  for (const attribute of others) await dropAttribute(ctx, entity, attribute)
}

type NamedPatch = AttributePatch & { name: string }

function creation(name: string, patch: AttributePatch): AttributeCreate {
  return { ...patch, name, type: patch.type ?? 'string' }
}

function isUnchanged(before: EntityRecord, after: EntityRecord): boolean {
  if (entityChanges(before, after).length > 0) return false
  if (before.attributes.length !== after.attributes.length) return false
  return before.attributes.every((attribute) => {
    const now = after.attributes.find(({ id }) => id === attribute.id)
    return now !== undefined && attributeChanges(bare(attribute), bare(now)).length === 0
  })
}

/** Rewritten sources count as unchanged when their content is the same. */
function bare(attribute: EntityRecord['attributes'][number]): EntityRecord['attributes'][number] {
  const sources = attribute.sources.map((source) =>
    source.isBuiltin ? source : { ...source, id: '', createdAt: null },
  )
  return { ...attribute, sources }
}
