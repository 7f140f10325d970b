import { signatureHeaders } from '../../src/resources/webhooks/deliveries/sending/signature.ts'
import type { Scenario } from '../../clients/scenarios/scenario.ts'

const OLD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwCyL6wEwcHbQ'
const NEW = 'whsec_0aZbYcXdWeVfUgThSiRjQkPlOmNn1122334455667Ab'
const NOW = 1_764_000_000
const EVENT = {
  id: 'evt_0193a2f45c1e7b529d7e2f6a4c1d8e90',
  type: 'submission.processed',
  created_at: '2025-11-24T16:00:00.000Z',
  data: {
    id: '0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90',
    external_id: 'Bäckerei-42',
    status: 'processed',
    documents_count: 3,
    transactions_count: 412,
  },
}
const PAYLOAD = JSON.stringify(EVENT)

/** Deliveries as the service signs them, and what is wrong with others. */
export function buildWebhookScenarios(): Scenario[] {
  const signed = sign(OLD, null)
  const rotating = sign(OLD, NEW)
  const plain = pick(signed, 'X-Service-Signature')
  const standard = pick(signed, 'webhook-')
  const good = { data: { id: EVENT.id, type: EVENT.type, data: EVENT.data } }
  const refused = (code: string) => ({ error: { kind: 'WebhookSignatureError', code } })
  return [
    scenario('signed in the header of the interface', { headers: plain }, good),
    scenario('signed as Standard Webhooks', { headers: standard }, good),
    scenario(
      'signed with another secret',
      { headers: signed, secrets: [NEW] },
      refused('signature_mismatch'),
    ),
    scenario(
      'signed too long ago',
      { headers: signed, now: NOW + 301 },
      refused('timestamp_out_of_tolerance'),
    ),
    scenario(
      'two signatures, for the receiver of the new secret',
      { headers: rotating, secrets: [NEW] },
      good,
    ),
    scenario(
      'two secrets, of which the service has the older',
      { headers: plain, secrets: [NEW, OLD] },
      good,
    ),
    scenario(
      'a changed body',
      { headers: signed, payload: PAYLOAD.replace('412', '413') },
      refused('signature_mismatch'),
    ),
    scenario('without a signature', { headers: {} }, refused('missing_signature')),
    scenario(
      'the next secret in the header of the interface',
      { headers: pick(rotating, 'X-Service-Signature'), secrets: [NEW] },
      good,
    ),
  ]
}

function sign(current: string, next: string | null): Record<string, string> {
  return signatureHeaders(
    { current, next },
    { eventId: EVENT.id, timestampSeconds: NOW, payload: Buffer.from(PAYLOAD) },
  )
}

function pick(headers: Record<string, string>, start: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(start)))
}

interface Given {
  headers: Record<string, string>
  secrets?: string[]
  payload?: string
  now?: number
}

function scenario(
  name: string,
  { headers, secrets = [OLD], payload = PAYLOAD, now = NOW }: Given,
  expect: Scenario['expect'],
): Scenario {
  const webhook = { payload, headers, secrets, now }
  return {
    name: `a delivery ${name}`,
    call: { method: 'webhooks.constructEvent', webhook },
    expect,
  }
}
