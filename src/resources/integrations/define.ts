import { createAudit, wireChanges } from '../../platform/audit.ts'
import type { Context, OutsideContext, RequestContext } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json } from '../../platform/db/sql.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import { requireSafeUrl } from '../../platform/egress/require-url.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { Reply } from '../../platform/route.ts'
import { requireMailUrl } from '../../providers/imap/address.ts'
import { ProviderFault } from '../../providers/provider-fault.ts'
import { queueEnrichments } from '../pipeline/queue-enrichment.ts'
import { deleteInstallationByConnection } from '../records/apps/store.ts'
import { releaseLinks } from '../records/links/release.ts'
import { CREDENTIALS } from '../records/links/sealed.ts'
import { keepCalls } from './calls/store.ts'
import { getEntry, MAILBOX, requireCredentials } from './catalogue.ts'
import { toSession } from './connect.ts'
import { standingStatus } from './lifecycle.ts'
import { listInterrupted, scheduleLinks } from './links/store.ts'
import { beginMailbox, isOtherMailbox, resumeMailbox } from './mailboxes/begin.ts'
import { presentIntegration } from './present.ts'
import type { IntegrationCreate, IntegrationPatch } from './schemas.ts'
import {
  insertIntegration,
  INTEGRATIONS,
  type IntegrationConfig,
  type IntegrationRow,
} from './store.ts'

export const auditIntegration = createAudit('integration')

type Given = IntegrationCreate['config']
type Credentials = Record<string, string>
interface Checked {
  error: { code: string; message: string } | null
  calls: Parameters<typeof keepCalls>[2]
}

/**
 * Makes an integration; its credentials are tried by one call before the response. Throws
 * `duplicate_name`, `credentials_invalid`, `invalid_url`, `url_not_allowed`.
 */
export async function createIntegration(
  ctx: RequestContext,
  given: IntegrationCreate,
): Promise<object> {
  const wanted = toWanted(ctx, given)
  await ctx.transaction((own) => INTEGRATIONS.refuseTaken(own, given))
  const { error, calls } = await tryCredentials(ctx, wanted)
  const response = await ctx.commit(async (own) => {
    const row = await keepIntegration(own, wanted, { error, calls })
    const headers = { location: `/v1/integrations/${row.id}` }
    return new Reply({ body: { data: presentIntegration(own, row) }, headers })
  })
  await keepCalls(ctx, wanted.id, calls)
  return response
}

/**
 * Makes the integration of a mailbox without a call: its credentials are tried as it is read
 * for the first time. Throws what `createIntegration` throws.
 */
export async function createMailbox(
  ctx: Context,
  given: Omit<IntegrationCreate, 'provider'>,
): Promise<string> {
  const wanted = toWanted(ctx, { ...given, provider: MAILBOX })
  return (await keepIntegration(ctx, wanted, { error: null, calls: [] })).id
}

type Wanted = Tried & { name: string }

function toWanted(
  ctx: Pick<Context, 'house' | 'environment'>,
  { provider, name, credentials: given, config }: IntegrationCreate,
): Wanted {
  const credentials = given === undefined ? null : requireCredentials(provider, given)
  return {
    id: randomUUIDv7(),
    provider,
    name,
    credentials,
    config: toConfig(ctx, provider, config),
  }
}

async function keepIntegration(
  ctx: Context,
  { id, provider, name, config, credentials }: Wanted,
  { error, calls }: Checked,
): Promise<IntegrationRow> {
  await INTEGRATIONS.refuseTaken(ctx, { name })
  const isSynthetic =
    ctx.environment.mode === 'test' && credentials === null && isInvented(provider)
  const standing = { hasCredentials: credentials !== null, isSynthetic, isCalled: isCalled(provider) } // prettier-ignore
  await insertIntegration(ctx, {
    id,
    provider,
    name,
    category: getEntry(provider).category,
    status: standingStatus(standing, error !== null),
    is_synthetic: isSynthetic,
    config: json(config),
    credentials_sealed: credentials && sealCredentials(ctx, id, credentials),
    last_error: error && json(error),
    ...(calls.length === 0 ? {} : { last_used_at: calls[0]!.at }),
  })
  if (provider === MAILBOX) await beginMailbox(ctx, id)
  const summary = `Integration ${name} with ${provider} created`
  await auditIntegration(ctx, { action: 'created', id, summary })
  return INTEGRATIONS.get(ctx, id)
}

