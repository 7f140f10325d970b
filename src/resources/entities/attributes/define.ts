import { expressionProblem } from '../../../core/entities/check.ts'
import { toTyped, describeType, type Typed } from '../../../core/entities/typed.ts'
import { compilePattern } from '../../../core/values/patterns/pattern.ts'
import { formatLabel, toSnake } from '../../../core/values/text.ts'
import { createAudit, wireChanges } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { holdName } from '../../../platform/db/record-store.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../../platform/http/respond.ts'
import { getAttribute, getEntity, presentSource } from '../find.ts'
import { LAST_ORDER, listEntities, type AttributeRecord, type EntityRecord } from '../in-force.ts'
import type { AttributeCreate, AttributePatch, SourceCreate, SourceInput } from '../schemas.ts'
import {
  countOverrides,
  deleteAttribute,
  deleteSources,
  insertSource,
  upsertAttribute,
  upsertEntity,
  type AttributeBody,
} from '../store.ts'
import { buildSourceBody } from './sources.ts'

const auditChange = createAudit('entity_attribute')

const ATTRIBUTES_MAX = 200
const SOURCES_MAX = 50

/** What a tenant may change of a built-in attribute. */
const LAYER_FIELDS = [
  'label',
  'description',
  'isRequired',
  'order',
  'reconciliationStrategy',
  'tolerance',
  'crmField',
  'defaultValue',
  'sources',
]

/** Throws `entity_not_found`, `duplicate_name`, `too_many` and what its sources throw. */
export async function createAttribute(
  ctx: Context,
  ref: string,
  input: AttributeCreate,
): Promise<AttributeRecord> {
  await holdName(ctx, 'entities')
  const entity = await getEntity(ctx, ref)
  const id = await addAttribute(ctx, entity, { input, param: '' })
  await requireSound(ctx)
  const summary = `Attribute ${entity.name}.${input.name} created`
  await auditChange(ctx, { action: 'created', id: id, summary })
  return getAttribute(await getEntity(ctx, entity.id), id)
}

/** Writes the attribute and its sources; the caller checks expressions once all of them stand. */
export async function addAttribute(
  ctx: Context,
  entity: EntityRecord,
  { input: patch, param }: { input: AttributeCreate; param: string },
): Promise<string> {
  const { name } = patch
  if (entity.attributes.some((each) => each.name === name)) {
    const message = `${entity.name} already has an attribute ${name}.`
    throw new ApiError('duplicate_name', message, { param: `${param}name` })
  }
  if (entity.attributes.length >= ATTRIBUTES_MAX)
    throw new ApiError('too_many', `An entity has at most ${ATTRIBUTES_MAX} attributes.`)
  const id = randomUUIDv7()
  const body = buildBody({ label: formatLabel(name), ...patch }, patch, param)
  await keepEntity(ctx, entity)
  await upsertAttribute(ctx, { id, entityId: entity.id, name, isBuiltin: false, body })
  await replaceSources(ctx, { id, ...pickType(patch) }, { sources: patch.sources ?? [], param })
  return id
}

/**
 * Throws `entity_not_found`, `attribute_not_found`, `builtin_immutable`, `invalid_type`,
 * `version_conflict` and what its sources throw.
 */
export async function changeAttribute(
  ctx: Context,
  refs: { id: string; aid: string },
  { patch, check }: { patch: AttributePatch; check: MatchCheck<AttributeRecord> },
): Promise<AttributeRecord> {
  await holdName(ctx, 'entities')
  const entity = await getEntity(ctx, refs.id)
  const before = getAttribute(entity, refs.aid)
  await check(before)
  await updateAttribute(ctx, { entity, attribute: before }, { patch, param: '' })
  await requireSound(ctx)
  const after = getAttribute(await getEntity(ctx, entity.id), before.id)
  await auditChange(ctx, {
    action: 'updated',
    id: after.id,
    summary: `Attribute ${entity.name}.${after.name} changed`,
    changes: attributeChanges(before, after),
  })
  return after
}

