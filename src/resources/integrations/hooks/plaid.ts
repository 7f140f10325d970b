import {
  outside,
  SYSTEM_ACTOR,
  type Context,
  type OutsideContext,
} from '../../../platform/context.ts'
import { isPersonNeeded } from '../../../providers/plaid/faults.ts'
import { readSignature, verifySignature } from '../../../providers/plaid/webhook.ts'
import { findCode } from '../../../providers/session.ts'
import { auditLink, enqueueSync, hashSession, sealAccess } from '../links/access.ts'
import {
  LINKS,
  listLinksOfItem,
  listLinksOfSession,
  type LinkRow,
  type PlacedLink,
} from '../links/store.ts'
import { recordFault } from '../sync/fail.ts'
import { INTEGRATIONS, type IntegrationRow } from '../store.ts'
import { findKey, listKeptKeys } from './keys.ts'
import { readNotice, refuseNotice } from './notice.ts'

type Notice = Record<string, unknown>

/**
 * Takes a webhook of Plaid: what it names is done for every link that it is really about. Whoever
 * did not sign the body hears 401 and no more; a true one of an item that nobody has is ignored.
 */
export async function takePlaidNotice(
  ctx: OutsideContext,
  { body, jwt }: { body: Buffer | null; jwt: string | null },
): Promise<void> {
  const { bytes, notice } = readNotice(body)
  const head = jwt === null ? null : await readSignature(jwt)
  if (jwt === null || head === null) throw refuseNotice()
  const isTrue = (key: object): Promise<boolean> =>
    verifySignature({ jwt, key, body: bytes, nowMs: ctx.house.now() })
  const named = await listNamed(ctx, notice)
  const verified: PlacedContext[] = []
  for (const placed of named) {
    const found = await findIntegration(ctx, placed)
    const key = found && (await findKey(found.own, found.integration, head.kid))
    if (found && key && (await isTrue(key))) verified.push(found)
  }
  if (verified.length === 0 && !(await someAsync(listKeptKeys(head.kid), isTrue)))
    throw refuseNotice()
  for (const { own, linkId } of verified)
    await own.transaction(async (inside) => {
      const link = await LINKS.hold(inside, linkId).catch(() => null)
      if (link !== null) await act(inside, link, notice)
    })
}

interface PlacedContext {
  own: OutsideContext
  linkId: string
  integration: IntegrationRow
}

/** Null when it is gone, or nothing of it is at Plaid. */
async function findIntegration(
  ctx: OutsideContext,
  { environment, linkId }: PlacedLink,
): Promise<PlacedContext | null> {
  const own = outside({ ...ctx, environment, actor: SYSTEM_ACTOR })
  const integration = await own.transaction(async (inside) => {
    const link = await LINKS.get(inside, linkId).catch(() => null)
    return link && INTEGRATIONS.get(inside, link.integrationId)
  })
  if (integration === null || integration.credentialsSealed === null) return null
  return { own, linkId, integration }
}

async function someAsync<T>(
  list: readonly T[],
  check: (one: T) => Promise<boolean>,
): Promise<boolean> {
  for (const one of list) if (await check(one)) return true
  return false
}

/** By the item, or by the session in which it is being linked. */
async function listNamed(
  { house }: Pick<OutsideContext, 'house'>,
  notice: Notice,
): Promise<PlacedLink[]> {
  const { item_id: itemId, link_token: linkToken } = notice
  if (typeof linkToken === 'string')
    return listLinksOfSession(house, 'plaid', hashSession(linkToken))
  return typeof itemId === 'string' ? listLinksOfItem(house, 'plaid', itemId.slice(0, 500)) : []
}

/** After these Plaid has something new. */
const NEWS: ReadonlySet<string> = new Set([
  'SYNC_UPDATES_AVAILABLE',
  'INITIAL_UPDATE',
  'HISTORICAL_UPDATE',
  'DEFAULT_UPDATE',
  'TRANSACTIONS_REMOVED',
  'LOGIN_REPAIRED',
  'NEW_ACCOUNTS_AVAILABLE',
])
const ENDING: ReadonlySet<string> = new Set(['PENDING_EXPIRATION', 'PENDING_DISCONNECT'])

async function act(ctx: Context, link: LinkRow, notice: Notice): Promise<void> {
  const code = findCode(notice, 'webhook_code') ?? ''
  if (code === 'SESSION_FINISHED') return finish(ctx, link, notice)
  if (link.accessTokenSealed === null) return
  if (NEWS.has(code)) return enqueueSync(ctx, link)
  if (ENDING.has(code)) return noteEnd(ctx, link, notice)
  const error = code === 'ERROR' ? findCode(notice.error, 'error_code') : null
  const cause = error ?? (code === 'USER_PERMISSION_REVOKED' ? code : null)
  if (cause === null) return
  await recordFault(ctx, link, {
    kind: isPersonNeeded(cause) ? 'person_needed' : 'unreachable',
    code: cause,
    message: `Plaid reports ${cause} for these accounts.`,
    retryAfterSeconds: null,
  })
}

/** A hosted session is over: its token is exchanged by the sync; a repaired link is read again. */
async function finish(ctx: Context, link: LinkRow, notice: Notice): Promise<void> {
  if (link.externalItemId !== null) return enqueueSync(ctx, link)
  const [publicToken] = Array.isArray(notice.public_tokens) ? (notice.public_tokens as unknown[]) : []
  const isToken = typeof publicToken === 'string' && /^public-[\w-]{1,200}$/.test(publicToken)
  if (notice.status !== 'SUCCESS' || !isToken || link.accessTokenSealed !== null) return
  await LINKS.update(ctx, link.id, { access_token_sealed: sealAccess(ctx, link.id, { publicToken }) })
  await enqueueSync(ctx, link)
} // prettier-ignore

async function noteEnd(ctx: Context, link: LinkRow, notice: Notice): Promise<void> {
  const time = notice.consent_expiration_time ?? notice.disconnect_time
  const endsAt = typeof time === 'string' ? Date.parse(time) : Number.NaN
  const { id, submissionId } = link
  const isKnown = endsAt > 0 && endsAt < 4e12
  await LINKS.update(ctx, id, {
    consent_expires_at: isKnown ? new Date(endsAt).toISOString() : undefined,
  })
  const summary = 'The consent to a link ends soon; the person has to sign in again'
  await auditLink(ctx, { action: 'noted', id, submissionId, summary })
}
