import { parentPort } from 'node:worker_threads'
import type { Answer, Part } from './task.ts'

/** Inputs that have not come whole yet, by run. */
const inputs = new Map<number, Record<string, unknown>>()

parentPort!.on('message', (part: Part) => {
  const input = inputs.get(part.runId) ?? {}
  inputs.set(part.runId, input)
  if (part.given) return add(input, part.given)
  inputs.delete(part.runId)
  void answer(part, input)
})

/** A list comes in pieces. */
function add(input: Record<string, unknown>, { key, value }: NonNullable<Part['given']>): void {
  const before = input[key]
  if (Array.isArray(before) && Array.isArray(value)) before.push(...(value as unknown[]))
  else input[key] = value
}

async function answer({ runId, module, name }: Part, input: object): Promise<void> {
  let said: Answer
  try {
    const exported = (await import(module)) as Record<string, (given: object) => unknown>
    said = { runId, output: exported[name]!(input) }
  } catch (error) {
    said = { runId, error }
  }
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(said)
}
