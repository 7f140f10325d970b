import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { useReceiver } from '../../../test/fakes/receiver.ts'
import { ENRICHER_NAMES, OFFLINE_ENRICHERS } from '../../core/enrichers/index.ts'

const COMPANY = {
  name: 'Harbor Towing LLC',
  ein: '12-3456789',
  phone: '(212) 736-5000',
  start_date: '2020-01-15',
  address: {
    line1: '350 North Main Street, Suite 4',
    city: 'Austin',
    state: 'TX',
    postal_code: '78701',
  },
}

describe('enrichers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sdn-'))
  after(() => rmSync(folder, { recursive: true }))
  const listFile = join(folder, 'sdn.csv')
  const house = useTestHouse({ OFAC_SDN_FILE: listFile })
  const receiver = useReceiver()
  let tenant: TestTenant
  let deal: string
  let url: string

  before(async () => {
    tenant = await house.tenant()
    deal = await makeDeal()
    url = `/v1/submissions/${deal}/enrichers`
  })

  async function makeDeal(): Promise<string> {
    const { body } = await tenant.live.post('/v1/submissions', { company_info: COMPANY })
    return body.data.id
  }

  async function run(name: string, more: object = {}): Promise<any> {
    const { body } = await tenant.live.post(`${url}/sync`, { enrichers: [name], ...more })
    assert.equal(body.data?.results?.length, 1, JSON.stringify(body))
    return body.data.results[0]
  }

  test('odd input is refused or ends as a result, and never as an error of ours', async () => {
    const { body: listed } = await tenant.live.get(`${url}/fields`)
    const odd = ['', ' ', 'x'.repeat(5000), '東京 بار Ёлка 🏦', '\u0000', '%_\\\'";--', -1e308, null, true, [], {}, [[]], [null], { line1: 7 }] // prettier-ignore
    const names = new Map<string, string>()
    for (const { enricher, inputs } of listed.data)
      for (const { name } of inputs) names.set(name, enricher)
    const wrong: unknown[] = []
    for (const [name, enricher] of names)
      for (const value of odd) {
        const body = { enrichers: [enricher], inputs: { [name]: value } }
        const sent = await tenant.live.post(`${url}/sync`, body)
        const [result] = sent.body.data?.results ?? []
        const isFine = sent.status < 500 && (sent.status >= 400 || result?.status !== 'failed')
        if (!isFine) wrong.push([name, value, sent.status, sent.body.error ?? result.error])
      }
    assert.deepEqual(wrong, [])
  })

  test('all that need nothing else run on a new deal, and none of them fails', async () => {
    const fresh = `/v1/submissions/${await makeDeal()}/enrichers`
    const { status, body } = await tenant.live.post(`${fresh}/sync`, {})
    assert.equal(status, 200)
    const ran = body.data.results.map(({ enricher, status: own }: any) => [enricher, own])
    assert.deepEqual(
      ran.map(([name]: string[]) => name),
      OFFLINE_ENRICHERS.map(({ name }) => name),
    )
    const wrong = ran.filter(
      ([, own]: string[]) => !['succeeded', 'missing_input_data'].includes(own!),
    )
    assert.deepEqual(wrong, [])
    const { output } = body.data.results.find((own: any) => own.enricher === 'ein_prefix')
    assert.equal(output.campus, 'Andover')
  })

  test('a result of the same inputs is used again, until it is forced or an input changes', async () => {
    const first = await run('ein_prefix')
    const again = await run('ein_prefix')
    assert.deepEqual([again.id, again.is_cached], [first.id, true])
    assert.deepEqual(
      [first.is_cached, (await run('ein_prefix', { force: true })).is_cached],
      [false, false],
    )
    const other = await run('ein_prefix', { inputs: { ein: '46-1234567' } })
    assert.deepEqual([other.is_cached, other.output.campus], [false, null])
    const counted = await countResults()
    await tenant.live.post(url, { enrichers: ['ein_prefix'] })
    assert.equal(await countResults(), counted)
  })

  async function countResults(): Promise<number> {
    const { body } = await tenant.live.get(`${url}/results?enricher=ein_prefix&include_total=true`)
    return body.meta?.total_count ?? body.data.length
  }

  test('an enricher that lacks an input says which, and takes it from the request', async () => {
    const lacking = await run('bank_routing')
    assert.deepEqual(
      [lacking.status, lacking.missing_inputs],
      ['missing_input_data', ['routing_numbers']],
    )
    const numbers = [{ number: '021000021', institution_name: null, source: 'check' }]
    const given = await run('bank_routing', { inputs: { routing_numbers: numbers } })
    assert.deepEqual([given.status, given.output.district], ['succeeded', 'New York'])
  })

  test('an EIN is shown in part to a key without pii:read', async () => {
    const { body } = await tenant.live.post('/v1/api-keys', {
      name: 'Reader',
      scopes: ['entities:read', 'entities:write'],
    })
    const headers = { authorization: `Bearer ${body.data.key}` }
    await run('ein_prefix')
    const { body: shown } = await tenant.live.get(`${url}/results/ein_prefix`, { headers })
    assert.match(shown.data.inputs.ein, /^\*\*-\*\*\*\d{4}$/)
  })

  test('a wrong name or input is refused with the nearest', async () => {
    const cases = [
      [{ enrichers: ['ein_prefx'] }, 404, 'enricher_not_found', /ein_prefix/],
      [{ inputs: { ein: 'nine' } }, 422, null, /inputs\.ein/],
      [{ inputs: { eln: '12-3456789' } }, 422, 'unknown_field', /ein/],
      [{ inputs: { similar_submissions: [] } }, 422, 'unknown_field', /inputs/],
    ] as const
    for (const [body, status, code, pattern] of cases) {
      const refused = await tenant.live.post(url, body)
      const { error } = refused.body
      assert.equal(refused.status, status, JSON.stringify(refused.body))
      if (code !== null) assert.equal(error.code, code)
      assert.match(`${error.param} ${error.message}`, pattern)
    }
    const missing = await tenant.live.get(`${url}/results/holiday_calender`)
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'enricher_result_not_found'])
    assert.match(missing.body.error.message, /holiday_calendar/)
  })

  test('the list of fields says which inputs the deal has, and where they come from', async () => {
    const { body } = await tenant.live.get(`${url}/fields`)
    assert.deepEqual(
      body.data.map(({ enricher }: any) => enricher),
      ENRICHER_NAMES,
    )
    const ein = body.data[0].inputs[0]
    assert.deepEqual(
      [ein.name, ein.required, ein.available, ein.value_source],
      ['ein', true, true, 'company_info'],
    )
    const { body: one } = await tenant.live.get(`${url}/fields?enricher=http`)
    assert.deepEqual([one.data[0].is_configured, one.data[0].is_offline], [false, false])
  })

  test('a result is a source of an attribute', async () => {
    const attributes = [
      {
        name: 'city_of_mail',
        type: 'string',
        sources: [{ type: 'enricher', config: { enricher: 'address_normalizer', field: 'city' } }],
      },
    ]
    const { body: made } = await tenant.live.post('/v1/entities', { name: 'premises', attributes })
    assert.ok(made.data, JSON.stringify(made))
    const wrong = { type: 'enricher', config: { enricher: 'address_normalizer', field: 'town' } }
    const refused = await tenant.live.post(`/v1/entities/premises/sources`, {
      attribute: 'city_of_mail',
      ...wrong,
    })
    assert.equal(refused.body.error?.code, 'invalid_enum')
    const { id } = await run('address_normalizer')
    const { body } = await tenant.live.get(
      `/v1/submissions/${deal}/attribute-values?entity=premises`,
    )
    const [value] = body.data
    assert.deepEqual(
      [value.value, value.source.enricher, value.source.id],
      ['AUSTIN', 'address_normalizer', id],
    )
  })

  test('names are screened by the list of the operator once its app is there', async () => {
    assert.equal((await run('ofac_screen')).status, 'skipped')
    await tenant.live.post('/v1/apps/ofac_list/install', { accept_permissions: true })
    assert.deepEqual((await run('ofac_screen')).missing_inputs, ['sdn_list'])
    writeFileSync(
      listFile,
      '173,"HARBOR TOWING, L.L.C.",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n',
    )
    const hit = await run('ofac_screen')
    assert.deepEqual(
      [hit.status, hit.output.is_hit, hit.output.list_entries],
      ['succeeded', true, 1],
    )
    assert.equal(hit.output.hits[0].programs, 'CUBA')
    assert.ok(hit.confidence < 1)
    writeFileSync(
      listFile,
      '173,"ZZYZX TRADING",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n',
    )
    assert.deepEqual((await run('ofac_screen')).output.is_hit, false)
  })

  test('a server of the tenant gets chosen inputs, signed, and its fields are kept', async () => {
    const config = { url: receiver.url, inputs: ['company_name'] }
    const installed = await tenant.live.post('/v1/apps/http_enricher/install', {
      config,
      accept_permissions: true,
    })
    const secret = installed.body.data.signing_secret
    assert.match(secret, /^whsec_/)
    const fields = [{ name: 'credit_score', value: 71, confidence: 0.6, evidence: 'Bureau' }]
    receiver.behave({ body: JSON.stringify({ fields }) })
    const result = await run('http')
    assert.deepEqual([result.status, result.output], ['succeeded', { credit_score: 71 }])
    const call = receiver.received.at(-1)!
    assert.deepEqual(JSON.parse(call.body.toString()).inputs, { company_name: 'Harbor Towing LLC' })
    assert.equal(call.headers['webhook-id'], result.id)
    receiver.behave({ status: 500 })
    const failed = await run('http', { force: true })
    assert.deepEqual([failed.status, failed.error.code], ['failed', 'server_failed'])
    receiver.behave({ body: '[1]' })
    assert.equal((await run('http', { force: true })).error.code, 'invalid_response')
  })
})
