import { EVENTS } from '../../../events.ts'

interface SampleHead {
  id: string
  createdAt: string
  isTest: boolean
}

/** An event of this type as a receiver gets it, with its example data. The type must be known. */
export function samplePayload(type: string, head: SampleHead): Record<string, unknown> {
  const data = EVENTS.find((event) => event.type === type)!.example
  const { id, createdAt, isTest } = head
  return { id, type, created_at: createdAt, data, ...(isTest ? { test: true } : {}) }
}
