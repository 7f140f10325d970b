import { hasScope } from '../../core/values/access/actor.ts'
import { proposeMappings, proposeObjects } from '../../core/crm/default-map.ts'
import type { FieldMapping } from '../../core/crm/mapping.ts'
import {
  findProvider,
  PROVIDER_NAMES,
  suggestProvider,
  type ProviderFacts,
} from '../../core/crm/providers.ts'
import type { ValueMapping } from '../../core/crm/transforms.ts'
import { findNextFire } from '../../core/workflow/cron.ts'
import { didYouMean } from '../../core/values/text.ts'
import { createAudit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json } from '../../platform/db/sql.ts'
import { requireSafeUrl } from '../../platform/egress/require-url.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { deleteInstallationByConnection } from '../records/apps/store.ts'
import { checkMappings } from './check-mappings.ts'
import type { IntegrationCreate, IntegrationPatch } from './schemas.ts'
import {
  countIntegrations,
  CRM_CREDENTIALS,
  INTEGRATIONS,
  insertIntegration,
  openCredentials,
  type Credentials,
  type CrmConfig,
  type IntegrationRow,
  type IntegrationStatus,
} from './store.ts'

const INTEGRATIONS_MAX = 50

export const auditIntegration = createAudit('crm_integration')

const EMPTY_CONFIG: Omit<CrmConfig, 'objectConfigs'> = {
  baseUrl: null,
  isSandbox: false,
  direction: 'push',
  trigger: 'manual',
  schedule: null,
  rest: null,
}

/** A new integration; what the caller leaves out is the map that the provider proposes. */
export async function createIntegration(
  ctx: Context,
  input: IntegrationCreate,
): Promise<IntegrationRow> {
  const facts = requireProvider(input.provider)
  if ((await countIntegrations(ctx)) >= INTEGRATIONS_MAX)
    throw new ApiError(
      'too_many',
      `An environment has at most ${INTEGRATIONS_MAX} CRM integrations.`,
    )
  await INTEGRATIONS.refuseTaken(ctx, { name: input.name })
  const id = randomUUIDv7()
  const objectConfigs = proposeObjects(facts)
  const config = mergeConfig(ctx, facts, { before: { ...EMPTY_CONFIG, objectConfigs }, input })
  const credentials = input.credentials ?? {}
  requireCredentials(facts, credentials)
  const fieldMappings =
    input.fieldMappings === undefined
      ? proposeMappings(facts, config.objectConfigs)
      : input.fieldMappings.map(toMapping)
  await checkMappings(ctx, { facts, config, fieldMappings, before: [] })
  await insertIntegration(ctx, {
    id,
    provider: facts.name,
    name: input.name,
    status: facts.name === 'csv' ? 'active' : 'pending',
    credentials_sealed: sealCredentials(ctx, id, credentials),
    config: json(config),
    field_mappings: json(fieldMappings),
    value_mappings: json((input.valueMappings ?? []).map(toValueMapping)),
    next_fire_at: findFire(ctx, config),
  })
  const summary = `CRM integration ${input.name} with ${facts.label} created`
  await auditIntegration(ctx, { id, action: 'created', summary })
  return INTEGRATIONS.get(ctx, id)
}

/** Changes what is given; credentials are replaced as a whole, null removes them. */
export async function changeIntegration(
  ctx: Context,
  id: string,
  { patch, check }: { patch: IntegrationPatch; check: MatchCheck<IntegrationRow> },
): Promise<IntegrationRow> {
  const before = await INTEGRATIONS.hold(ctx, id)
  await check(before)
  const facts = findProvider(before.provider)
  await INTEGRATIONS.refuseTaken(ctx, { name: patch.name, self: id })
  const config = mergeConfig(ctx, facts, { before: before.config, input: patch })
  requireCredentialsFor(ctx, before, { config, patch })
  const fieldMappings = patch.fieldMappings?.map(toMapping) ?? before.fieldMappings
  await checkMappings(ctx, { facts, config, fieldMappings, before: before.fieldMappings })
  const isReset = patch.credentials !== undefined || patch.config?.baseUrl !== undefined
  const status = findStatus(before, patch, isReset)
  await INTEGRATIONS.update(ctx, id, {
    name: patch.name ?? before.name,
    status,
    config: json(config),
    field_mappings: json(fieldMappings),
    value_mappings: json(patch.valueMappings?.map(toValueMapping) ?? before.valueMappings),
    next_fire_at: status === 'disabled' ? null : findFire(ctx, config),
    ...(patch.credentials !== undefined && {
      credentials_sealed: sealCredentials(ctx, id, patch.credentials ?? {}),
    }),
    ...(isReset && {
      token_sealed: null,
      remote_fields: null,
      remote_fields_at: null,
      error: null,
    }),
  })
  const after = await INTEGRATIONS.get(ctx, id)
  const changes = wireChanges(before, after, ['name', 'status'])
  const summary = `CRM integration ${after.name} changed: ${Object.keys(patch).join(', ') || 'nothing'}`
  await auditIntegration(ctx, { id, action: 'updated', summary, changes })
  return after
}

/** Deletes it with its credentials, its id map and its runs; what is in the CRM stays there. */
export async function removeIntegration(
  ctx: Context,
  id: string,
  check: MatchCheck<IntegrationRow>,
): Promise<void> {
  const row = await INTEGRATIONS.hold(ctx, id)
  await check(row)
  await INTEGRATIONS.remove(ctx, id)
  await deleteInstallationByConnection(ctx, id)
  const summary = `CRM integration ${row.name} deleted with its credentials`
  await auditIntegration(ctx, { id, action: 'deleted', summary })
}

