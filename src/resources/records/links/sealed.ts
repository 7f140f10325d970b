import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'

/** What the provider gave the tenant; no response, log or audit entry ever holds it. */
export const CREDENTIALS = sealedColumn({
  table: 'integrations',
  column: 'credentials_sealed',
  holds: 'credentials for a provider',
  place: 'integrations/credentials',
  boundTo: ['id'],
})

/** What opens the accounts of one customer. */
export const LINK_ACCESS = sealedColumn({
  table: 'links',
  column: 'access_token_sealed',
  holds: 'the token by which a customer’s accounts are read at a provider',
  place: 'links/access_token',
  boundTo: ['id'],
})

/** Both, with the address, of what the provider has yet to forget. */
export const REMOVAL_ACCESS = sealedColumn({
  table: 'item_removals',
  column: 'access_sealed',
  holds: 'credentials and token of what a provider has yet to forget',
  place: 'item_removals/access',
  boundTo: ['id'],
})
