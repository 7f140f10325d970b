import { postProcess } from '../../../core/entities/post-process.ts'
import type { ResolvedThing } from '../../../core/entities/resolve.ts'
import { toTyped, describeType } from '../../../core/entities/typed.ts'
import { didYouMean } from '../../../core/values/text.ts'
import { audit, type Change } from '../../../platform/audit.ts'
import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Body } from '../../../platform/route.ts'
import type { AttributeRecord, EntityRecord } from '../in-force.ts'
import { listEntities } from '../in-force.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { toValueId, presentValue } from './present.ts'
import { resolveSubmission } from './read.ts'
import type { AttributeOverrides } from './schemas.ts'
import { deleteOverride, upsertOverride } from './store.ts'

export type ValueInput = Body<typeof AttributeOverrides>['values'][number]

/**
 * Sets attributes by hand, above every source; null removes the override. Returns the values after
 * it. An override follows its record when records are reordered by later documents. Throws
 * `submission_not_found`, `invalid_enum`, `invalid_type`, `out_of_range`.
 */
export async function overrideAttributes(
  ctx: Context,
  submissionId: string,
  inputs: readonly ValueInput[],
): Promise<object[]> {
  const submission = await getSubmissionForUpdate(ctx, submissionId)
  const entities = await listEntities(ctx)
  const things = await resolveSubmission(ctx, submission)
  await settle(ctx, submissionId, things)
  const changes: Change[] = []
  for (const [index, input] of inputs.entries())
    changes.push(
      await setValue(ctx, input, { submissionId, entities, things, param: `values[${index}]` }),
    )
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: summarizeChanges(changes),
    changes,
  })
  const touched = new Set(changes.map(({ field }) => field))
  const isOpen = hasScope(ctx.actor, 'pii:read')
  return (await resolveSubmission(ctx, submission))
    .flatMap(({ values }) => values)
    .filter((value) => touched.has(toValueId(value)))
    .map((value) => presentValue(value, { isOpen }))
}

const NAMED_MAX = 3

/** The timeline's line: `Set by hand: owner fico, company name and 2 more`. */
function summarizeChanges(changes: readonly Change[]): string {
  const names = changes.map(({ field }) => field.replaceAll(/\.\d+\.|_/g, ' '))
  const rest = names.length - NAMED_MAX
  const more = rest > 0 ? ` and ${rest} more` : ''
  return `Set by hand: ${names.slice(0, NAMED_MAX).join(', ')}${more}`
}

/**
 * Records can be in another order than when they were overridden; the overrides are moved with
 * them, so that an index means what the caller sees.
 */
async function settle(
  ctx: Context,
  submissionId: string,
  things: readonly ResolvedThing[],
): Promise<void> {
  const moved = things.flatMap(({ index, values }) =>
    values.flatMap(({ override }) =>
      override && override.entityIndex !== index ? [{ override, index }] : [],
    ),
  )
  for (const { override } of moved) await deleteOverride(ctx, submissionId, override)
  for (const { override, index } of moved)
    await upsertOverride(ctx, submissionId, { ...override, entityIndex: index })
}

interface Setting {
  submissionId: string
  entities: readonly EntityRecord[]
  things: readonly ResolvedThing[]
  param: string
}

async function setValue(ctx: Context, input: ValueInput, setting: Setting): Promise<Change> {
  const { submissionId, entities, things, param } = setting
  const { entityIndex = 0, reason = null } = input
  const entity = named(entities, input.entity, `${param}.entity`)
  const attribute = named<AttributeRecord>(entity.attributes, input.attribute, `${param}.attribute`)
  if (entity.cardinality === 'one' && entityIndex > 0) {
    const message = `There is one ${entity.name}; ${param}.entity_index must be 0.`
    throw new ApiError('out_of_range', message, { param: `${param}.entity_index` })
  }
  const value = input.value === null ? null : requireTyped(input.value, attribute, `${param}.value`)
  const place = { entity: entity.name, entityIndex, attribute: attribute.name }
  const thing = things.find(
    (each) => each.entity.name === entity.name && each.index === entityIndex,
  )
  const before = thing?.values.find((each) => each.attribute.name === attribute.name)
  if (value === null) await deleteOverride(ctx, submissionId, place)
  else {
    const identity = thing?.identity ?? {}
    const override = { value, identity, reason, actorName: ctx.actor.name, updatedAt: null }
    await upsertOverride(ctx, submissionId, { ...place, ...override })
  }
  const isSecret = attribute.isPii || (before?.isSensitive ?? false)
  return {
    field: `${entity.name}.${entityIndex}.${attribute.name}`,
    from: isSecret ? '***' : (before?.value ?? null),
    to: isSecret ? '***' : value,
  }
}

function named<Item extends { name: string }>(
  items: readonly Item[],
  name: string,
  param: string,
): Item {
  const found = items.find((item) => item.name === name)
  if (found) return found
  const known = items.map((item) => item.name)
  const hint = didYouMean(name, known)
  throw new ApiError('invalid_enum', `${param} ${name} is not known.${hint}`, { param })
}

function requireTyped(value: unknown, attribute: AttributeRecord, param: string): unknown {
  const typed = toTyped(postProcess(value, attribute.postProcessors), attribute)
  if (typed !== undefined) return typed
  throw new ApiError('invalid_type', `${param} must be ${describeType(attribute)}, or null.`, {
    param,
  })
}
