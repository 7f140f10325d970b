import { parentPort } from 'node:worker_threads'
import type { Answer, Part } from './task.ts'

/** Inputs that have not come whole yet, by run. */
const inputs = new Map<number, Record<string, unknown>>()

parentPort!.on('message', (part: Part) => {
  const input = inputs.get(part.runId) ?? {}
  inputs.set(part.runId, input)
  const before = input[part.key]
  if (Array.isArray(before) && Array.isArray(part.value)) before.push(...(part.value as unknown[]))
  else input[part.key] = part.value
  if (!part.isWhole) return
  inputs.delete(part.runId)
  void answer(part, input)
})

async function answer({ runId, module, name }: Part, input: object): Promise<void> {
  let said: Answer
  try {
    const exported = (await import(module)) as Record<string, (given: object) => unknown>
    said = { runId, output: exported[name]!(input) }
  } catch (error) {
    said = { runId, error }
  }
  parentPort!.postMessage(said)
}
