import { findProvider } from '../../../core/crm/providers.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { callJson } from '../../../platform/egress/json/json-client.ts'
import { pause } from '../../../platform/pause.ts'
import {
  CALL_TIMEOUT_MS,
  CrmFault,
  requireResponse,
  type CrmAdapter,
  type CrmCall,
  type CrmResponse,
  type CrmSession,
  type CrmToken,
} from '../../../providers/provider.ts'
import { csv } from '../../../providers/csv/csv.ts'
import { hubspot } from '../../../providers/hubspot/hubspot.ts'
import { pipedrive } from '../../../providers/pipedrive/pipedrive.ts'
import { rest } from '../../../providers/rest/rest.ts'
import { salesforce } from '../../../providers/salesforce/salesforce.ts'
import { webhook } from '../../../providers/webhook/webhook.ts'
import { zoho } from '../../../providers/zoho/zoho.ts'
import type { ProviderName } from '../../../core/crm/providers.ts'
import {
  CRM_TOKEN,
  INTEGRATIONS,
  openCredentials,
  openToken,
  type IntegrationRow,
} from '../store.ts'

const ADAPTERS: Readonly<Record<ProviderName, CrmAdapter>> = {
  hubspot,
  salesforce,
  zoho,
  pipedrive,
  rest,
  webhook,
  csv,
}

/** The calls of a provider, and what they need. */
export interface OpenCrm {
  adapter: CrmAdapter
  session: CrmSession
}

/** How long one request for a token may take; others wait as long. */
const TOKEN_SECONDS = 35
const POLL_MS = 100
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024

/**
 * Opens a CRM for calls. No call is made while the CRM wants to be left alone, whoever makes it:
 * such a call fails as `rate_limited` here.
 */
export function openCrm(ctx: OutsideContext, row: IntegrationRow): OpenCrm {
  const facts = findProvider(row.provider)
  const adapter = ADAPTERS[row.provider]
  const vendorUrl = row.config.isSandbox ? (facts.sandboxUrl ?? facts.baseUrl) : facts.baseUrl
  const baseUrl = (row.config.baseUrl ?? vendorUrl ?? '').replace(/\/$/, '')
  const session: CrmSession = {
    facts,
    config: { baseUrl, rest: row.config.rest },
    credentials: openCredentials(ctx, row),
    nowMs: ctx.house.now,
    call: (wanted) => call(wanted, { ctx, row, adapter, session }),
  }
  return { adapter, session }
}

interface Opened {
  ctx: OutsideContext
  row: IntegrationRow
  adapter: CrmAdapter
  session: CrmSession
}

async function call(wanted: CrmCall, opened: Opened): Promise<CrmResponse> {
  const token = await getToken(opened, null)
  const response = await sendSigned(wanted, opened, token)
  if (response.status !== 401 || token === null) return response
  // The CRM ends tokens early, such as when somebody signs in again.
  return sendSigned(wanted, opened, await getToken(opened, token))
}

function sendSigned(wanted: CrmCall, opened: Opened, token: CrmToken | null): Promise<CrmResponse> {
  const { adapter, session } = opened
  const base = token?.apiUrl ?? session.config.baseUrl
  const headers = { ...wanted.headers, ...adapter.sign(session, token) }
  return send({ ...wanted, headers, path: toUrl(base, wanted.path) }, opened)
}

function toUrl(base: string, path: string): string {
  return /^https?:/.test(path) ? path : base + path
}

async function send(wanted: CrmCall, { ctx, row, session }: Opened): Promise<CrmResponse> {
  const { path, ...rest } = wanted
  await refusePaused(ctx, row.id)
  const outcome = await callJson(ctx.house.egress, {
    ...rest,
    url: toUrl(session.config.baseUrl, path),
    trace: ctx.trace,
    timeoutMs: CALL_TIMEOUT_MS,
    keptBytesMax: RESPONSE_BYTES_MAX,
  })
  try {
    return requireResponse(outcome)
  } catch (error) {
    if (error instanceof CrmFault && error.retryAfterSeconds !== null)
      await keepPause(ctx, row.id, error.retryAfterSeconds)
    throw error
  }
}

async function refusePaused(ctx: OutsideContext, id: string): Promise<void> {
  const { pausedUntil } = await ctx.transaction((own) => INTEGRATIONS.get(own, id))
  const leftMs = pausedUntil === null ? 0 : Date.parse(pausedUntil) - ctx.house.now()
  if (leftMs <= 0) return
  throw new CrmFault('rate_limited', 'The CRM wants to be left alone for a while.', {
    isRetryable: true,
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  })
}

async function keepPause(ctx: OutsideContext, id: string, seconds: number): Promise<void> {
  const until = new Date(ctx.house.now() + seconds * 1000).toISOString()
  await ctx.transaction((own) => INTEGRATIONS.update(own, id, { paused_until: until }))
}

/**
 * The token of an integration. Whoever finds none takes the row's lock, notes that a token is on
 * its way and gets it; all others wait for that one. `refused` is a token that no longer works.
 */
async function getToken(opened: Opened, refused: CrmToken | null): Promise<CrmToken | null> {
  const { ctx, adapter, session } = opened
  if (adapter.authorize === null) return null
  for (;;) {
    const found = await ctx.transaction((own) => claimToken(own, opened, refused))
    if (found === 'wait') await pause(ctx, POLL_MS)
    else if (found !== 'get') return found
    else
      return getNewToken(opened, () =>
        adapter.authorize!(session, (wanted) => send(wanted, opened)),
      )
  }
}

async function claimToken(
  ctx: Context,
  { row: { id } }: Opened,
  refused: CrmToken | null,
): Promise<CrmToken | 'get' | 'wait'> {
  const row = await INTEGRATIONS.hold(ctx, id)
  const now = ctx.house.now()
  const token = openToken(ctx, row)
  const isGood = token !== null && (token.expiresAtMs === null || token.expiresAtMs > now)
  if (isGood && token.accessToken !== refused?.accessToken) return token
  if (row.tokenAwaitedUntil !== null && Date.parse(row.tokenAwaitedUntil) > now) return 'wait'
  const until = new Date(now + TOKEN_SECONDS * 1000).toISOString()
  await INTEGRATIONS.update(ctx, id, { token_awaited_until: until })
  return 'get'
}

async function getNewToken(
  { ctx, row: { id } }: Opened,
  authorize: () => Promise<CrmToken>,
): Promise<CrmToken> {
  let token: CrmToken | null = null
  try {
    token = await authorize()
    return token
  } finally {
    const sealed = token && CRM_TOKEN.at(ctx, id).seal(JSON.stringify(token))
    await ctx.transaction((own) =>
      INTEGRATIONS.update(own, id, { token_awaited_until: null, token_sealed: sealed }),
    )
  }
}
