import { isPlainDate } from '../../../core/values/dates.ts'
import { nearest, toSnake } from '../../../core/values/text.ts'
import { audit, type Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Body } from '../../../platform/route.ts'
import { getSubmissionForUpdate } from '../store.ts'
import type { AttributeValue } from './attribute-values.ts'
import { resolveAll } from './read.ts'
import { ENTITIES, type Attribute, type AttributeType } from './registry.ts'
import type { AttributeOverrides } from './schemas.ts'
import { deleteOverride, upsertOverride } from './store.ts'

type Wish = Body<typeof AttributeOverrides>['values'][number]

/** Identifiers do not enter the audit log, neither as they were nor as they are. */
const SECRET: readonly string[] = ['ein', 'ssn_last4', 'date_of_birth_masked']

/**
 * Sets attributes by hand, over every source; null gives one back to its sources. Answers the
 * values as they are then. Throws `submission_not_found`, `invalid_enum`, `invalid_type`.
 */
export async function overrideAttributes(
  ctx: Context,
  submissionId: string,
  wishes: Wish[],
): Promise<AttributeValue[]> {
  await getSubmissionForUpdate(ctx, submissionId)
  const before = new Map((await resolveAll(ctx, submissionId)).map((each) => [each.id, each.value]))
  const changes: Change[] = []
  for (const [index, wish] of wishes.entries()) {
    const { entity, attribute, entityIndex = 0, value, reason = null } = wish
    const param = `values[${index}]`
    requireType(attributeOf(wish, param), value, `${param}.value`)
    const place = { entity, entityIndex, attribute }
    if (value === null) await deleteOverride(ctx, submissionId, place)
    else await upsertOverride(ctx, submissionId, { ...place, value, reason })
    const field = `${entity}.${entityIndex}.${attribute}`
    const isSecret = SECRET.includes(attribute)
    changes.push({
      field,
      from: isSecret ? '***' : (before.get(field) ?? null),
      to: isSecret ? '***' : value,
    })
  }
  const summary = `${wishes.length} attribute values set by hand`
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary,
    changes,
  })
  const touched = new Set(changes.map(({ field }) => field))
  return (await resolveAll(ctx, submissionId)).filter(({ id }) => touched.has(id))
}

function attributeOf({ entity, attribute }: Wish, param: string): Attribute {
  const { attributes } = ENTITIES.find(({ name }) => name === entity)!
  const found = attributes.find(({ field }) => toSnake(field) === attribute)
  if (found) return found
  const near = nearest(
    attribute,
    attributes.map(({ field }) => toSnake(field)),
  )
  const hint = near ? ` Did you mean ${near}?` : ''
  const message = `${param}.attribute is no attribute of ${entity}.${hint}`
  throw new ApiError('invalid_enum', message, { param: `${param}.attribute` })
}

const TYPES: Record<AttributeType, { words: string; holds: (value: unknown) => boolean }> = {
  string: {
    words: 'a text of 1 to 1,000 characters',
    holds: (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 1000,
  },
  number: { words: 'a number', holds: (value) => Number.isFinite(value) },
  money: { words: 'an amount', holds: (value) => Number.isFinite(value) },
  date: {
    words: 'a date as YYYY-MM-DD',
    holds: (value) => typeof value === 'string' && isPlainDate(value),
  },
  boolean: { words: 'true or false', holds: (value) => typeof value === 'boolean' },
  object: {
    words: 'an object of texts',
    holds: (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      JSON.stringify(value).length <= 2000,
  },
}

function requireType({ type }: Attribute, value: unknown, param: string): void {
  if (value === null || TYPES[type].holds(value)) return
  throw new ApiError('invalid_type', `${param} must be ${TYPES[type].words}, or null.`, { param })
}
