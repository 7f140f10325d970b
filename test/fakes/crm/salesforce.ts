import { createVerify } from 'node:crypto'
import {
  giveToken,
  isAllowed,
  openFake,
  type FakeCall,
  type FakeCrm,
  type FakeReply,
} from './server.ts'

/** Salesforce's REST API v61.0 and its JWT bearer flow, as far as they are called. */
export function openSalesforce(publicKey: string | null = null): Promise<FakeCrm> {
  return openFake((call, crm) => {
    if (call.path === '/services/oauth2/token') return authorize(call, crm, publicKey)
    if (!isAllowed(crm, call.headers.authorization, 'Bearer '))
      return {
        status: 401,
        body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired' }],
      }
    if (call.path.endsWith('/describe')) return describe()
    if (call.path.endsWith('/query')) return query(call, crm)
    if (call.method === 'DELETE') {
      const ids = (call.query.get('ids') ?? '').split(',')
      crm.objects = crm.objects.filter((one) => !ids.includes(one.id))
      return { body: ids.map((id) => ({ id, success: true, errors: [] })) }
    }
    return { body: call.body.records.map((record: any) => save(record, crm)) }
  })
}

function authorize(call: FakeCall, crm: FakeCrm, publicKey: string | null): FakeReply {
  const [head, claims, signature = ''] = String(call.body.assertion ?? '').split('.')
  const isSigned =
    publicKey === null ||
    createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
  if (!isSigned)
    return { status: 400, body: { error: 'invalid_grant', error_description: 'invalid assertion' } }
  return { body: { access_token: giveToken(crm), instance_url: crm.url, token_type: 'Bearer' } }
}

function describe(): FakeReply {
  const fields = ['Id', 'Name', 'Amount', 'Assay_Id__c', 'Email'].map((name) => ({
    name,
    label: name,
    type: 'string',
    nillable: name !== 'Name',
  }))
  return { body: { name: 'object', fields } }
}

function save({ attributes: { type }, ...fields }: any, crm: FakeCrm): object {
  if (crm.refused?.test(JSON.stringify(fields))) {
    const message = 'Name may not hold this.'
    const statusCode = 'FIELD_CUSTOM_VALIDATION_EXCEPTION'
    return { success: false, errors: [{ statusCode, message, fields: ['Name'] }] }
  }
  const there = crm.list(type).find((one) => one.fields.Assay_Id__c === fields.Assay_Id__c)
  if (there) crm.change(there, fields)
  const { id } = there ?? crm.make(type, fields)
  return { id, success: true, errors: [], created: !there }
}

function query(call: FakeCall, crm: FakeCrm): FakeReply {
  const soql = call.query.get('q') ?? ''
  const [, names = '', type = ''] = /^SELECT (.+) FROM (\w+)/.exec(soql) ?? []
  const [, keys] = / IN \((.+)\)/.exec(soql) ?? []
  const [, since] = / >= (\S+)/.exec(soql) ?? []
  const wanted = keys?.split(', ').map((key) => key.slice(1, -1))
  const found = crm
    .list(type)
    .filter(({ fields }) => !wanted || wanted.includes(fields.Assay_Id__c))
    .filter(({ changedAt }) => since === undefined || changedAt >= Date.parse(since))
  const records = found.map(({ id, fields }) => ({
    attributes: { type },
    ...Object.fromEntries(names.split(', ').map((name) => [name, fields[name] ?? null])),
    ...(names.startsWith('Id') && { Id: id }),
  }))
  return { body: { totalSize: records.length, done: true, records } }
}
