import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  createCaller,
  type Caller,
  type TestFile,
  type TestHouse,
  type TestTenant,
} from './context.ts'

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
