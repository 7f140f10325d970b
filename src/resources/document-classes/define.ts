import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { holdName } from '../../platform/db/record-store.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { requireMatch } from '../../platform/http/respond.ts'
import { formatLabel, toSnake } from '../../core/values/text.ts'
import { getClass, presentClass, resolveClassName } from './find.ts'
import { listClasses, NO_CUES, type ClassRecord } from './in-force.ts'
import {
  OneDocumentClass,
  type DocumentClassCreate,
  type DocumentClassPatch,
  type FieldInput,
} from './schemas.ts'
import {
  deleteClass,
  insertClass,
  reassignDocuments,
  updateClass,
  type ClassBody,
  type ClassField,
} from './store.ts'

/** All classes are sent to the reader with every document that is classified. */
const OWN_CLASSES_MAX = 500

/** What a tenant may change on a built-in class; cues and fields are added to the built-in ones. */
const LAYER_FIELDS = ['label', 'isActive', 'cues', 'extractionFields', 'retentionDays']

/** Throws `duplicate_name`, `too_many`, `invalid_format`. */
export async function createClass(ctx: Context, input: DocumentClassCreate): Promise<ClassRecord> {
  const { name, ...rest } = input
  await holdName(ctx, 'document classes')
  const classes = await listClasses(ctx)
  if (classes.filter(({ isBuiltin }) => !isBuiltin).length >= OWN_CLASSES_MAX) {
    throw new ApiError('too_many', `A tenant has at most ${OWN_CLASSES_MAX} classes of its own.`)
  }
  refuseTaken(classes, { names: [name, ...(rest.aliases ?? [])], self: null })
  const id = randomUUIDv7()
  if (!(await insertClass(ctx, { id, name, isBuiltin: false }))) throw nameTaken(name)
  await updateClass(ctx, id, toColumns({ label: formatLabel(name), ...rest }))
  await auditClass(ctx, { id, action: 'created', summary: `Document class ${name} created` })
  return getClass(ctx, id)
}

/** Throws `document_class_not_found`, `builtin_immutable`, `duplicate_name`, `version_conflict`. */
export async function changeClass(
  ctx: Context,
  ref: string,
  { patch, ifMatch }: { patch: DocumentClassPatch; ifMatch: string | null },
): Promise<ClassRecord> {
  await holdName(ctx, 'document classes')
  const before = await getClass(ctx, ref)
  const shown = { data: await presentClass(ctx, before) }
  requireMatch(ifMatch, { shapes: { returns: OneDocumentClass } }, shown)
  if (before.isBuiltin) refuseBeyondLayer(patch)
  refuseTaken(await listClasses(ctx), { names: patch.aliases ?? [], self: before.id })
  const { id, name, isBuiltin } = before
  if (isBuiltin) await insertClass(ctx, { id, name, isBuiltin })
  await updateClass(ctx, id, toColumns(patch))
  const after = await getClass(ctx, id)
  const changes = changesBetween(before, after, Object.keys(patch)).map((change) => ({
    ...change,
    field: toSnake(change.field),
  }))
  await auditClass(ctx, {
    id,
    action: 'updated',
    summary: `Document class ${name} changed`,
    changes,
  })
  return after
}

/**
 * Throws `document_class_not_found`, `builtin_immutable`, `resource_in_use`,
 * `invalid_document_class`.
 */
export async function removeClass(
  ctx: Context,
  ref: string,
  reassignTo: string | undefined,
): Promise<ClassRecord> {
  await holdName(ctx, 'document classes')
  const { documentsCount: count, ...found } = await presentWithCount(ctx, ref)
  const { id, name } = found
  if (found.isBuiltin) throw new ApiError('builtin_immutable', `${name} is a built-in class.`)
  if (reassignTo !== undefined) await reassign(ctx, name, reassignTo)
  else if (count > 0) {
    const documents = count === 1 ? '1 document has' : `${count} documents have`
    throw new ApiError('resource_in_use', `${documents} the class ${name}.`)
  }
  await deleteClass(ctx, id)
  await auditClass(ctx, { id, action: 'deleted', summary: `Document class ${name} deleted` })
  return found
}

async function presentWithCount(ctx: Context, ref: string) {
  const found = await getClass(ctx, ref)
  return { ...found, documentsCount: (await presentClass(ctx, found)).documentsCount }
}

async function reassign(ctx: Context, from: string, given: string): Promise<void> {
  const to = await resolveClassName(ctx, given, 'reassign_to')
  if (to === from) {
    const message = `${from} is the class that is being deleted.`
    throw new ApiError('invalid_document_class', message, { param: 'reassign_to' })
  }
  await reassignDocuments(ctx, from, to)
}

function refuseBeyondLayer(patch: DocumentClassPatch): void {
  const field = Object.keys(patch).find((key) => !LAYER_FIELDS.includes(key))
  if (field === undefined) return
  const allowed = LAYER_FIELDS.map(toSnake).join(', ')
  const message = `Of a built-in class only ${allowed} can be changed.`
  throw new ApiError('builtin_immutable', message, { param: toSnake(field) })
}

function refuseTaken(
  classes: ClassRecord[],
  { names, self }: { names: string[]; self: string | null },
): void {
  const others = classes.filter(({ id }) => id !== self)
  const used = new Set(others.flatMap(({ name, aliases }) => [name, ...aliases]))
  const clash = names.find((name) => used.has(name))
  if (clash !== undefined) throw nameTaken(clash)
}

function nameTaken(name: string): ApiError {
  return new ApiError('duplicate_name', `A class already has the name or alias ${name}.`, {
    param: 'name',
  })
}

function toColumns(patch: DocumentClassPatch) {
  const { isActive, retentionDays, cues, extractionFields, ...rest } = patch
  const body: ClassBody = {
    ...rest,
    ...(cues && { cues: { ...NO_CUES, ...cues } }),
    ...(extractionFields && { extractionFields: extractionFields.map(toField) }),
  }
  return { isActive, retentionDays, body }
}

function toField(field: FieldInput, index: number): ClassField {
  const { name, type, required = false, hint = null, pattern = null } = field
  if (pattern !== null) refuseBadPattern(pattern, `extraction_fields[${index}].pattern`)
  return {
    name,
    type,
    required,
    hint,
    label: field.label ?? formatLabel(name),
    pattern,
    enum: field.enum ?? [],
  }
}

function refuseBadPattern(pattern: string, param: string): void {
  if (isPattern(pattern)) return
  throw new ApiError('invalid_format', `${param} is not a regular expression.`, { param })
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').unicode
  } catch {
    return false
  }
}

async function auditClass(
  ctx: Context,
  entry: Pick<Parameters<typeof audit>[1], 'action' | 'summary' | 'changes'> & { id: string },
): Promise<void> {
  const { id, ...rest } = entry
  await audit(ctx, { ...rest, resourceType: 'document_class', resourceId: id })
}
