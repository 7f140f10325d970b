import { createLru } from '../../../platform/lru.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import { getWebhookKey } from '../../../providers/plaid/link.ts'
import { ProviderFault } from '../../../providers/provider-fault.ts'
import { openSession, withSession } from '../connect.ts'
import type { IntegrationRow } from '../store.ts'

const KEPT_MS = 24 * 3600_000
/** What nobody knows is not looked for again and again on a stranger's word. */
const UNKNOWN_MS = 60_000

interface Known {
  /** Null for one that Plaid does not know. */
  key: object | null
  endsAt: number
}

const KEYS = createLru<Known>(500)
/** By their own names, for notices of items that nobody has any more. */
const BY_KID = createLru<object>(500)

/** The key that Plaid names so for this integration; null for none. Kept for a day. */
export async function findKey(
  ctx: OutsideContext,
  integration: IntegrationRow,
  kid: string,
): Promise<object | null> {
  const name = `${integration.id} ${kid}`
  const known = KEYS.get(name)
  if (known !== undefined && known.endsAt > ctx.house.now()) return known.key
  const session = openSession(ctx, integration)
  const key = await withSession(ctx, session, () => getWebhookKey(session, kid)).catch(
    (error: unknown) => {
      if (error instanceof ProviderFault) return null
      throw error
    },
  )
  if (key !== null) BY_KID.set(kid, key, 1)
  KEYS.set(name, { key, endsAt: ctx.house.now() + (key === null ? UNKNOWN_MS : KEPT_MS) }, 1)
  return key
}

/** Keys of this name that somebody's integration brought; they prove no more than that. */
export function listKeptKeys(kid: string): object[] {
  const key = BY_KID.get(kid)
  return key === undefined ? [] : [key]
}
