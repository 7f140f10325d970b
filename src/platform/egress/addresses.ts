import { lookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { createIpList, parseIpRange, type IpList } from './ip-ranges.ts'

/** The address is not one we send to. The message is for the log only. */
export class Blocked extends Error {}

/**
 * Ranges that are not the public internet: the IANA special-purpose registries (RFC 6890 and
 * successors), and the IPv6 ranges that carry an IPv4 address inside (NAT64, 6to4, Teredo).
 */
const NOT_PUBLIC = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12',
  '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24',
  '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/4', '240.0.0.0/4',
  '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32',
  '2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8',
]

/** Where clouds keep their instance credentials; closed even when a range around them is opened. */
const METADATA_V4 = [
  '169.254.169.254', '169.254.170.2', '169.254.170.23', '100.100.100.200', '192.0.0.192',
  '168.63.129.16',
]
const METADATA_V6 = ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254']

/** The same address spoken through IPv6: IPv4-compatible, NAT64, and all of its 6to4 network. */
const METADATA = [
  ...METADATA_V4.map((address) => `${address}/32`),
  ...METADATA_V4.map((address) => `::${address}/128`),
  ...METADATA_V4.map((address) => `64:ff9b::${address}/128`),
  ...METADATA_V4.map((address) => `2002:${toHextets(address)}::/48`),
  ...METADATA_V6.map((address) => `${address}/128`),
]

/** Decides whether an address may be connected to. */
export interface AddressRules {
  /** False for all that is not a plain IP address, such as one with a zone. */
  isAllowed(address: string): boolean
}

/** Public addresses and the ranges the operator opened; metadata addresses never. */
export function createAddressRules(allowCidrs: readonly string[]): AddressRules {
  const closed = createList(NOT_PUBLIC)
  const opened = createList(allowCidrs)
  const metadata = createList(METADATA)
  const anywhere = createList(['0.0.0.0/0', '::/0'])
  return {
    isAllowed: (address) => {
      if (!anywhere.has(address) || metadata.has(address)) return false
      return opened.has(address) || !closed.has(address)
    },
  }
}

function createList(ranges: readonly string[]): IpList {
  return createIpList(ranges.map((range) => parseIpRange(range)!))
}

/** `169.254.169.254` → `a9fe:a9fe`. */
function toHextets(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d].map((part) => part.toString(16)).join(':')
}

/** All addresses of a name; the place where the outside world's DNS begins. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** The addresses of a host, looked up once and all checked. Throws `Blocked` and errors of DNS. */
export async function locate(
  hostname: string,
  rules: AddressRules,
  resolve: Resolve = resolveBySystem,
): Promise<LookupAddress[]> {
  const family = isIP(hostname)
  const addresses = family === 0 ? await resolve(hostname) : [{ address: hostname, family }]
  return requireAllowed(hostname, addresses, rules)
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