/** What differs between two states of an attribute, by the names of the wire. */
export function attributeChanges(before: AttributeRecord, after: AttributeRecord) {
  const fields = [
    'label', 'description', 'type', 'enum', 'pattern', 'isRequired', 'isPii', 'isList', 'order',
    'strategy', 'tolerance', 'postProcessors', 'crmField', 'defaultValue', 'sources',
  ] // prettier-ignore
  return wireChanges(before, after, fields)
}

/** Writes what a patch sets; the caller checks expressions. */
export async function updateAttribute(
  ctx: Context,
  { entity, attribute }: { entity: EntityRecord; attribute: AttributeRecord },
  { patch, param }: { patch: AttributePatch; param: string },
): Promise<void> {
  if (attribute.isBuiltin) refuseBeyondLayer(patch, param)
  const { id, name, isBuiltin } = attribute
  const body = buildBody(patch, { ...attribute, ...patch }, param)
  await keepEntity(ctx, entity)
  await upsertAttribute(ctx, { id, entityId: entity.id, name, isBuiltin, body })
  if (patch.sources)
    await replaceSources(
      ctx,
      { id, ...pickType({ ...attribute, ...patch }) },
      { sources: patch.sources, param },
    )
}

/** Throws `entity_not_found`, `attribute_not_found`, `builtin_immutable`, `resource_in_use`. */
export async function removeAttribute(
  ctx: Context,
  refs: { id: string; aid: string },
  check: MatchCheck<AttributeRecord>,
): Promise<string> {
  await holdName(ctx, 'entities')
  const entity = await getEntity(ctx, refs.id)
  const attribute = getAttribute(entity, refs.aid)
  await check(attribute)
  await dropAttribute(ctx, entity, attribute)
  const summary = `Attribute ${entity.name}.${attribute.name} deleted`
  await auditChange(ctx, { action: 'deleted', id: attribute.id, summary })
  return attribute.id
}

export async function dropAttribute(
  ctx: Context,
  entity: EntityRecord,
  attribute: AttributeRecord,
): Promise<void> {
  const { id, name, isBuiltin } = attribute
  const place = `${entity.name}.${name}`
  if (isBuiltin) throw new ApiError('builtin_immutable', `${place} is a built-in attribute.`)
  if (entity.identityAttributes.includes(name))
    throw new ApiError('resource_in_use', `${place} identifies the records of its entity.`)
  const count = await countOverrides(ctx, { entity: entity.name, attribute: name })
  if (count > 0)
    throw new ApiError('resource_in_use', `${place} is set by hand in submissions: ${count} times.`)
  await deleteAttribute(ctx, id)
  const problem = expressionProblem(await listEntities(ctx))
  if (problem !== null) throw new ApiError('resource_in_use', problem)
}

/** Throws `entity_not_found`, `attribute_not_found`, `missing_field` and what is wrong with it. */
export async function createSource(
  ctx: Context,
  ref: string,
  { attributeId, attribute: name, ...input }: SourceCreate,
): Promise<object> {
  await holdName(ctx, 'entities')
  const entity = await getEntity(ctx, ref)
  const wanted = attributeId ?? name
  if (wanted === undefined) {
    const message = 'A source needs attribute or attribute_id.'
    throw new ApiError('missing_field', message, { param: 'attribute' })
  }
  const attribute = getAttribute(entity, wanted)
  if (attribute.sources.length >= SOURCES_MAX) throw tooManySources()
  const body = await buildSourceBody(ctx, input, { attribute, param: '' })
  await keepAttribute(ctx, entity, attribute)
  const id = await insertSource(ctx, { attributeId: attribute.id, body })
  await requireSound(ctx)
  const summary = `Source ${input.type} added to ${entity.name}.${attribute.name}`
  await auditChange(ctx, { action: 'updated', id: attribute.id, summary })
  const stored = getAttribute(await getEntity(ctx, entity.id), attribute.id)
  return presentSource(
    stored,
    stored.sources.find((own) => own.id === id)!,
  )
}

