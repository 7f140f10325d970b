import type { Static } from 'typebox'
import type { OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { pick } from '../../../platform/wire/convert.ts'
import { pause } from '../../../platform/pause.ts'
import type { ServerSentEvent } from '../../../platform/route.ts'
import { FINAL_STATUSES } from '../../records/submissions/lifecycle.ts'
import { readStatus } from './read.ts'
import { Status } from './schemas.ts'

const POLL_MS = 300

/** Clients reconnect afterwards, which checks their key again. */
const STREAM_MS_MAX = 10 * 60 * 1000

type WireStatus = Static<typeof Status>

/**
 * Streams the status: immediately, at each change except of the two durations, and finally when the
 * run has ended. Ends when the submission is deleted or the process stops. Throws
 * `submission_not_found` before the first event.
 */
export async function openStatusStream(
  ctx: OutsideContext,
  submissionId: string,
): Promise<AsyncIterable<ServerSentEvent>> {
  const first = await readWire(ctx, submissionId)
  return follow(ctx, submissionId, first!)
}

async function* follow(
  ctx: OutsideContext,
  submissionId: string,
  first: WireStatus,
): AsyncGenerator<ServerSentEvent> {
  const deadline = performance.now() + STREAM_MS_MAX
  let sent = ''
  let number = 0
  let current: WireStatus | null = first
  while (current) {
    const print = serializeStatus(current)
    if (print !== sent) yield { id: String((number += 1)), event: 'status', data: current }
    sent = print
    if (FINAL_STATUSES.has(current.status) || performance.now() > deadline) return
    if (!(await pause(ctx, POLL_MS))) return
    current = await readWire(ctx, submissionId).catch(nullWhenDeleted)
  }
}

async function readWire(ctx: OutsideContext, submissionId: string): Promise<WireStatus> {
  const status = await ctx.transaction((own) => readStatus(own, submissionId), { access: 'read' })
  return pick(Status, status) as WireStatus
}

function nullWhenDeleted(error: unknown): null {
  if (error instanceof ApiError && error.code === 'submission_not_found') return null
  throw error
}

function serializeStatus({
  elapsed_ms: _elapsed,
  estimated_seconds_left: _left,
  ...rest
}: WireStatus): string {
  return JSON.stringify(rest)
}
