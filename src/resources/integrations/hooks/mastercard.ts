import { outside, SYSTEM_ACTOR, type OutsideContext } from '../../../platform/context.ts'
import { isSignedBy } from '../../../providers/mastercard/mastercard.ts'
import { findCode } from '../../../providers/session.ts'
import { openSession } from '../connect.ts'
import { enqueueSync } from '../links/access.ts'
import { LINKS, listLinksOfItem } from '../links/store.ts'
import { INTEGRATIONS } from '../store.ts'
import { readNotice, refuseNotice } from './notice.ts'

/** After these the customer's accounts can be read, or have something new. */
const NEWS: ReadonlySet<string> = new Set(['added', 'done', 'credentialsUpdated', 'processed'])

/** Takes an event of Mastercard's Connect. Whoever did not sign the body hears 401 and no more. */
export async function takeMastercardNotice(
  ctx: OutsideContext,
  { body, signature }: { body: Buffer | null; signature: string | null },
): Promise<void> {
  const { bytes, notice } = readNotice(body)
  const customerId = findCode(notice, 'customerId') ?? ''
  let isTrue = false
  for (const { environment, linkId } of await listLinksOfItem(ctx.house, 'mastercard', customerId)) {
    const own = outside({ ...ctx, environment, actor: SYSTEM_ACTOR })
    const found = await own.transaction(async (inside) => {
      const link = await LINKS.get(inside, linkId).catch(() => null)
      return link && { link, integration: await INTEGRATIONS.get(inside, link.integrationId) }
    })
    if (found === null) continue
    const { link, integration } = found
    const { partner_secret: secret = '' } = openSession(own, integration).credentials
    if (secret === '' || signature === null || !isSignedBy(secret, bytes, signature)) continue
    isTrue = true
    if (NEWS.has(findCode(notice, 'eventType') ?? '')) await own.transaction((inside) => enqueueSync(inside, link))
  } // prettier-ignore
  if (!isTrue) throw refuseNotice()
}