/** Throws `invalid_expression` when an expression names what cannot be computed. */
export async function requireSound(ctx: Context): Promise<void> {
  const problem = expressionProblem(await listEntities(ctx))
  if (problem !== null) throw new ApiError('invalid_expression', problem)
}

/** A built-in entity gets a row once a tenant adds something to it. */
async function keepEntity(ctx: Context, { id, name, isBuiltin }: EntityRecord): Promise<void> {
  await upsertEntity(ctx, { id, name, isBuiltin, body: {} })
}

async function keepAttribute(
  ctx: Context,
  entity: EntityRecord,
  { id, name, isBuiltin }: AttributeRecord,
): Promise<void> {
  await keepEntity(ctx, entity)
  await upsertAttribute(ctx, { id, entityId: entity.id, name, isBuiltin, body: {} })
}

async function replaceSources(
  ctx: Context,
  attribute: Typed & { id: string },
  { sources, param }: { sources: readonly SourceInput[]; param: string },
): Promise<void> {
  if (sources.length > SOURCES_MAX) throw tooManySources()
  await deleteSources(ctx, attribute.id)
  for (const [index, input] of sources.entries()) {
    const ordered = { ...input, order: input.order ?? LAST_ORDER + index }
    const place = { attribute, param: `${param}sources[${index}].` }
    const body = await buildSourceBody(ctx, ordered, place)
    await insertSource(ctx, { attributeId: attribute.id, body })
  }
}

function tooManySources(): ApiError {
  return new ApiError('too_many', `An attribute has at most ${SOURCES_MAX} sources.`)
}

function buildBody(patch: AttributePatch, whole: Whole, param: string): AttributeBody {
  const { sources: _, reconciliationStrategy: strategy, ...rest } = patch
  const typed = pickType(whole)
  refuseUntyped(typed, param)
  const { defaultValue = null } = whole
  if (defaultValue !== null && toTyped(defaultValue, typed) === undefined) {
    const message = `${param}default_value must be ${describeType(typed)}, or null.`
    throw new ApiError('invalid_type', message, { param: `${param}default_value` })
  }
  const { name: _name, ...body } = rest as typeof rest & { name?: string }
  return { ...body, ...(strategy && { strategy }) } as AttributeBody
}

/** A patch, or an attribute as it will be. */
type Whole = { [Field in keyof Typed]?: Typed[Field] | undefined } & { defaultValue?: unknown }

function pickType({ type = 'string', enum: own = [], pattern, isList }: Whole): Typed {
  return { type, enum: own, pattern: pattern ?? null, isList: isList ?? false }
}

function refuseUntyped({ type, enum: own, pattern }: Typed, param: string): void {
  if (type === 'enum' && own.length === 0) {
    const message = 'An attribute of type enum lists its values.'
    throw new ApiError('missing_field', message, { param: `${param}enum` })
  }
  if (pattern === null) return
  const refused = (message: string) =>
    new ApiError('invalid_format', message, { param: `${param}pattern` })
  if (type !== 'string') throw refused(`An attribute of type ${type} has no pattern.`)
  if (compilePattern(pattern) === null)
    throw refused(
      `${param}pattern must be RE2 syntax that stays small: no look-around, no back references, no large repeats.`,
    )
}

function refuseBeyondLayer(patch: AttributePatch, param: string): void {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const other = given.find(([field]) => field !== 'name' && !LAYER_FIELDS.includes(field))
  if (other === undefined) return
  const allowed = LAYER_FIELDS.map(toSnake).join(', ')
  const message = `Of a built-in attribute only ${allowed} can be changed.`
  throw new ApiError('builtin_immutable', message, { param: `${param}${toSnake(other[0])}` })
}
