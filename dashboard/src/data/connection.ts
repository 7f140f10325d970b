import { useSyncExternalStore } from 'react'

export type Connection = 'up' | 'offline' | 'unreachable'

/**
 * What the browser reports of the network counts once it had one: a page that came without any is
 * of a service on this machine, which needs none.
 */
let hadNetwork = navigator.onLine
addEventListener('online', () => (hadNetwork = true))

let isReached = true
const listeners = new Set<() => void>()

/** Every request says whether the service was reached. */
export function reportReached(reached: boolean): void {
  if (reached === isReached) return
  isReached = reached
  for (const listener of listeners) listener()
}

/** Requests of somebody without a network wait for it; the caller may give up before. */
export function whenOnline(signal?: AbortSignal | null): Promise<void> {
  if (!isOffline()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    addEventListener('online', () => resolve(), { once: true, ...(signal && { signal }) })
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection)
}

function readConnection(): Connection {
  if (isOffline()) return 'offline'
  return isReached ? 'up' : 'unreachable'
}

function isOffline(): boolean {
  return hadNetwork && !navigator.onLine
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
