import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  createCaller,
  OWNER_PASSWORD,
  type Caller,
  type TestFile,
  type TestHouse,
  type TestTenant,
} from './context.ts'
import { createVisitor } from './visitor.ts'

const SAMPLES = new URL('../src/resources/sandbox/deals/files/', import.meta.url)

/** A file of a sample deal: `clean/statement-2025-07.pdf`. */
export function readSample(name: string): TestFile {
  return { filename: basename(name), bytes: readFileSync(new URL(name, SAMPLES)) }
}

/** A broker of a tenant with a key. */
export interface TestBroker {
  id: string
  keyId: string
  key: string
  caller: Caller
}

/** A broker with this address, with a key that calls. */
export async function makeBroker(
  { app }: TestHouse,
  { live }: TestTenant,
  email: string,
): Promise<TestBroker> {
  const input = { name: 'Portal', broker: { name: 'North Desk', email } }
  const { status, body } = await live.post('/v1/broker/api-keys', input)
  assert.equal(status, 201, JSON.stringify(body))
  const { id: keyId, key, broker } = body.data
  return { id: broker.id, keyId, key, caller: createCaller(app, key) }
}

/** A person of the broker, by the way of every person: invited, joined, signed in. */
export async function makePersonOfBroker(
  house: TestHouse,
  { live, tenantId }: TestTenant,
  { id }: Pick<TestBroker, 'id'>,
): Promise<Caller> {
  const email = `${randomUUID()}@broker.example`
  const invited = await live.post('/v1/team/invitations', { email, role: 'broker', broker_id: id })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const visitor = createVisitor(house)
  const token = invited.body.data.invite_url.split('#')[1]
  const joining = { token, name: 'A person of a broker', password: OWNER_PASSWORD }
  await visitor.send('POST', '/session/invitations/accept', { body: joining })
  const wanted = { tenant_id: tenantId, mode: 'live' }
  const { status, body } = await visitor.send('POST', '/session/token', { body: wanted })
  assert.equal(status, 200, JSON.stringify(body))
  return createCaller(house.app, body.data.access_token)
}

/** A draft of this caller with one file; its id and that of the file. */
export async function makeDraft(
  caller: Caller,
  fields: object,
): Promise<{ 'broker-submissions': string; files: string }> {
  const { status, body } = await caller.post('/v1/broker/submissions', fields)
  assert.equal(status, 201, JSON.stringify(body))
  const url = `/v1/broker/submissions/${body.data.id}/files`
  const upload = await caller.upload(url, [readSample('clean/statement-2025-07.pdf')])
  assert.equal(upload.status, 201, JSON.stringify(upload.body))
  return { 'broker-submissions': body.data.id, files: upload.body.data.files[0].id }
}
