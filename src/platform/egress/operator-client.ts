import type { request } from 'undici'
import { Blocked, createAddressRules } from './addresses.ts'
import { checkUrl } from './check-url.ts'
import { openClient, type Client } from './client.ts'

/** Every address but those where clouds keep the credentials of an instance. */
const ANYWHERE = ['0.0.0.0/0', '::/0']

/**
 * Speaks HTTP to one server that the operator has named in the settings, such as the bucket of
 * `STORAGE_URL`, on a private address as well as a public one. It reaches nothing else: another
 * origin is refused, redirects are responses, metadata addresses stay closed. Never for an address
 * that a caller gave: that is what `createEgress` is for.
 */
export function openOperatorClient(origin: string): Omit<Client, 'exchange'> {
  const rules = createAddressRules(ANYWHERE)
  const client = openClient(rules)
  return {
    request: async (url, options): ReturnType<typeof request> => {
      if (new URL(url).origin !== origin || !checkUrl(url, rules).ok)
        throw new Blocked(`${url} is not to be reached as ${origin}`)
      return client.request(url, options)
    },
    close: client.close,
  }
}
