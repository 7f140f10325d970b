import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { createEgress } from '../../../src/platform/egress/egress.ts'
import type { TestHouse } from '../../context.ts'
import {
  CONFUSION,
  IPV4,
  IPV6,
  LEADS_TO_CLOSED,
  NAMES,
  PORTS,
  SCHEMES,
  listSpellings,
} from '../../ssrf-vectors.ts'
import type { Trial } from '../proof.ts'

/** Refused for what they say. */
export const TEXTS: readonly string[] = [
  ...IPV4.flatMap(listSpellings).map((host) => `http://${host}/hook`),
  ...IPV6.flatMap(([, ...addresses]) => addresses).map((host) => `https://[${host}]/hook`),
  ...NAMES,
  ...CONFUSION.map(([, url]) => url).filter((url) => url !== '' && !url.includes('\u0000')),
  ...SCHEMES,
  ...PORTS.map((port) => `http://example.com:${port}/`),
]

/** Refused for where they lead: `http://name-3.example/` resolves to the fourth of the list. */
export const NAMED = LEADS_TO_CLOSED.map((_, index) => `http://name-${index}.example/hook`)

/** Addresses that this process tried to connect to, except its database. */
const attempted: string[] = []

function note(message: unknown): void {
  const { socket } = message as { socket: Socket }
  // The database is a socket file, without a port.
  socket.on('connectionAttempt', (ip: string, port?: number) => {
    if (port !== undefined) attempted.push(`${ip}:${port}`)
  })
}

export function watchAttempts(): void {
  subscribe('net.client.socket', note)
}

export function unwatchAttempts(): void {
  unsubscribe('net.client.socket', note)
}

/** Sets what is open and what names lead to, with no connection left from before. */
export async function openTo(
  { house }: TestHouse,
  allowCidrs: string[],
  resolveName: (hostname: string) => readonly string[] = listNamedAddresses,
): Promise<void> {
  attempted.length = 0
  await house.egress.close()
  const resolve = (hostname: string) => {
    const addresses = resolveName(hostname)
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    return Promise.resolve(found)
  }
  house.egress = createEgress({ allowCidrs, resolve })
}

/** A name that is not of the list leads nowhere. */
function listNamedAddresses(hostname: string): readonly string[] {
  const index = Number(/^name-(\d+)\.example$/.exec(hostname)?.[1])
  return LEADS_TO_CLOSED[index]?.[1] ?? []
}

/** Nothing was connected to but what is open, if that. */
export function judgeAttempts(
  trial: Trial,
  isOpen: (address: string) => boolean = () => false,
): void {
  const wrong = [...new Set(attempted)].filter((address) => !isOpen(address))
  for (const address of wrong) trial.found('leaked', `${address} was connected to`)
}