function isCalled(provider: string): boolean {
  return getEntry(provider).connector !== null
}

/** Without credentials the test mode invents accounts, but no mails. */
function isInvented(provider: string): boolean {
  return getEntry(provider).adapter !== null
}

function sealCredentials(ctx: Context, id: string, credentials: Credentials): string {
  return CREDENTIALS.at(ctx, id).seal(JSON.stringify(credentials))
}

/** With the address of the provider where the request names none. */
function toConfig(
  ctx: Pick<Context, 'house' | 'environment'>,
  provider: string,
  given: Given,
): IntegrationConfig {
  const { baseUrl, clientName, hostedLink } = given ?? {}
  if (provider === MAILBOX) return toMailboxConfig(ctx.house.egress, given)
  const { adapter } = getEntry(provider)
  if (adapter === null) return {}
  const own = baseUrl === undefined ? adapter.baseUrls[ctx.environment.mode] : baseUrl
  if (baseUrl !== undefined) requireSafeUrl(ctx.house.egress, baseUrl, 'config.base_url')
  return {
    base_url: own,
    ...(clientName === undefined ? {} : { client_name: clientName }),
    ...(hostedLink === undefined ? {} : { hosted_link: hostedLink }),
  }
}

function toMailboxConfig(egress: Pick<Egress, 'checkUrl'>, given: Given): IntegrationConfig {
  const { baseUrl, mailbox = 'INBOX', takeExisting = false } = given ?? {}
  const param = 'config.base_url'
  if (baseUrl === undefined)
    throw new ApiError('missing_field', 'A mailbox needs the address of its server, such as imaps://mail.example.com:993.', { param }) // prettier-ignore
  return { base_url: requireMailUrl(egress, baseUrl, param), mailbox, take_existing: takeExisting }
}

interface Tried {
  id: string
  provider: string
  config: IntegrationConfig
  credentials: Credentials | null
}

async function tryCredentials(
  ctx: OutsideContext,
  { id, provider, config, credentials }: Tried,
): Promise<Checked> {
  const { connector } = getEntry(provider)
  if (connector === null || credentials === null) return { error: null, calls: [] }
  const session = toSession(ctx, { id, baseUrl: config.base_url ?? '', credentials })
  try {
    await connector.check(session, config)
    return { error: null, calls: session.calls }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    const { code, message } = error
    return { error: { code, message }, calls: session.calls }
  }
}

/**
 * Changes an integration; credentials that are replaced or used again are tried first. Throws
 * `integration_not_found`, `duplicate_name`, `credentials_invalid`, `missing_field`,
 * `resource_in_use`, `version_conflict`, `invalid_state_transition`.
 */
