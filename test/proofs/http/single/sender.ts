import { parentPort } from 'node:worker_threads'
import { request } from 'undici'
import type { Request } from './requests.ts'

/**
 * Sends requests from a thread of its own, so that neither their bodies nor the responses cost the
 * service's thread more than they cost any service.
 */
parentPort!.on('message', async ({ url, one }: { url: string; one: Request }) => {
  const status = await send(url, one).catch((error: Error) => error.message)
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(status)
})

/** The status; a refusal may come before all of the body was sent, and end the connection. */
async function send(url: string, one: Request): Promise<number> {
  const { method, path, key, body = null, contentType } = one
  const headers = {
    authorization: `Bearer ${key}`,
    ...(contentType && { 'content-type': contentType }),
    ...one.headers,
  }
  try {
    const response = await request(`${url}${path}`, { method: method as 'GET', headers, body })
    await response.body.dump({ limit: Infinity })
    return response.statusCode
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (/EPIPE|ECONNRESET|UND_ERR_SOCKET/.test(code)) return 413
    throw error
  }
}
