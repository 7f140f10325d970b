import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/** An address or a range of them as somebody wrote it. */
export interface IpRange {
  family: 'ipv4' | 'ipv6'
  address: string
  bits: number
  /** The usual way to write it; an address alone has no prefix length. */
  text: string
}

export interface IpList {
  /** False for all that is not a plain IP address, such as one with a zone. */
  has(address: string): boolean
}

const BITS_MAX = { ipv4: 32, ipv6: 128 }
/** The IPv6 range `::ffff:0:0/96` is IPv4 written longer. */
const MAPPED_BITS = 96

/**
 * `10.0.0.0/8`, `2001:db8::/32` or an address alone; null for anything else: a host name, a zone, a
 * prefix longer than the address. Everything that later reads such a text reads it here.
 */
export function parseIpRange(text: string): IpRange | null {
  const [, written = '', prefix] = /^([0-9a-fA-F.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const address = withoutMapping(written)
  const family = findFamily(address)
  if (family === null) return null
  const isMapped = address !== written
  const mappedBits = isMapped ? MAPPED_BITS : 0
  const bits = prefix === undefined ? BITS_MAX[family] : Number(prefix) - mappedBits
  if (bits < 0 || bits > BITS_MAX[family]) return null
  return { family, address, bits, text: writeRange(address, family, bits) }
}

/** The range that was probably meant by a text that is none; null when none is near. */
export function suggestIpRange(text: string): IpRange | null {
  const [address = '', prefix] = text
    .trim()
    .replace(/%[^/]*/, '')
    .split('/')
  const family = findFamily(address)
  if (family === null) return null
  const isTooLong = /^\d+$/.test(prefix ?? '') && Number(prefix) > BITS_MAX[family]
  return parseIpRange(isTooLong || !prefix ? address : `${address}/${prefix}`)
}

export function createIpList(ranges: readonly IpRange[]): IpList {
  const list = new BlockList()
  for (const { address, bits, family } of ranges) list.addSubnet(address, bits, family)
  return {
    has: (address) => {
      const plain = withoutMapping(address)
      const family = plain.includes('%') ? null : findFamily(plain)
      return family !== null && list.check(plain, family)
    },
  }
}

/** Whether every address of `inner` is one of `outer`. */
export function isWithin(inner: IpRange, outer: IpRange): boolean {
  const isNarrower = inner.family === outer.family && inner.bits >= outer.bits
  return isNarrower && createIpList([outer]).has(inner.address)
}

/** `::ffff:10.0.0.1` and `::ffff:a00:1` are 10.0.0.1 to the kernel, so they are to us. */
function withoutMapping(address: string): string {
  // ::ffff:10.0.0.1
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (dotted) return dotted[1]!
  // ::ffff:a00:1
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (!hex) return address
  const [high, low] = [Number.parseInt(hex[1]!, 16), Number.parseInt(hex[2]!, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function findFamily(address: string): IpRange['family'] | null {
  if (isIPv4(address)) return 'ipv4'
  return isIPv6(address) ? 'ipv6' : null
}

function writeRange(address: string, family: IpRange['family'], bits: number): string {
  const usual = new SocketAddress({ address, family }).address
  return bits === BITS_MAX[family] ? usual : `${usual}/${bits}`
}
