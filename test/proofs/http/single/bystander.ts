import { Worker } from 'node:worker_threads'
import { measureStall, type Stalled } from '../../../stalls.ts'

export interface Watched<Result> extends Stalled<Result> {
  /** The longest that one call of the bystander took meanwhile. */
  waitMs: number
}

/** Someone else who uses the service meanwhile. */
export interface Bystander {
  watch<Result>(work: () => Promise<Result>): Promise<Watched<Result>>
  close(): Promise<void>
}

/** A caller of /health on a thread and a connection of its own. */
export async function openBystander(url: string): Promise<Bystander> {
  const worker = new Worker(new URL('poller.ts', import.meta.url), {
    workerData: { url: `${url}/health` },
  })
  const readWait = async (): Promise<number> => {
    const waited = new Promise<number>((resolve) => worker.once('message', resolve))
    // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
    worker.postMessage(null)
    return waited
  }
  await readWait()
  return {
    async watch(work) {
      await readWait()
      const stalled = await measureStall(work)
      return { ...stalled, waitMs: await readWait() }
    },
    close: async () => void (await worker.terminate()),
  }
}