export async function changeIntegration(
  ctx: RequestContext,
  id: string,
  { patch, check }: { patch: IntegrationPatch; check: MatchCheck<IntegrationRow> },
): Promise<object> {
  const seen = await ctx.transaction((own) => INTEGRATIONS.get(own, id))
  const credentials = patch.credentials && requireCredentials(seen.provider, patch.credentials)
  const config = patch.config && toConfig(ctx, seen.provider, patch.config)
  refuseMove(seen, config, patch)
  const isTried = credentials !== undefined || patch.status === 'active'
  const opened = credentials === undefined ? openCredentials(ctx, seen) : credentials
  const tried = { id, provider: seen.provider, config: config ?? seen.config, credentials: opened }
  const { error, calls } = isTried ? await tryCredentials(ctx, tried) : { error: seen.lastError, calls: [] } // prettier-ignore
  const response = await ctx.commit(async (own) => {
    const before = await INTEGRATIONS.hold(own, id)
    await check(before)
    await INTEGRATIONS.refuseTaken(own, { name: patch.name, self: id })
    const status = nextStatus(own, before, { patch, isRefused: isTried ? error !== null : before.status === 'error' }) // prettier-ignore
    await INTEGRATIONS.update(own, id, {
      name: patch.name,
      status,
      config: config && json(config),
      credentials_sealed: credentials === undefined ? undefined : credentials && sealCredentials(own, id, credentials),
      is_synthetic: credentials ? false : undefined,
      last_error: isTried ? error && json(error) : undefined,
    }) // prettier-ignore
    if (status === 'active' && before.status !== 'active') await scheduleLinks(own, id)
    if (before.provider === MAILBOX) await resumeMailbox(own, id, isOtherMailbox(before.config, config)) // prettier-ignore
    const after = await INTEGRATIONS.get(own, id)
    await auditIntegration(own, {
      action: status === before.status ? 'updated' : status === 'disabled' ? 'deactivated' : 'activated', // prettier-ignore
      id,
      summary: `Integration ${after.name} changed${credentials === undefined ? '' : '; its credentials were replaced'}`,
      changes: wireChanges(before, after, ['name', 'status', 'config']),
    })
    return { data: presentIntegration(own, after) }
  })
  await keepCalls(ctx, id, calls)
  return response
}

function openCredentials(ctx: OutsideContext, row: IntegrationRow): Credentials | null {
  const { id, credentialsSealed } = row
  if (credentialsSealed === null) return null
  return JSON.parse(CREDENTIALS.at(ctx, id).open(credentialsSealed)) as Credentials
}

/** Credentials and tokens that were given for one server do not go to another unsaid. */
function refuseMove(
  { config: before, linksCount, credentialsSealed, isSynthetic }: IntegrationRow,
  config: IntegrationConfig | undefined,
  { credentials }: IntegrationPatch,
): void {
  if (config === undefined || config.base_url === before.base_url || isSynthetic) return
  if (linksCount > 0) {
    const message = 'The integration has links at its present address; make another integration for a new base_url.'
    throw new ApiError('resource_in_use', message, { param: 'config.base_url' })
  } // prettier-ignore
  if (credentialsSealed === null || credentials !== undefined) return
  const message = `The new base_url is not ${before.base_url}: send its credentials too.`
  throw new ApiError('missing_field', message, { param: 'credentials' })
}

function nextStatus(
  ctx: Context,
  before: IntegrationRow,
  { patch, isRefused }: { patch: IntegrationPatch; isRefused: boolean },
): IntegrationRow['status'] {
  const { credentials, status } = patch
  if (status === 'disabled') return 'disabled'
  if (credentials === null && before.credentialsSealed !== null) return 'disabled'
  if (before.status === 'disabled' && status === undefined && !credentials) return 'disabled'
  const hasCredentials = credentials ? true : before.credentialsSealed !== null && credentials !== null // prettier-ignore
  const isSynthetic = before.isSynthetic && !credentials
  const next = standingStatus({ hasCredentials, isSynthetic, isCalled: isCalled(before.provider) }, isRefused) // prettier-ignore
  if (status !== 'active' || next !== 'pending') return next
  const message = `The integration has no credentials, so it cannot be active in the ${ctx.environment.mode} mode.`
  throw new ApiError('invalid_state_transition', message, { param: 'status' })
}

/** Credentials and tokens go at once; the providers forget their part by a job. */
export async function removeIntegration(
  ctx: Context,
  id: string,
  check: MatchCheck<IntegrationRow>,
): Promise<void> {
  const integration = await INTEGRATIONS.hold(ctx, id)
  await check(integration)
  await releaseLinks(ctx, { integrationId: id })
  await queueEnrichments(ctx, await listInterrupted(ctx, id))
  await INTEGRATIONS.remove(ctx, id)
  await deleteInstallationByConnection(ctx, id)
  const { name, provider, linksCount } = integration
  const summary = `Integration ${name} with ${provider} deleted with ${linksCount} links; what was imported stays`
  await auditIntegration(ctx, { action: 'deleted', id, summary })
}
