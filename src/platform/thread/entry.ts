import { parentPort } from 'node:worker_threads'
import type { TaskResult, Part } from './task.ts'

/** Inputs that have not come whole yet, by run. */
const inputs = new Map<number, Record<string, unknown>>()

parentPort!.on('message', (part: Part) => {
  const input = inputs.get(part.runId) ?? {}
  inputs.set(part.runId, input)
  if (part.given) return add(input, part.given)
  inputs.delete(part.runId)
  void runTask(part, input)
})

/** A list comes in pieces. */
function add(input: Record<string, unknown>, { key, value }: NonNullable<Part['given']>): void {
  const before = input[key]
  if (Array.isArray(before) && Array.isArray(value)) before.push(...(value as unknown[]))
  else input[key] = value
}

async function runTask({ runId, module, name }: Part, input: object): Promise<void> {
  let result: TaskResult
  try {
    const exported = (await import(module)) as Record<string, (given: object) => unknown>
    result = { runId, output: exported[name]!(input) }
  } catch (error) {
    result = { runId, error }
  }
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(result)
}
