import { Worker } from 'node:worker_threads'
import { measureStall, type Stalled } from '../../../stalls.ts'
import type { Request } from './requests.ts'

export interface Watched extends Stalled<number> {
  /**
   * The longest that one call of the bystander took meanwhile, as far as the service was at work:
   * what the machine gave to other programs was no wait for this request.
   */
  waitMs: number
}

/** Someone else who uses the service while a request is made. */
export interface Bystander {
  /** Makes the request; its result is the status. */
  watch(one: Request): Promise<Watched>
  close(): Promise<void>
}

/** A caller of /health, and one of anything, each on a thread and a connection of its own. */
export async function openBystander(url: string): Promise<Bystander> {
  const poller = start('poller.ts', { url: `${url}/health` })
  const sender = start('sender.ts', {})
  const readWait = (): Promise<number> => call<number>(poller, null)
  const send = async (one: Request): Promise<number> => {
    const status = await call<number | string>(sender, { url, one })
    if (typeof status === 'string') throw new Error(status)
    return status
  }
  await readWait()
  return {
    async watch(one) {
      await readWait()
      const stalled = await measureStall(() => send(one))
      return { ...stalled, waitMs: Math.min(await readWait(), stalled.busyMs) }
    },
    async close() {
      await Promise.all([poller.terminate(), sender.terminate()])
    },
  }
}

function start(file: string, workerData: object): Worker {
  return new Worker(new URL(file, import.meta.url), { workerData })
}

function call<Result>(worker: Worker, message: unknown): Promise<Result> {
  const response = new Promise<Result>((resolve) => worker.once('message', resolve))
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  worker.postMessage(message)
  return response
}
