import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type Caller } from '../../../test/context.ts'

const URL = '/v1/entities'

interface Value {
  entity: { name: string }
  entity_index: number
  attribute: { name: string }
  value: unknown
  status: string
  candidates: { value: unknown }[]
}

describe('entities', () => {
  const house = useTestHouse({}, { worker: false })
  let caller: Caller
  let submissionId: string

  before(async () => {
    caller = (await house.tenant()).live
    const { body } = await caller.post('/v1/submissions', {
      company_info: { name: 'Juniper Lane Cafe LLC', ein: '12-3456789', annual_revenue: 120_000 },
      owners: [
        { first_name: 'Elena', last_name: 'Foster', fico: 710, date_of_birth: '1980-02-03' },
        { first_name: 'Max', last_name: 'Mill', fico: 650 },
      ],
      request: { amount: 30_000 },
      metadata: { fleet: { plate: 'KX 1234' } },
    })
    submissionId = body.data.id
  })

  async function values(query = ''): Promise<Value[]> {
    const url = `/v1/submissions/${submissionId}/attribute-values?limit=1000${query}`
    return (await caller.get(url)).body.data
  }

  async function findValue(place: string): Promise<Value | undefined> {
    return (await values()).find(
      (one) => `${one.entity.name}.${one.entity_index}.${one.attribute.name}` === place,
    )
  }

  test('of one’s own are resolved in every submission from where their sources say', async () => {
    const created = await caller.post(URL, {
      name: 'vehicle',
      attributes: [
        {
          name: 'plate',
          type: 'string',
          post_processors: ['trim', 'upper'],
          sources: [{ type: 'metadata', config: { path: 'fleet.plate' } }],
        },
        {
          name: 'share',
          type: 'number',
          sources: [
            {
              type: 'expression',
              config: { expression: 'application.requested_amount / company.annual_revenue' },
            },
          ],
        },
        {
          name: 'best_score',
          type: 'number',
          sources: [{ type: 'expression', config: { expression: 'max(owner.fico)' } }],
        },
        {
          name: 'deposits',
          type: 'number',
          sources: [{ type: 'metric', config: { metric: 'deposit_count' } }],
        },
      ],
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const plate = await findValue('vehicle.0.plate')
    assert.deepEqual([plate!.value, plate!.status], ['KX 1234', 'resolved'])
    assert.equal((await findValue('vehicle.0.share'))!.value, 0.25)
    assert.equal((await findValue('vehicle.0.best_score'))!.value, 710)
    // No transactions: the number is not known, and not zero.
    assert.deepEqual((await findValue('vehicle.0.deposits'))!.status, 'missing')
  })

  test('a built-in entity takes attributes and sources of one’s own and nothing else', async () => {
    const { body } = await caller.post(`${URL}/company/attributes`, {
      name: 'desk',
      type: 'string',
    })
    const source = { attribute: 'desk', type: 'static_value', config: { value: 'East' } }
    assert.equal((await caller.post(`${URL}/company/sources`, source)).status, 201)
    assert.equal((await findValue('company.0.desk'))!.value, 'East')
    const builtin = await caller.patch(`${URL}/company/attributes/ein`, { is_pii: false })
    assert.deepEqual([builtin.status, builtin.body.error.code], [409, 'builtin_immutable'])
    assert.equal((await caller.delete(`${URL}/company`)).body.error.code, 'builtin_immutable')
    const relabelled = await caller.patch(`${URL}/company/attributes/ein`, { label: 'Tax id' })
    assert.equal(relabelled.body.data.label, 'Tax id')
    assert.ok(relabelled.body.data.sources.length > 0)
    const attributes = (await caller.get(`${URL}/company/attributes?limit=1000`)).body.data
    assert.equal(attributes.at(-1).id, body.data.id)
  })

  test('a source that could never say anything is refused when it is made', async () => {
    const refused = async (type: string, config: object) => {
      const source = { attribute: 'annual_revenue', type, config }
      const { body } = await caller.post(`${URL}/company/sources`, source)
      return [body.error?.code, body.error?.param]
    }
    assert.deepEqual(await refused('metric', { metric: 'deposit_cuont' }), [
      'invalid_metric',
      'config.metric',
    ])
    assert.deepEqual(
      await refused('parsed_document', { document_class: 'ein_letter', field: 'eln' }),
      ['invalid_enum', 'config.field'],
    )
    assert.deepEqual(await refused('metadata', {}), ['missing_field', 'config.path'])
    assert.deepEqual(await refused('api', { path: 'name', field: 'x' }), [
      'unknown_field',
      'config.field',
    ])
    assert.deepEqual(await refused('static_value', { value: 'x' }), [
      'invalid_type',
      'config.value',
    ])
    for (const expression of [
      'annual_revenue',
      'owner.fico * 1',
      'company.nothing',
      'x.constructor()',
    ])
      assert.equal(
        (await refused('expression', { expression }))[0],
        'invalid_expression',
        expression,
      )
  })

  test('a pattern is checked when it is made, and a value that does not fit it is refused', async () => {
    const vin = { name: 'vin', type: 'string', pattern: '[A-HJ-NPR-Z0-9]{17}' }
    const made = await caller.post(URL, { name: 'truck', attributes: [vin] })
    assert.equal(made.body.data.attributes[0].pattern, vin.pattern, JSON.stringify(made.body))
    for (const [type, pattern] of [
      ['string', '('],
      ['string', '(a)\\1'],
      ['string', '(a{1,500}){500}'],
      ['number', '1+'],
    ]) {
      const input = { name: 'other', type, pattern }
      const { body } = await caller.post(`${URL}/truck/attributes`, input)
      assert.deepEqual([body.error?.code, body.error?.param], ['invalid_format', 'pattern'])
    }
    const asNumber = await caller.patch(`${URL}/truck/attributes/vin`, { type: 'number' })
    assert.equal(asNumber.body.error?.param, 'pattern')
    const source = { attribute: 'vin', type: 'static_value', config: { value: 'no VIN' } }
    const fixed = await caller.post(`${URL}/truck/sources`, source)
    assert.equal(fixed.body.error?.code, 'invalid_type')
    const set = async (value: string) =>
      caller.put(`/v1/submissions/${submissionId}/attribute-values`, {
        values: [{ entity: 'truck', attribute: 'vin', value }],
      })
    const refused = await set('1M8GDM9AXKP04278')
    assert.deepEqual(
      [refused.body.error?.code, refused.body.error?.param],
      ['invalid_type', 'values[0].value'],
    )
    assert.match(refused.body.error.message, /fits the pattern \[A-HJ-NPR-Z0-9\]\{17\}/)
    assert.equal((await set('1M8GDM9AXKP042788')).status, 200)
    const byHand = await values('&source_type=user')
    assert.ok(byHand.some(({ attribute }) => attribute.name === 'vin'))
    const open = await caller.patch(`${URL}/truck/attributes/vin`, { pattern: null })
    assert.equal(open.body.data.pattern, null)
    assert.equal((await set('unknown')).status, 200)
  })

  test('an application of an ISO and a person are sources of their own', async () => {
    const add = async (type: string, config: object) =>
      (await caller.post(`${URL}/company/sources`, { attribute: 'dba', type, config })).body
    assert.deepEqual((await add('iso_application', { field: 'dba' })).data?.config, {
      field: 'dba',
    })
    assert.equal((await add('iso_application', { field: 'dbaa' })).error?.param, 'config.field')
    assert.equal((await add('user', {})).data?.type, 'user')
    assert.equal((await add('user', { path: 'x' })).error?.code, 'unknown_field')
  })

  test('what is used cannot be deleted, and says by what', async () => {
    await caller.post(URL, { name: 'fleet', attributes: [{ name: 'size', type: 'number' }] })
    const expression = { type: 'expression', config: { expression: 'fleet.size * 2' } }
    const double = { name: 'double', type: 'number', sources: [expression] }
    await caller.post(URL, { name: 'garage', attributes: [double] })
    for (const path of ['/fleet', '/fleet/attributes/size']) {
      const { status, body } = await caller.delete(`${URL}${path}`)
      assert.deepEqual([status, body.error.code], [409, 'resource_in_use'])
      assert.match(body.error.message, /garage\.double/)
    }
    assert.equal((await caller.delete(`${URL}/garage`)).status, 200)
    assert.equal((await caller.delete(`${URL}/fleet`)).status, 200)
  })

  test('a bulk save does each entity wholly or not at all and says which failed', async () => {
    const good = {
      name: 'lease',
      attributes: [{ name: 'rent', type: 'money' }],
      values: [{ attribute: 'rent', value: 900 }],
    }
    const bad = { name: 'broken', attributes: [{ name: 'a' }, { name: 'b', type: 'enum' }] }
    const input = { submission_id: submissionId, entities: [good, bad] }
    const first = await caller.post(`${URL}/bulk-save`, input)
    assert.equal(first.status, 207)
    const { created, failed, results } = first.body.data
    assert.deepEqual([created, failed, results[1].error.param], [1, 1, 'attributes[1].enum'])
    assert.equal((await caller.get(`${URL}/broken`)).status, 404)
    assert.deepEqual((await findValue('lease.0.rent'))!.value, 900)
    const { name, attributes } = good
    const again = await caller.post(`${URL}/bulk-save`, { entities: [{ name, attributes }] })
    assert.deepEqual([again.status, again.body.data.unchanged], [200, 1])
    const replaced = { name, attributes: [{ name: 'term', type: 'integer' }] }
    const used = await caller.post(`${URL}/bulk-save`, { mode: 'replace', entities: [replaced] })
    assert.equal(used.body.data.results[0].error.code, 'resource_in_use')
  })

  test('identifiers are masked for keys that may not read them, wherever they come from', async () => {
    const tax = {
      name: 'tax_number',
      type: 'string',
      sources: [{ type: 'company_info', config: { path: 'ein' } }],
    }
    await caller.post(`${URL}/application/attributes`, tax)
    const scopes = ['submissions:read', 'entities:read']
    const made = await caller.post('/v1/api-keys', { name: 'Reader', scopes })
    const reader = createCaller(house.app, made.body.data.key)
    const seen = await reader.get(`/v1/submissions/${submissionId}/attribute-values?limit=1000`)
    const exported = await reader.get(`${URL}/export?submission_id=${submissionId}&format=csv`)
    for (const text of [JSON.stringify(seen.body), exported.raw.toString()]) {
      assert.match(text, /\*\*-\*\*\*6789/)
      assert.doesNotMatch(text, /3456789|1980-02-03/)
    }
    const set = { entity: 'application', attribute: 'tax_number', value: '98-7654321' }
    await caller.put(`/v1/submissions/${submissionId}/attribute-values`, { values: [set] })
    const log = await caller.get(`/v1/audit-log?submission_id=${submissionId}`)
    assert.doesNotMatch(JSON.stringify(log.body), /7654321|3456789/)
  })

  test('a file masks identifiers for everybody, until the setting mask_pii is off', async () => {
    const exported = async (format: string): Promise<string> =>
      (await caller.get(`${URL}/export?submission_id=${submissionId}&format=${format}`)).raw.toString() // prettier-ignore
    assert.match(await exported('json'), /1980-02-03/)
    assert.doesNotMatch(await exported('csv'), /1980-02-03/)
    await caller.put('/v1/user/settings', { mask_pii: false })
    assert.match(await exported('csv'), /1980-02-03/)
    await caller.put('/v1/user/settings', { mask_pii: null })
  })

  test('an export has every record of every requested submission', async () => {
    const { body } = await caller.get(`${URL}/export?submission_id=${submissionId}&entity=owner`)
    assert.deepEqual(
      body.data.map(
        ({ index, attributes }: { index: number; attributes: { first_name: string } }) => [
          index,
          attributes.first_name,
        ],
      ),
      [
        [0, 'Elena'],
        [1, 'Max'],
      ],
    )
    const book = await caller.get(`${URL}/export?entity=owner&format=xlsx`)
    assert.deepEqual([book.status, book.raw.subarray(0, 2).toString()], [200, 'PK'])
    const nowhere = await caller.get(`${URL}/export?entity=ownr`)
    assert.match(nowhere.body.error.message, /Did you mean owner/)
  })
})
