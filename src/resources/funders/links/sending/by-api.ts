import { callJson } from '../../../../platform/egress/json/json-client.ts'
import { describeFailure } from '../../../../platform/egress/reasons.ts'
import { GiveUp } from '../../../../platform/jobs/job.ts'
import { API_HEADERS } from '../../api-config.ts'
import { buildIntake } from './intake.ts'
import { DeliveryFailed, type Channel } from './channel.ts'
import { buildSendingId } from './sending-id.ts'

/** For the whole call: connection, upload of all files and response. */
const TIMEOUT_MS = 60_000
/** A response with the funder’s id is short. */
const RESPONSE_BYTES_MAX = 64 * 1024
/** Statuses that are worth another attempt. */
const MENDED_BY_TIME = [408, 429]

/** One POST to the funder's intake, with the documents inside. */
export const byApi: Channel = {
  name: 'api',
  findObstacle: (_house, { name, apiConfig }) =>
    apiConfig === null ? `${name} takes submissions by API and has no api_config.` : null,
  send: async (work, dispatch) => {
    const { link, funder } = dispatch
    const { url } = funder.apiConfig!
    const outcome = await callJson(work.house.egress, {
      method: 'POST',
      url,
      trace: work.trace,
      headers: {
        ...API_HEADERS.openHeaders(work, funder.id, funder.apiHeadersSealed),
        'Idempotency-Key': buildSendingId(link),
      },
      json: buildIntake(work, dispatch),
      timeoutMs: TIMEOUT_MS,
      keptBytesMax: RESPONSE_BYTES_MAX,
    })
    if (outcome.kind === 'error') {
      throw new DeliveryFailed(`The funder’s server ${describeFailure(outcome.error, TIMEOUT_MS)}.`)
    }
    requireAccepted(outcome.status)
    // The path can hold a secret.
    return { detail: `To ${new URL(url).origin}`, reference: referenceIn(outcome.json) }
  },
}

function requireAccepted(status: number): void {
  if (status >= 200 && status < 300) return
  const message = `The funder’s server returned ${status}.`
  const isFinal = status >= 400 && status < 500 && !MENDED_BY_TIME.includes(status)
  throw isFinal ? new GiveUp(message) : new DeliveryFailed(message)
}

/** `{"id": "A-1042"}` → `A-1042`; null when the response has neither `id` nor `reference`. */
function referenceIn(json: unknown): string | null {
  const { id, reference } = (json ?? {}) as { id?: unknown; reference?: unknown }
  return [id, reference].find(isReference) ?? null
}

function isReference(value: unknown): value is string {
  // A-1042; the database keeps neither NUL nor half a character
  return typeof value === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(value)
}
