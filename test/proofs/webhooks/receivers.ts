import { createServer, type AddressInfo } from 'node:net'
import { startReceiver, type Behavior, type Received } from '../../fakes/receiver.ts'

/** A place that a webhook points at, with what arrived there. */
export interface HostileReceiver {
  name: string
  url: string
  /** Takes every event in the end. */
  isTaking: boolean
  received: Received[]
  close(): void
}

/** Receivers as they are found in the world, the first one healthy. */
const RECEIVERS: Record<string, { behavior: Behavior; isTaking?: true }> = {
  healthy: { behavior: {}, isTaking: true },
  slow: { behavior: { delayMs: 150 }, isTaking: true },
  huge: { behavior: { body: 'y'.repeat(3 * 1024 * 1024) }, isTaking: true },
  failing: { behavior: { status: 500 } },
  gone: { behavior: { status: 410 } },
  redirecting: { behavior: { status: 302, headers: { location: 'http://127.0.0.1:9/away' } } },
  hanging: { behavior: { isHanging: true } },
}

/** Ten of them: the above, one that recovers, one that resets, one that is not there. */
export async function startHostileReceivers(): Promise<HostileReceiver[]> {
  const started = Object.entries(RECEIVERS).map(async ([name, { behavior, isTaking = false }]) => {
    const { url, received, behave, close } = await startReceiver()
    behave(behavior)
    return { name, url, received, close, isTaking }
  })
  const dead = { name: 'dead', url: 'http://127.0.0.1:9/', isTaking: false }
  return [
    ...(await Promise.all(started)),
    await startRecovering(),
    await startResetting(),
    { ...dead, received: [], close: () => {} },
  ]
}

/** Fails less often than any event is tried. */
async function startRecovering(): Promise<HostileReceiver> {
  const { url, received, script, close } = await startReceiver()
  script([{ status: 503 }, { status: 503 }])
  return { name: 'recovering', url, received, close, isTaking: true }
}

/** Cuts the connection when it has seen the first bytes. */
async function startResetting(): Promise<HostileReceiver> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.resetAndDestroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { name: 'resetting', url, isTaking: false, received: [], close: () => server.close() }
}