function requireProvider(name: string): ProviderFacts {
  const known = PROVIDER_NAMES.find((one) => one === name)
  if (known !== undefined) return findProvider(known)
  const near = suggestProvider(name) || didYouMean(name, PROVIDER_NAMES)
  const message = `provider must be one of ${PROVIDER_NAMES.join(', ')}.${near}`
  throw new ApiError('invalid_enum', message, { param: 'provider' })
}

type ConfigChange = Pick<IntegrationPatch, 'config'>

function mergeConfig(
  ctx: Context,
  facts: ProviderFacts,
  { before, input: { config: given = {} } }: { before: CrmConfig; input: ConfigChange },
): CrmConfig {
  const { sandbox = before.isSandbox, rest, ...named } = given
  const merged = { ...before, ...named, isSandbox: sandbox } as CrmConfig
  if (rest !== undefined)
    merged.rest = rest && { ...REST_DEFAULTS, ...before.rest, ...dropUndefined(rest) }
  const baseUrl =
    merged.baseUrl && requireSafeUrl(ctx.house.egress, merged.baseUrl, 'config.base_url')
  const needsUrl = facts.baseUrl === null && facts.name !== 'csv'
  if (needsUrl && baseUrl === null)
    throw missing('config.base_url', `${facts.label} needs its address.`)
  if (merged.direction !== 'push' && !facts.canPull)
    throw new ApiError(
      'invalid_enum',
      `${facts.label} can only be written to: direction is push.`,
      { param: 'config.direction' },
    )
  const lacking = merged.objectConfigs.find(({ role }) => facts.lacks.includes(role))
  if (lacking)
    throw new ApiError('invalid_enum', `${facts.label} has no objects for a ${lacking.role}.`, {
      param: 'config.object_configs',
    })
  if (
    merged.objectConfigs.some(({ role }) => role === 'file') &&
    !hasScope(ctx.actor, 'documents:read')
  ) {
    const message = 'Files leave the house by this map; setting it needs the scope documents:read.'
    throw new ApiError('insufficient_scope', message, { param: 'config.object_configs' })
  }
  requireSchedule(ctx, merged)
  return { ...merged, baseUrl }
}

const REST_DEFAULTS = {
  method: 'PUT',
  path: '/{{object}}/{{key}}',
  updateMethod: null,
  updatePath: null,
  body: null,
  idPointer: '/id',
} as const

function dropUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function requireSchedule(ctx: Context, { trigger, schedule }: CrmConfig): void {
  if (trigger !== 'schedule') return
  if (schedule === null) throw missing('config.schedule', 'The trigger schedule needs a schedule.')
  const next = findNextFire(schedule, ctx.house.now())
  if ('problem' in next)
    throw new ApiError('invalid_format', next.problem, { param: 'config.schedule' })
}

/** When a schedule fires next; null without one. */
export function findFire(ctx: Context, { trigger, schedule }: CrmConfig): string | null {
  if (trigger !== 'schedule' || schedule === null) return null
  const next = findNextFire(schedule, ctx.house.now())
  return 'value' in next ? new Date(next.value).toISOString() : null
}

function missing(param: string, message: string): ApiError {
  return new ApiError('missing_field', message, { param })
}

/** Names the field that is missing or unknown, never a value. */
function requireCredentials(facts: ProviderFacts, credentials: Credentials): void {
  const given = Object.keys(credentials)
  const forms = facts.credentials
  if (forms.some((form) => form.every((name) => given.includes(name)))) return
  const [nearest] = forms.toSorted((a, b) => countLacking(a, given) - countLacking(b, given))
  const [lacking] = nearest!.filter((name) => !given.includes(name))
  const ways = forms.map((form) => form.join(', ')).join('; or ')
  const message = `${facts.label} needs ${ways}.`
  throw new ApiError('credentials_invalid', message, { param: `credentials.${lacking}` })
}

function countLacking(form: readonly string[], given: readonly string[]): number {
  return form.filter((name) => !given.includes(name)).length
}

/** Credentials of one address do not go to another unsaid. */
function requireCredentialsFor(
  ctx: Context,
  before: IntegrationRow,
  { config, patch }: { config: CrmConfig; patch: IntegrationPatch },
): void {
  if (patch.credentials) requireCredentials(findProvider(before.provider), patch.credentials)
  const isMoved = getOrigin(config.baseUrl) !== getOrigin(before.config.baseUrl)
  const isKept = patch.credentials === undefined && before.credentialsSealed !== null
  if (!isMoved || !isKept) return
  const names = Object.keys(openCredentials(ctx, before)).join(', ')
  throw missing('credentials', `The new base_url is another server: send ${names} again.`)
}

function getOrigin(url: string | null): string | null {
  return url === null ? null : new URL(url).origin
}

function sealCredentials(ctx: Context, id: string, credentials: Credentials): string | null {
  if (Object.keys(credentials).length === 0) return null
  return CRM_CREDENTIALS.at(ctx, id).seal(JSON.stringify(credentials))
}

function findStatus(
  before: IntegrationRow,
  patch: IntegrationPatch,
  isReset: boolean,
): IntegrationStatus {
  const needs = findProvider(before.provider).credentials.every((form) => form.length > 0)
  if (patch.credentials === null && needs) return 'disabled'
  if (patch.status !== undefined) return patch.status
  return isReset && before.status !== 'disabled' ? 'pending' : before.status
}

function toMapping(given: NonNullable<IntegrationPatch['fieldMappings']>[number]): FieldMapping {
  const { source, targetObject, targetField } = given
  const { direction = 'push', transform = null, overwrite = 'always' } = given
  return { source, targetObject, targetField, direction, transform, overwrite }
}

function toValueMapping({
  field = null,
  from,
  to,
}: NonNullable<IntegrationPatch['valueMappings']>[number]): ValueMapping {
  return { field, from, to }
}
