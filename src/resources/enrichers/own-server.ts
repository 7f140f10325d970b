import { callJson } from '../../platform/egress/json/json-client.ts'
import type { OutsideContext } from '../../platform/context.ts'
import type { Installation } from '../records/apps/store.ts'
import type { EnricherResult, ResultField } from '../records/enricher-results/store.ts'
import { signatureHeaders } from '../webhooks/deliveries/sending/signature.ts'
import { EnricherFailed } from './failure.ts'

/** What is sent where the config names no inputs: nothing that identifies a person. */
export const OWN_INPUTS_DEFAULT = ['company_name', 'dba', 'address', 'naics_code']

const TIMEOUT_MS = 20_000
const BYTES_MAX = 64 * 1024
const FIELDS_MAX = 100
// credit_score, risk2
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/

/**
 * Posts the inputs to the tenant's server, signed as webhooks are, and reads the fields that it
 * returns. Each attempt has the id of the result, so that the server can drop the second.
 * Throws `EnricherFailed`.
 */
export async function callOwnServer(
  { house, trace }: Pick<OutsideContext, 'house' | 'trace'>,
  { config, secrets }: Installation,
  { id, submissionId, inputs }: EnricherResult,
): Promise<ResultField[]> {
  const sent = { id, enricher: 'http', submission_id: submissionId, inputs }
  const payload = Buffer.from(JSON.stringify(sent))
  const signed = { eventId: id, timestampSeconds: Math.floor(house.now() / 1000), payload }
  const outcome = await callJson(house.egress, {
    method: 'POST',
    url: String(config.url),
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders({ current: secrets.signing_secret!, next: null }, signed),
    },
    json: payload,
    timeoutMs: TIMEOUT_MS,
    keptBytesMax: BYTES_MAX,
    trace,
  })
  if (outcome.kind === 'error')
    throw new EnricherFailed(outcome.error === 'timeout' ? 'server_timeout' : 'server_unreachable')
  const { status, json } = outcome
  if (status < 200 || status > 299)
    throw new EnricherFailed('server_failed', `Your server responded with ${status}.`)
  return readFields(json)
}

/** `{"fields": [{"name", "value", "confidence"…}]}`, or an object of values by name. */
function readFields(body: unknown): ResultField[] {
  if (!isRecord(body)) throw invalid('The response must be a JSON object.')
  const given = Array.isArray(body.fields)
    ? body.fields
    : Object.entries(body).map(([name, value]) => ({ name, value }))
  if (given.length > FIELDS_MAX) throw invalid(`A response may have ${FIELDS_MAX} fields.`)
  return given.map(readField)
}

function readField(field: unknown): ResultField {
  if (!isRecord(field) || typeof field.name !== 'string' || !FIELD_NAME.test(field.name))
    throw invalid('Each field needs a name of lower-case letters, digits and underscores.')
  const { name, value = null, confidence, evidence, source_url: url } = field
  const isLikely = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  return {
    name,
    value,
    confidence: isLikely && value !== null ? confidence : null,
    evidence: typeof evidence === 'string' ? evidence.slice(0, 1000) : null,
    sourceUrl: typeof url === 'string' && /^https?:\/\//.test(url) ? url.slice(0, 2000) : null,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(message: string): EnricherFailed {
  return new EnricherFailed('invalid_response', message)
}
