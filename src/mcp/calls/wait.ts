import { setTimeout as delay } from 'node:timers/promises'
import type { ApiResponse } from './api.ts'
import type { Page } from '../present/result.ts'
import type { Json } from '../present/trim.ts'
import type { Tool } from '../tools/declare.ts'
import { toText } from '../text.ts'

/** What a tool waits for, so that a model does not call it again and again meanwhile. */
interface Wait {
  ms: number
  /** The states in which there is something to wait for. */
  states: readonly string[]
  /** Where the state stands, by what the call returned. */
  toPath: (data: { [name: string]: Json }) => string
}

const POLL_MS = 250
const WAITS: Readonly<Record<string, Wait>> = {
  service_import_bank_pdf: {
    ms: 25_000,
    states: ['uploaded', 'classifying', 'classified', 'queued', 'parsing'],
    toPath: ({ id }) => `/v1/documents/${toText(id)}`,
  },
  service_get_processing_status: {
    ms: 10_000,
    states: ['processing'],
    toPath: ({ submission_id: id }) => `/v1/submissions/${toText(id)}/status`,
  },
}

/** The latest of what the call returned: at its end, or after a time how far it is. */
export async function waitForEnd(
  { name }: Tool,
  page: Page,
  read: (path: string) => Promise<ApiResponse>,
): Promise<Page> {
  const wait = WAITS[name]
  if (wait === undefined || !isRecord(page.data)) return page
  const path = wait.toPath(page.data)
  const deadline = performance.now() + wait.ms
  let latest = page
  while (isUnderWay(latest.data, wait) && performance.now() < deadline) {
    await delay(POLL_MS)
    const { status, body } = await read(path)
    if (status !== 200) return latest
    latest = body as Page
  }
  return latest
}

function isUnderWay(data: Json, { states }: Wait): boolean {
  return isRecord(data) && states.includes(toText(data.status))
}

function isRecord(data: Json): data is { [name: string]: Json } {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
