import { ProviderFault } from '../provider-fault.ts'
import { requireText, toNonsense, type Session } from '../session.ts'
import { callPlaid } from './faults.ts'

/** What a person shall link, and where. */
export interface LinkWanted {
  clientName: string
  clientUserId: string
  products: readonly string[]
  countryCodes: readonly string[]
  language: string
  redirectUri: string | null
  webhookUrl: string
  daysRequested: number
  isHosted: boolean
  /** Of a link that is to be repaired; null for a new one. */
  accessToken: string | null
}

export interface LinkToken {
  linkToken: string
  expiration: string
  requestId: string
  hostedLinkUrl: string | null
}

/** `/link/token/create`. Throws `ProviderFault`. */
export async function createLinkToken(session: Session, wanted: LinkWanted): Promise<LinkToken> {
  const { json } = await callPlaid(session, '/link/token/create', { json: toRequest(wanted) })
  const expiration = requireText(json, 'expiration')
  if (Number.isNaN(Date.parse(expiration))) throw toNonsense()
  return {
    linkToken: requireText(json, 'link_token'),
    expiration: new Date(expiration).toISOString(),
    requestId: requireText(json, 'request_id'),
    hostedLinkUrl: json.hosted_link_url == null ? null : requireText(json, 'hosted_link_url'),
  }
}

function toRequest(wanted: LinkWanted): object {
  const { accessToken, redirectUri, isHosted, products } = wanted
  const isOfRows = products.includes('transactions')
  return {
    client_name: wanted.clientName,
    user: { client_user_id: wanted.clientUserId },
    country_codes: wanted.countryCodes,
    language: wanted.language,
    webhook: wanted.webhookUrl,
    // In update mode the products are those of the item.
    ...(accessToken === null ? { products } : { access_token: accessToken }),
    ...(accessToken === null && isOfRows && { transactions: { days_requested: wanted.daysRequested } }),
    ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
    ...(isHosted ? { hosted_link: {} } : {}),
  } // prettier-ignore
}

export interface Item {
  accessToken: string
  itemId: string
}

/** `/item/public_token/exchange`. Throws `ProviderFault`. */
export async function exchangePublicToken(session: Session, publicToken: string): Promise<Item> {
  const json = { public_token: publicToken }
  const response = await callPlaid(session, '/item/public_token/exchange', { json })
  return {
    accessToken: requireText(response.json, 'access_token'),
    itemId: requireText(response.json, 'item_id'),
  }
}

/** The public key of a webhook signature, as a JSON Web Key. Throws `ProviderFault`. */
export async function getWebhookKey(session: Session, kid: string): Promise<object> {
  const json = { key_id: kid }
  const response = await callPlaid(session, '/webhook_verification_key/get', { json })
  const { key } = response.json
  if (typeof key === 'object' && key !== null) return key
  throw new ProviderFault({
    kind: 'refused',
    code: 'key_missing',
    message: 'There is no such key.',
  })
}
