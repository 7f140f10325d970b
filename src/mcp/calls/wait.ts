import { setTimeout as delay } from 'node:timers/promises'
import type { ApiResponse } from './api.ts'
import type { Page } from '../present/result.ts'
import type { Json } from '../present/trim.ts'
import type { Tool } from '../tools/declare.ts'
import { toText } from '../text.ts'

const WAIT_MS = 25_000
const POLL_MS = 250
const UNREAD = ['uploaded', 'classifying', 'classified', 'queued', 'parsing']

/** Of a tool that imports a statement: what was read of it, or how far that is after 25 seconds. */
export async function waitForDocument(
  { name }: Tool,
  page: Page,
  read: (path: string) => Promise<ApiResponse>,
): Promise<Page> {
  const id = name === 'service_import_bank_pdf' ? findId(page.data) : null
  if (id === null) return page
  let latest = page
  const deadline = performance.now() + WAIT_MS
  while (isUnread(latest.data) && performance.now() < deadline) {
    await delay(POLL_MS)
    const { status, body } = await read(`/v1/documents/${id}`)
    if (status !== 200) return latest
    latest = body as Page
  }
  return latest
}

function findId(data: Json): string | null {
  const id = isRecord(data) ? data.id : null
  return typeof id === 'string' ? id : null
}

function isUnread(data: Json): boolean {
  return isRecord(data) && UNREAD.includes(toText(data.status))
}

function isRecord(data: Json): data is { [name: string]: Json } {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
