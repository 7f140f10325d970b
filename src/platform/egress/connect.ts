import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { Blocked, locate, type AddressRules, type Resolve } from './addresses.ts'

/** Of the total; a receiver that does not respond at all is given up earlier. */
const CONNECT_TIMEOUT_MS = 5000

/**
 * Opens connections to allowed addresses only. A name is resolved once, all its addresses are
 * checked, and the connection goes to one of those: there is no second look-up to return
 * differently. The address that was reached is checked again, whatever led to it.
 */
export function createConnector(rules: AddressRules, resolve?: Resolve): buildConnector.connector {
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

function checkedLookup(rules: AddressRules, resolve?: Resolve): LookupFunction {
  return (hostname, options, done) => {
    locate(hostname, rules, resolve).then(
      (addresses) => {
        const [first] = addresses
        if (options.all) done(null, addresses)
        else done(null, first!.address, first!.family)
      },
      (error) => done(error, []),
    )
  }
}
