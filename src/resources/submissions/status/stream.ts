import type { Static } from 'typebox'
import type { OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { follow, type Look } from '../../../platform/http/response/follow.ts'
import type { ServerSentEvent } from '../../../platform/route.ts'
import { pick } from '../../../platform/wire/convert.ts'
import { FINAL_STATUSES } from '../../records/submissions/lifecycle.ts'
import { readStatus } from './read.ts'
import { Status } from './schemas.ts'

const POLL_MS = 300

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
  let next: WireStatus | null = await readWire(ctx, submissionId)
  let sent = ''
  let number = 0
  const look = async (): Promise<Look> => {
    const current = next ?? (await readWire(ctx, submissionId).catch(nullWhenDeleted))
    next = null
    if (current === null) return { events: [], isOver: true }
    const print = serializeStatus(current)
    const isNew = print !== sent
    sent = print
    const message = { event: 'status', data: current }
    const events = isNew ? [{ id: String((number += 1)), ...message }] : []
    return { events, isOver: FINAL_STATUSES.has(current.status) }
  }
  return follow(ctx, look, { everyMs: POLL_MS })
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
