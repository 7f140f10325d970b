import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { TaskResult, Part, Task } from './task.ts'
import { splitBatches } from '../db/columns.ts'

/** A second thread of this process for long thinking, so that requests and heartbeats go on. */
export interface Thread {
  /**
   * What the task returns; rejects with what it throws. Input and output are copied, long lists of
   * the input piece by piece. Runs follow each other.
   */
  run<Input extends object, Output>(task: Task<Input, Output>, input: Input): Promise<Output>
  close(): Promise<void>
}

/** Copying so many items takes a few hundredths of a second. */
const ITEMS_PER_PART = 2_000
/** The registries are some 60 MB, which are given back when nobody needs them. */
const IDLE_MS = 60_000

/** A thread that starts when it is first needed and ends when it has had nothing to do. */
export function createThread(): Thread {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let runs = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const end = async (): Promise<void> => {
    clearTimeout(idle)
    await worker?.terminate()
  }
  const rest = (): void => {
    worker?.unref()
    idle = setTimeout(() => void end(), IDLE_MS).unref()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('entry.ts', import.meta.url))
    started.on('message', ({ runId, output, error }: TaskResult) => {
      if (error === undefined) waiting.get(runId)?.resolve(output)
      else waiting.get(runId)?.reject(error)
    })
    let failure = new Error('The thread has ended')
    started.on('error', (error: Error) => (failure = error))
    started.on('exit', () => {
      worker = null
      for (const { reject } of waiting.values()) reject(failure)
    })
    return started
  }
  return {
    async run<Input extends object, Output>(task: Task<Input, Output>, input: Input) {
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const runId = (runs += 1)
      const result = Promise.withResolvers<unknown>()
      waiting.set(runId, result)
      try {
        await Promise.race([send(worker, { runId, task, input }), result.promise])
        return (await result.promise) as Output
      } finally {
        waiting.delete(runId)
        if (waiting.size === 0) rest()
      }
    },
    close: end,
  }
}

interface Run {
  runId: number
  task: Task<never, unknown>
  input: object
}

/** Hands the input over, with a turn for everybody else between its parts. */
async function send(worker: Worker, { runId, task, input }: Run): Promise<void> {
  const to = { runId, module: task.module, name: task.run.name }
  for (const [key, value] of Object.entries(input)) {
    const isLong = Array.isArray(value) && value.length > ITEMS_PER_PART
    for (const piece of isLong ? splitBatches(value, ITEMS_PER_PART) : [value]) {
      // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ ...to, given: { key, value: piece } } satisfies Part)
      await nextTurn()
    }
  }
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  worker.postMessage({ ...to, given: null } satisfies Part)
}
