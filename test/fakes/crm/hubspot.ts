import {
  giveToken,
  isAllowed,
  openFake,
  type FakeCall,
  type FakeCrm,
  type FakeReply,
} from './server.ts'

/** HubSpot's CRM objects v3, associations v4 and OAuth v1, as far as they are called. */
export function openHubspot(): Promise<FakeCrm> {
  const properties = new Map<string, string[]>()
  return openFake((call, crm) => {
    if (call.path === '/oauth/v1/token')
      return { body: { access_token: giveToken(crm), expires_in: 1800 } }
    const isToken = isAllowed(crm, call.headers.authorization, 'Bearer ')
    if (!isToken && call.headers.authorization !== 'Bearer pat-na1-fixed')
      return { status: 401, body: { category: 'INVALID_AUTHENTICATION', message: 'Expired.' } }
    const [, , kind = '', area, type = '', , action] = call.path.split('/')
    if (area === 'properties') return property(call, properties, type)
    if (kind === 'v4') {
      crm.associations.push(
        ...call.body.inputs.map((one: any) => ({ from: one.from.id, to: one.to.id })),
      )
      return { status: 201, body: { results: [] } }
    }
    if (call.path.endsWith('/search')) return search(call, crm, type)
    if (action === 'upsert') return upsert(call, crm, { type, properties })
    if (action === 'archive') {
      const ids = call.body.inputs.map(({ id }: any) => id)
      crm.objects = crm.objects.filter((one) => !ids.includes(one.id))
      return { status: 204 }
    }
    const keys = call.body.inputs.map(({ id }: any) => id)
    const found = crm.list(type).filter(({ fields }) => keys.includes(fields.assay_id))
    return { body: { results: found.map(toWire) } }
  })
}

function property(call: FakeCall, properties: Map<string, string[]>, type: string): FakeReply {
  const own = properties.get(type) ?? ['name', 'dealname', 'amount', 'email']
  properties.set(type, own)
  if (call.method === 'GET')
    return { body: { results: own.map((name) => ({ name, label: name, type: 'string' })) } }
  if (call.path.endsWith('/groups')) return { status: 201, body: call.body }
  own.push(call.body.name)
  return { status: 201, body: call.body }
}

function upsert(
  call: FakeCall,
  crm: FakeCrm,
  { type, properties }: { type: string; properties: Map<string, string[]> },
): FakeReply {
  const inputs = call.body.inputs as any[]
  if (inputs.length > 100) return { status: 400, body: { message: 'Too many.' } }
  if (!(properties.get(type) ?? []).includes('assay_id'))
    return { status: 400, body: { category: 'VALIDATION_ERROR', message: 'No property assay_id.' } }
  // One wrong record refuses all of its call there.
  const wrong = inputs.find((one) => crm.refused?.test(JSON.stringify(one.properties)))
  if (wrong) {
    const message = 'Property values were not valid'
    const errors = [{ message, code: 'INVALID_OPTION', context: { propertyName: ['dealname'] } }]
    return { status: 400, body: { category: 'VALIDATION_ERROR', message, errors } }
  }
  const results = inputs.map((one) => {
    const there = crm.list(type).find(({ fields }) => fields.assay_id === one.id)
    if (there) crm.change(there, one.properties)
    return { ...toWire(there ?? crm.make(type, one.properties)), new: !there }
  })
  return { body: { status: 'COMPLETE', results } }
}

function search(call: FakeCall, crm: FakeCrm, type: string): FakeReply {
  const since = Number(call.body.filterGroups[0]?.filters[0]?.value ?? 0)
  const found = crm.list(type).filter(({ changedAt }) => changedAt >= since)
  const start = Number(call.body.after ?? 0)
  const next = start + call.body.limit
  const paging = next < found.length ? { next: { after: String(next) } } : undefined
  return { body: { total: found.length, results: found.slice(start, next).map(toWire), paging } }
}

function toWire({ id, fields, changedAt }: { id: string; fields: any; changedAt: number }) {
  const at = new Date(changedAt).toISOString()
  return { id, properties: fields, createdAt: at, updatedAt: at, archived: false }
}
