import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Calls one address all the time, on a connection and a thread of its own: what it waits is what
 * any other caller waits. Sends the longest wait since it was last read.
 */
const { url } = workerData as { url: string }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const GAP_MS = 2
let longestMs = 0
let sentAt = 0

parentPort!.on('message', () => {
  const openMs = sentAt === 0 ? 0 : performance.now() - sentAt
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(Math.max(longestMs, openMs))
  longestMs = 0
})

function poll(): void {
  sentAt = performance.now()
  get(url, { agent }, (response) => {
    response.resume().on('end', () => {
      longestMs = Math.max(longestMs, performance.now() - sentAt)
      sentAt = 0
      setTimeout(poll, GAP_MS)
    })
  }).on('error', () => setTimeout(poll, GAP_MS))
}

poll()
