import { createHash } from 'node:crypto'
import { openFake, type FakeCall, type FakeCrm, type FakeReply } from './server.ts'

const PLAIN = ['title', 'name', 'value', 'org_id', 'email', 'phone', 'address', 'stage_id']

/** The key of a custom field there: forty digits that nobody can guess. */
export function toHash(name: string): string {
  return createHash('sha1').update(name).digest('hex')
}

/** Pipedrive's API, v2 for objects and v1 for fields, as far as they are called. */
export function openPipedrive(custom: readonly string[]): Promise<FakeCrm> {
  const fields = [...PLAIN.map((key) => ({ key, name: key })), ...custom.map(toField)]
  return openFake((call, crm) => {
    if (call.headers['x-api-token'] !== 'pipe-fixed')
      return { status: 401, body: { success: false, error: 'unauthorized access' } }
    const [, , version, type = '', id] = call.path.split('/')
    if (version === 'v1') {
      if (call.method === 'POST') fields.push(toField(call.body.name))
      return {
        body: { success: true, data: fields.map((one) => ({ ...one, field_type: 'varchar' })) },
      }
    }
    if (id === 'search') return search(call, crm, type)
    if (call.method === 'GET') return list(call, crm, type)
    if (crm.refused?.test(JSON.stringify(call.body)))
      return { status: 400, body: { success: false, error: 'Bad title', code: 'ERR_BAD' } }
    const there = crm.objects.find((one) => one.id === id)
    if (call.method === 'DELETE') return remove(crm, id)
    if (id !== undefined && !there) return { status: 404, body: { error: 'Not found' } }
    const { custom_fields: given = {}, ...plain } = call.body
    const custom_fields = { ...there?.fields.custom_fields, ...given }
    if (there) crm.change(there, { ...plain, custom_fields })
    return {
      body: { success: true, data: toWire(there ?? crm.make(type, { ...plain, custom_fields })) },
    }
  })
}

function toField(name: string): { key: string; name: string } {
  return { key: toHash(name), name }
}

function search(call: FakeCall, crm: FakeCrm, type: string): FakeReply {
  const term = call.query.get('term')
  const found = crm
    .list(type)
    .filter(({ fields }) => Object.values(fields.custom_fields ?? {}).includes(term))
  const items = found.map((one) => ({ result_score: 1, item: toWire(one) }))
  return { body: { success: true, data: { items } } }
}

function list(call: FakeCall, crm: FakeCrm, type: string): FakeReply {
  const ids = call.query.get('ids')?.split(',')
  const since = Date.parse(call.query.get('updated_since') ?? '') || 0
  const found = crm
    .list(type)
    .filter(({ id, changedAt }) => (ids ? ids.includes(id) : changedAt >= since))
  return {
    body: { success: true, data: found.map(toWire), additional_data: { next_cursor: null } },
  }
}

function remove(crm: FakeCrm, id: string | undefined): FakeReply {
  crm.objects = crm.objects.filter((one) => one.id !== id)
  return { body: { success: true, data: { id: Number(id) } } }
}

function toWire({ id, fields }: { id: string; fields: any }): object {
  return { id: Number(id), ...fields }
}
