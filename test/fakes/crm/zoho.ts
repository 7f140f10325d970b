import {
  giveToken,
  isAllowed,
  openFake,
  type FakeCall,
  type FakeCrm,
  type FakeReply,
} from './server.ts'

/** Zoho CRM v8 and its accounts server, as far as they are called. */
export function openZoho(): Promise<FakeCrm> {
  return openFake((call, crm) => {
    if (call.path === '/oauth/v2/token')
      return { body: { access_token: giveToken(crm), expires_in: 3600, api_domain: crm.url } }
    if (!isAllowed(crm, call.headers.authorization, 'Zoho-oauthtoken '))
      return { status: 401, body: { code: 'INVALID_TOKEN', message: 'invalid oauth token' } }
    const [, , , module = '', action] = call.path.split('/')
    if (module === 'settings') return fields()
    if (module === 'coql') return select(call, crm)
    if (action === 'upsert') return upsert(call, crm, module)
    if (call.method === 'DELETE') {
      const ids = (call.query.get('ids') ?? '').split(',')
      crm.objects = crm.objects.filter((one) => !ids.includes(one.id))
      return {
        body: { data: ids.map((id) => ({ code: 'SUCCESS', status: 'success', details: { id } })) },
      }
    }
    return list(call, crm, module)
  })
}

function fields(): FakeReply {
  const names = ['Account_Name', 'Deal_Name', 'Amount', 'Assay_Id', 'Last_Name']
  const named = names.map((name) => ({ api_name: name, field_label: name, data_type: 'text' }))
  return { body: { fields: named } }
}

function upsert(call: FakeCall, crm: FakeCrm, module: string): FakeReply {
  const data = call.body.data.map((record: any) => {
    if (crm.refused?.test(JSON.stringify(record)))
      return {
        code: 'INVALID_DATA',
        status: 'error',
        message: 'invalid data',
        details: { api_name: 'Deal_Name' },
      }
    const there = crm.list(module).find((one) => one.fields.Assay_Id === record.Assay_Id)
    if (there) crm.change(there, record)
    const { id } = there ?? crm.make(module, record)
    const action = there ? 'update' : 'insert'
    return { code: 'SUCCESS', status: 'success', message: 'done', action, details: { id } }
  })
  return { status: data.some((one: any) => one.status === 'error') ? 207 : 200, body: { data } }
}

function select(call: FakeCall, crm: FakeCrm): FakeReply {
  const [, names = '', module = '', keys = ''] =
    /^select (.+) from (\w+) where Assay_Id in \((.+)\) limit/.exec(call.body.select_query) ?? []
  const wanted = keys.split(',').map((key) => key.slice(1, -1))
  const found = crm.list(module).filter((one) => wanted.includes(one.fields.Assay_Id))
  if (found.length === 0) return { status: 204 }
  const data = found.map(({ id, fields: own }) => ({
    id,
    ...Object.fromEntries(names.split(', ').map((name) => [name, own[name] ?? null])),
  }))
  return { body: { data, info: { count: data.length, more_records: false } } }
}

function list(call: FakeCall, crm: FakeCrm, module: string): FakeReply {
  const since = Date.parse(call.headers['if-modified-since'] ?? '') || 0
  const found = crm.list(module).filter(({ changedAt }) => changedAt >= since)
  if (found.length === 0) return { status: since === 0 ? 204 : 304 }
  const data = found.map(({ id, fields: own }) => ({ id, ...own }))
  return { body: { data, info: { more_records: false } } }
}
