import type { OutsideContext } from '../../context.ts'
import { pause } from '../../pause.ts'
import type { ServerSentEvent } from '../../route.ts'

/** Clients reconnect afterwards, which checks their key again. */
export const STREAM_MS_MAX = 10 * 60 * 1000

/** What one look found; a stream whose subject has ended is over. */
export interface Look {
  events: readonly ServerSentEvent[]
  isOver?: boolean
}

interface Following {
  /** Between two looks. */
  everyMs: number
  /** The last look begins no later; ten minutes unless it says. */
  forMs?: number
}

/**
 * Server-sent events of what each look finds, until it is over, the time is up or the process
 * stops. What a look throws ends the stream.
 */
export async function* follow(
  ctx: OutsideContext,
  look: () => Promise<Look>,
  { everyMs, forMs = STREAM_MS_MAX }: Following,
): AsyncGenerator<ServerSentEvent> {
  const deadline = performance.now() + forMs
  for (;;) {
    const { events, isOver = false } = await look()
    yield* events
    if (isOver || performance.now() >= deadline) return
    if (!(await pause(ctx, everyMs))) return
  }
}
