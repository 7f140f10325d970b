import { createHash, createHmac } from 'node:crypto'
import {
  CrmFault,
  type CrmAdapter,
  type CrmSession,
  type OutgoingRecord,
  type WriteResult,
} from '../provider.ts'

/** A signed message per record; its id is the same for every attempt at the same state. */
export const webhook: CrmAdapter = {
  authorize: null,
  sign: () => ({}),
  describe: async () => [],
  read: null,
  write: async (session, object, records) => {
    const results: WriteResult[] = []
    for (const record of records) {
      const { key, role, submissionId, remoteId, fields } = record
      const action = remoteId === null && !record.isDoubtful ? 'created' : 'updated'
      const body = { object, role, key, submission_id: submissionId, action, fields }
      results.push(await post(session, { record, body }))
    }
    return results
  },
  archive: async (session, object, remoteIds) => {
    for (const key of remoteIds) {
      const record = { object, key, checksum: 'archived' }
      const result = await post(session, { record, body: { object, key, action: 'archived' } })
      if (result.error) throw new CrmFault(result.error.code, result.error.message)
    }
  },
  pull: null,
}

async function post(
  session: CrmSession,
  { record, body }: { record: Pick<OutgoingRecord, 'object' | 'key' | 'checksum'>; body: object },
): Promise<WriteResult> {
  const { key } = record
  const id = createHash('sha256')
    .update([record.object, key, record.checksum].join('\n'))
    .digest('hex')
    .slice(0, 32)
  const payload = Buffer.from(JSON.stringify({ id, type: 'crm.record', data: body }))
  const headers = { 'idempotency-key': id, ...sign(session, id, payload) }
  const { status } = await session.call({ method: 'POST', path: '', json: payload, headers })
  if (status >= 200 && status < 300) return { key, remoteId: key }
  const message = `The receiver responded with ${status}.`
  return { key, error: { code: `http_${status}`, message, field: null } }
}

/** As deliveries of webhooks are signed: Standard Webhooks 1.0, and the hash of the body alone. */
function sign({ credentials, nowMs }: CrmSession, id: string, payload: Buffer) {
  const secret = credentials.signing_secret!
  const seconds = String(Math.floor(nowMs() / 1000))
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const standard = createHmac('sha256', key).update(`${id}.${seconds}.`).update(payload)
  return {
    'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${standard.digest('base64')}`,
  }
}
