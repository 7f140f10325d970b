import { ConnectionError } from './errors.ts'
import { pause } from './transport.ts'

export interface ServerSentEvent<T = unknown> {
  id: string | null
  event: string
  data: T
}

/** How often a stream is opened again without one event between. */
const REOPENINGS_MAX = 5

/**
 * The events of a stream. One that breaks off is opened again after the last event; one that the
 * service ends is over.
 */
export async function* readEvents<T>(
  open: (lastId: string | null) => Promise<Response>,
): AsyncGenerator<ServerSentEvent<T>> {
  let lastId: string | null = null
  let retryMs = 1_000
  for (let failures = 0; ;) {
    const response = await open(lastId)
    try {
      for await (const event of parseEvents(response.body!, (ms) => (retryMs = ms))) {
        failures = 0
        lastId = event.id ?? lastId
        yield { ...event, data: JSON.parse(event.data) as T }
      }
      return
    } catch (cause) {
      if (cause instanceof SyntaxError || (failures += 1) > REOPENINGS_MAX)
        throw new ConnectionError('The stream broke off.', { code: 'connection_failed', cause })
    }
    await pause(retryMs)
  }
}

async function* parseEvents(
  body: ReadableStream<Uint8Array>,
  setRetry: (ms: number) => void,
): AsyncGenerator<ServerSentEvent<string>> {
  let fields: Record<string, string[]> = {}
  for await (const line of readLines(body)) {
    if (line === '') {
      if (fields.data)
        yield {
          id: fields.id?.at(-1) ?? null,
          event: fields.event?.at(-1) ?? 'message',
          data: fields.data.join('\n'),
        }
      fields = {}
    } else if (!line.startsWith(':')) {
      const [, name = line, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
      if (name === 'retry') setRetry(Number(value) || 0)
      ;(fields[name] ??= []).push(value)
    }
  }
}

/** A character may be split between two chunks. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    yield* lines
  }
}
