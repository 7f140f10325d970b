import { listNames, SOURCE_KINDS } from '../../../core/crm/sources.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { CrmFault, type RemoteField } from '../../../providers/provider.ts'
import { readKnownSources } from '../check-mappings.ts'
import { auditIntegration } from '../define.ts'
import {
  INTEGRATIONS,
  type IntegrationRow,
  type IntegrationStatus,
  type RemoteFields,
} from '../store.ts'
import { openCrm, type OpenCrm } from './session.ts'

const FIELDS_MS = 3_600_000

interface ObjectReport {
  object: string
  reachable: boolean
  missingFields: string[]
  error: { code: string; message: string } | null
}

/** Reaches each object, makes it ready to take our key, and names the mapped fields it lacks. */
export async function testIntegration(
  ctx: OutsideContext,
  id: string,
): Promise<{ status: IntegrationStatus; objects: ObjectReport[] }> {
  const row = await ctx.transaction((own) => INTEGRATIONS.get(own, id))
  const { objects, fields } = await reportObjects(openCrm(ctx, row), row)
  const fault = objects.find(({ error }) => error !== null)?.error ?? null
  const status = row.status === 'disabled' ? 'disabled' : fault === null ? 'active' : 'error'
  const at = new Date(ctx.house.now()).toISOString()
  await ctx.transaction(async (own) => {
    await INTEGRATIONS.update(own, id, {
      status,
      error: fault && json({ ...fault, at }),
      remote_fields: json(fields),
      remote_fields_at: at,
    })
    const summary = `CRM integration ${row.name} tested: ${fault === null ? 'reached' : fault.code}`
    await auditIntegration(own, { id, action: 'evaluated', summary })
  })
  return { status, objects }
}

async function reportObjects(
  crm: OpenCrm,
  row: IntegrationRow,
): Promise<{ objects: ObjectReport[]; fields: RemoteFields }> {
  const objects: ObjectReport[] = []
  const fields: RemoteFields = {}
  for (const { object } of row.config.objectConfigs)
    try {
      fields[object] = await crm.adapter.describe(crm.session, object, true)
      const missingFields = listMissing(row, object, fields[object])
      objects.push({ object, reachable: true, missingFields, error: null })
    } catch (error) {
      if (!(error instanceof CrmFault)) throw error
      const { code, message } = error
      objects.push({ object, reachable: false, missingFields: [], error: { code, message } })
    }
  return { objects, fields }
}

/** Of a CRM that names its fields; the others take what comes. */
function listMissing(
  { fieldMappings }: IntegrationRow,
  object: string,
  known: readonly RemoteField[],
): string[] {
  if (known.length === 0) return []
  const isKnown = (field: string): boolean =>
    known.some(({ name, label }) => name === field || label === field)
  return fieldMappings
    .filter(({ targetObject }) => targetObject === object)
    .flatMap(({ targetField }) => (isKnown(targetField) ? [] : [targetField]))
}

/** The objects and fields of the CRM, read once an hour, and the sources that mappings can name. */
export async function readFields(
  ctx: OutsideContext,
  id: string,
  isRefreshed: boolean,
): Promise<object> {
  const { row, known } = await ctx.transaction(async (own) => ({
    row: await INTEGRATIONS.get(own, id),
    known: await readKnownSources(own),
  }))
  const isFresh =
    !isRefreshed &&
    row.remoteFieldsAt !== null &&
    ctx.house.now() - Date.parse(row.remoteFieldsAt) < FIELDS_MS
  const fields = isFresh ? row.remoteFields! : await fetchFields(ctx, row)
  return {
    readAt: isFresh ? row.remoteFieldsAt : new Date(ctx.house.now()).toISOString(),
    objects: row.config.objectConfigs.map(({ object }) => ({
      object,
      fields: fields[object] ?? [],
    })),
    sources: SOURCE_KINDS.map((kind) => ({ kind, names: [...listNames(kind, known)] })),
  }
}

async function fetchFields(ctx: OutsideContext, row: IntegrationRow): Promise<RemoteFields> {
  const crm = openCrm(ctx, row)
  const fields: RemoteFields = {}
  for (const { object } of row.config.objectConfigs)
    fields[object] = await crm.adapter.describe(crm.session, object, false).catch(throwOutside)
  const at = new Date(ctx.house.now()).toISOString()
  await ctx.transaction((own) =>
    INTEGRATIONS.update(own, row.id, { remote_fields: json(fields), remote_fields_at: at }),
  )
  return fields
}

/** A fault of the CRM as an error of the API; anything else as it is. */
export function throwOutside(error: unknown): never {
  if (!(error instanceof CrmFault)) throw error
  const { code, message } = error
  if (code === 'timeout') throw new ApiError('provider_timeout', message)
  throw new ApiError('provider_error', `${message} (${code})`, { providerCode: code })
}
