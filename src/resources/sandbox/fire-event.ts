import { emit, EVENTS } from '../../events.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { Body } from '../../platform/route.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { requireEventType } from '../webhooks/subscribe.ts'
import type { FiredEvent, SandboxEvent } from './schemas.ts'

/**
 * Emits an event in the test environment. Its data are the type's example, with the ids of the
 * given submission. Throws `invalid_event_type`, `submission_not_found`.
 */
export async function fireEvent(
  ctx: Context,
  input: Body<typeof SandboxEvent>,
): Promise<Body<typeof FiredEvent>> {
  const { type } = input
  const submissionId = input.submissionId ?? null
  const { example } = EVENTS.find((one) => one.type === requireEventType(type, 'type'))!
  const own = submissionId === null ? {} : await readIds(ctx, { submissionId, example })
  const data = { ...example, ...own }
  const id = await emit(ctx, { type, submissionId, data })
  await audit(ctx, {
    action: 'processed',
    resourceType: 'event',
    resourceId: id,
    submissionId,
    summary: `Event ${type} fired for a test`,
  })
  return { id, type, submissionId, data }
}

/** A submission is the event's own object, or the one that its object belongs to. */
async function readIds(
  ctx: Context,
  { submissionId, example }: { submissionId: string; example: object },
): Promise<Record<string, unknown>> {
  const { externalId } = await getSubmission(ctx, submissionId)
  const name = 'submission_id' in example ? 'submission_id' : 'id'
  return { [name]: submissionId, external_id: externalId }
}
