import { connect } from 'node:net'
import type { Proof, Trial } from '../proof.ts'
import { onService } from '../stage.ts'
import { SMUGGLING, type RawRequest } from './smuggling.ts'

const ROUNDS = { full: 5, reduced: 1 }
/** What has no response by then is closed by us; the service waits longer for slow callers. */
const PATIENCE_MS = 500
/** A refusal closes its connection itself, so waiting for it costs nothing. */
const REFUSAL_MS_MAX = 10_000

/** Bytes that are hardly HTTP, each on a connection of its own, against the real service. */
export const socketsProof: Proof = {
  name: 'sockets',
  promise: 'No bytes on a connection end the service or hide a request inside another',
  tries: 'raw connections',
  prove: (trial) =>
    onService(trial, async (copy) => {
      const { port } = new URL(copy.url)
      for (let round = 0; round < trial.of(ROUNDS); round += 1) {
        const raced = SMUGGLING.map((raw) => proveBytes(trial, Number(port), raw))
        await Promise.all(raced)
        const isAlive = (await fetch(`${copy.url}/health`)).ok
        trial.hold(isAlive, 'the service does not respond any more')
      }
    }),
}

async function proveBytes(trial: Trial, port: number, raw: RawRequest): Promise<void> {
  const { name, bytes, status } = raw
  trial.tried()
  const response = await exchange(port, bytes, status === undefined ? PATIENCE_MS : REFUSAL_MS_MAX)
  const returned = /^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]
  const isExpected = status === undefined || Number(returned) === status
  trial.hold(isExpected, `${name}: returned ${returned}, not ${status}`)
  const statuses = [...response.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  const isHiddenSeen = response.includes('/smuggled') && statuses.length > 1
  const wasRefused = statuses[0] === 400
  // After a refusal the connection is of no use: what follows on it has no sure beginning.
  trial.hold(!wasRefused || statuses.length === 1, `${name}: went on after a refusal`)
  trial.hold(!isHiddenSeen || isPipelined(bytes), `${name}: the hidden request was served`)
  trial.hold(!statuses.some((status) => status >= 500), `${name}: returned ${statuses.join(', ')}`)
}

/** Whether the bytes are, by the letter of the standard, two requests one after the other. */
function isPipelined(bytes: string): boolean {
  return bytes.startsWith('GET /health HTTP/1.1\r\nHost: a\r\n')
}

/** Everything that comes back for these bytes. */
function exchange(port: number, bytes: string, patienceMs: number): Promise<string> {
  return new Promise((resolve) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.setEncoding('latin1').on('data', (text: string) => (response += text))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(response)
    })
    const timer = setTimeout(() => socket.destroy(), patienceMs)
  })
}
