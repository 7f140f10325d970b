import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { Blocked, type AddressRules } from './addresses.ts'

/** All addresses of a name; the place where the outside world's DNS begins. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** Of the total; a receiver that does not respond at all is given up earlier. */
const CONNECT_TIMEOUT_MS = 5000

/**
 * Opens connections to allowed addresses only. A name is resolved once, all its addresses are
 * checked, and the connection goes to one of those: there is no second look-up to return
 * differently. The address that was reached is checked again, whatever led to it.
 */
export function createConnector(
  rules: AddressRules,
  resolve: Resolve = resolveBySystem,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: checkedLookup(rules, resolve),
  })
  return (options, done) => {
    connect(options, (...result) => {
      const [error, socket] = result
      const address = socket?.remoteAddress ?? ''
      if (error || rules.isAllowed(address)) return done(...result)
      socket?.destroy()
      return done(new Blocked(`${options.hostname} was reached at ${address}`), null)
    })
  }
}

function checkedLookup(rules: AddressRules, resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname)
      .then((addresses) => requireAllowed(hostname, addresses, rules))
      .then(
        (addresses) => {
          const [first] = addresses
          if (options.all) done(null, addresses)
          else done(null, first!.address, first!.family)
        },
        (error) => done(error, []),
      )
  }
}

/** One address that is not public makes the whole look-up suspect. */
function requireAllowed(
  hostname: string,
  addresses: LookupAddress[],
  rules: AddressRules,
): LookupAddress[] {
  const refused = addresses.filter(({ address }) => !rules.isAllowed(address))
  if (addresses.length > 0 && refused.length === 0) return addresses
  const found = refused.map(({ address }) => address).join(', ') || 'nothing'
  throw new Blocked(`${hostname} leads to ${found}`)
}

function resolveBySystem(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error) reject(error)
      else resolve(addresses)
    })
  })
}
