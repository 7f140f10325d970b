import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { findProvider } from '../../core/crm/providers.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { doDue } from '../../../test/due.ts'
import { openHubspot } from '../../../fixtures/crm/hubspot.ts'
import { openZoho } from '../../../fixtures/crm/zoho.ts'
import type { FakeCrm } from '../../../fixtures/crm/server.ts'
import { OAUTH, VENDORS } from '../../../fixtures/crm/vendors.ts'

/** A hundred deals are one job, which takes minutes where the machine is busy with much else. */
const SYNC_MS = 300_000

describe('a connected CRM', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function submit(name: string, fields: object = {}): Promise<string> {
    const company_info = { name, address: { line1: '1 Quay', city: 'Dover', state: 'DE' } }
    const owners = [{ first_name: 'Ida', last_name: 'Quill', email: 'Ida@Quill.example' }]
    const request = { amount: 25000.5, currency: 'USD' }
    const body = { name, company_info, owners, request, ...fields }
    const response = await tenant.live.post('/v1/submissions', body)
    assert.equal(response.status, 201, response.raw.toString())
    return response.body.data.id
  }

  async function connect(input: object): Promise<string> {
    const response = await tenant.live.post('/v1/crm-integrations', input)
    assert.equal(response.status, 201, response.raw.toString())
    return response.body.data.id
  }

  async function sync(id: string, body: object): Promise<any> {
    const begun = await tenant.live.post(`/v1/crm-integrations/${id}/sync`, body)
    assert.ok(begun.status < 300, begun.raw.toString())
    await house.settle(SYNC_MS)
    return (await tenant.live.get(`/v1/crm-integrations/${id}/syncs/${begun.body.data.id}`)).body
      .data
  }

  /** Queued jobs are due at once. */
  async function hurry(): Promise<void> {
    await house.house.database.pool.query(
      `update jobs set run_at = date_trunc('milliseconds', now()) where state = 'queued'`,
    )
    await house.settle()
  }

  let count = 0
  for (const vendor of VENDORS)
    describe(`of ${vendor.provider}`, () => {
      let crm: FakeCrm
      let id: string
      before(async () => {
        crm = await vendor.open()
      })
      after(() => crm.close())
      beforeEach(async () => {
        crm.calls.length = 0
        crm.objects = []
        crm.refused = null
        const { provider, credentials } = vendor
        const name = `${provider} ${(count += 1)}`
        id = await connect({ provider, credentials, name, config: { base_url: crm.url } })
      })

      test('gets a deal once; a second sync writes nothing, a change writes that field', async () => {
        const submission = await submit('Harbor Foods')
        const first = await sync(id, { submission_ids: [submission] })
        assert.deepEqual(
          [first.status, first.created, first.failed],
          ['succeeded', 3, 0],
          JSON.stringify(first),
        )
        assert.equal(vendor.name(crm.list(vendor.deal)[0]!.fields), 'Harbor Foods')
        crm.calls.length = 0
        const second = await sync(id, { submission_ids: [submission] })
        assert.deepEqual([second.skipped, second.pushed, crm.calls.length], [3, 0, 0])
        await tenant.live.patch(`/v1/submissions/${submission}`, { request: { amount: 30000 } })
        const third = await sync(id, { submission_ids: [submission] })
        assert.deepEqual([third.updated, third.skipped], [1, 2], JSON.stringify(third.items))
        assert.equal(crm.objects.length, 3)
      })

      test('keeps what a person has written where the map fills only what is empty', async () => {
        const submission = await submit('Harbor Foods')
        await sync(id, { submission_ids: [submission] })
        vendor.setName(crm, 'Named by hand')
        const change = { name: 'Renamed here', request: { amount: 5 } }
        await tenant.live.patch(`/v1/submissions/${submission}`, change)
        await sync(id, { submission_ids: [submission] })
        assert.equal(vendor.name(crm.list(vendor.deal)[0]!.fields), 'Named by hand')
      })

      test('makes nothing twice when the worker is lost between the call and its record', async () => {
        const submission = await submit('Harbor Foods')
        await sync(id, { submission_ids: [submission] })
        // As a worker leaves it that dies when the CRM has responded: the intent and no result.
        await house.house.database.pool.query(
          `update crm_records set remote_id = null, checksum = null, fields_sealed = null
           where integration_id = $1`,
          [id],
        )
        const again = await sync(id, { submission_ids: [submission] })
        assert.deepEqual([again.status, again.failed, crm.objects.length], ['succeeded', 0, 3])
      })

      test('refuses one record and takes the others', async () => {
        const names = ['Good One', 'Rotten Deal', 'Good Two']
        const submission_ids = await Promise.all(names.map((name) => submit(name)))
        crm.refused =
          /"(?:dealname|Deal_Name|title)":"Rotten|"Assay_Deal_Page__c":.*"Name":"Rotten|"Name":"Rotten Deal".*StageName/
        const run = await sync(id, { submission_ids })
        const failed = run.items.filter(({ action }: any) => action === 'failed')
        assert.deepEqual(
          [run.status, run.failed, run.created],
          ['partial', 1, 8],
          JSON.stringify(failed),
        )
        assert.ok(failed[0].error.message.length > 0)
        crm.refused = null
        const again = await sync(id, { submission_ids })
        assert.deepEqual([again.created, again.skipped, again.failed], [1, 8, 0])
      })

      test('is left alone for as long as it wants', async () => {
        const submission = await submit('Harbor Foods')
        await sync(id, { submission_ids: [submission] })
        await tenant.live.patch(`/v1/submissions/${submission}`, { request: { amount: 7 } })
        crm.calls.length = 0
        crm.script.push({ status: 429, headers: { 'retry-after': '600' }, body: {} })
        const run = await sync(id, { submission_ids: [submission] })
        assert.equal(run.status, 'running')
        const refusedAt = crm.calls.at(-1)!.at
        const test = await tenant.live.post(`/v1/crm-integrations/${id}/test`)
        assert.equal(test.body.data.objects[0].error.code, 'rate_limited')
        await hurry()
        assert.equal(crm.calls.length, 1)
        await house.house.database.pool.query(
          `update crm_integrations set paused_until = now() - interval '1 second' where id = $1`,
          [id],
        )
        await hurry()
        assert.ok(crm.calls.length > 1 && refusedAt <= crm.calls[1]!.at)
        const ended = await tenant.live.get(`/v1/crm-integrations/${id}/syncs/${run.id}`)
        assert.deepEqual([ended.body.data.status, ended.body.data.updated], ['succeeded', 1])
      })

      test('names the mapped fields that it lacks', async () => {
        const { body } = await tenant.live.post(`/v1/crm-integrations/${id}/test`)
        assert.equal(body.data.status, 'active', JSON.stringify(body))
        assert.ok(body.data.objects.every((one: any) => one.reachable))
        const lacking = body.data.objects.flatMap((one: any) => one.missing_fields)
        assert.equal(lacking.length > 0, vendor.provider !== 'pipedrive')
      })

      test('hands over the deals that have changed there', async () => {
        const own = findProvider(vendor.provider).objects.deal!
        const map = {
          source: 'submission.name',
          target_object: own,
          target_field: DEAL_NAMES[vendor.provider]!,
          direction: 'both',
          overwrite: 'always',
        }
        await tenant.live.patch(`/v1/crm-integrations/${id}`, {
          config: { direction: 'both', object_configs: [{ object: own, role: 'deal' }] },
          field_mappings: [map],
        })
        crm.make(own, { [DEAL_NAMES[vendor.provider]!]: 'Made by hand' })
        const run = await sync(id, { direction: 'pull' })
        assert.deepEqual(
          [run.status, run.pulled, run.created],
          ['succeeded', 1, 1],
          JSON.stringify(run),
        )
        const made = (await tenant.live.get(`/v1/submissions/${run.items[0].submission_id}`)).body
          .data
        assert.deepEqual([made.name, made.source], ['Made by hand', 'crm'])
        crm.change(crm.list(own)[0]!, { [DEAL_NAMES[vendor.provider]!]: 'Changed by hand' })
        const again = await sync(id, { direction: 'pull' })
        assert.deepEqual([again.updated, again.created], [1, 0], JSON.stringify(again))
      })
    })

  test('takes a hundred deals in two calls per object', async () => {
    const crm = await openHubspot()
    const credentials = { access_token: 'pat-na1-fixed' }
    const input = {
      provider: 'hubspot',
      name: 'Batches',
      credentials,
      config: { base_url: crm.url },
    }
    const id = await connect(input)
    await tenant.live.post(`/v1/crm-integrations/${id}/test`)
    crm.calls.length = 0
    const submission_ids: string[] = []
    for (let index = 0; index < 100; index += 1) submission_ids.push(await submit(`Deal ${index}`))
    const run = await sync(id, { submission_ids })
    assert.deepEqual([run.status, run.created], ['succeeded', 300])
    const perObject = Map.groupBy(crm.calls, ({ path }) => path.split('/')[4])
    assert.deepEqual(
      [...perObject].map(([object, calls]) => [object, calls.length <= 2]),
      [
        ['companies', true],
        ['contacts', true],
        ['deals', true],
      ],
      JSON.stringify(crm.calls.map(({ path }) => path)),
    )
    assert.equal(crm.associations.length, 200)
    await crm.close()
  })

  test('takes the files of a deal as notes of it, each once, and one that it refuses alone', async () => {
    const crm = await openHubspot()
    const credentials = { access_token: 'pat-na1-fixed' }
    const object_configs = [
      { object: 'deals', role: 'deal' },
      { object: 'notes', role: 'file' },
    ]
    const config = { base_url: crm.url, object_configs }
    const id = await connect({ provider: 'hubspot', name: 'Files', credentials, config })
    const submission = await submit('Filed')
    for (const name of ['july.csv', 'august.csv']) {
      const bytes = Buffer.from(`Date,Description,Amount\n2025-01-02,${name},1.00\n`)
      await tenant.live.upload(`/v1/submissions/${submission}/documents`, [
        { filename: name, bytes },
      ])
    }
    await house.settle()
    crm.script.push({ on: /POST .files/, status: 400, body: { message: 'No such name.' } })
    const first = await sync(id, { submission_ids: [submission] })
    assert.deepEqual([first.status, first.created, first.failed], ['partial', 2, 1], JSON.stringify(first.items)) // prettier-ignore
    const second = await sync(id, { submission_ids: [submission] })
    assert.deepEqual([second.status, second.created, second.skipped], ['succeeded', 1, 2])
    const [files, notes, [deal]] = [crm.list('files'), crm.list('notes'), crm.list('deals')]
    assert.deepEqual(
      new Set(files.map(({ fields }) => fields.name)),
      new Set(['august.csv', 'july.csv']),
    )
    const attached = notes.map(({ fields }) => fields.hs_attachment_ids)
    assert.deepEqual(new Set(attached), new Set(files.map((file) => file.id)))
    assert.match(notes[0]!.fields.hs_note_body, /\.csv \(transaction export\)/)
    assert.deepEqual(new Set(crm.associations.map(({ to }) => to)), new Set([deal!.id]))
    await house.house.database.pool.query(
      `update crm_records set remote_id = null, checksum = null where integration_id = $1`,
      [id],
    )
    await sync(id, { submission_ids: [submission] })
    assert.deepEqual([crm.list('files').length, crm.list('notes').length], [2, 2])
    const other = { provider: 'zoho', name: 'No files', credentials: OAUTH, config: { object_configs } } // prettier-ignore
    const refused = await tenant.live.post('/v1/crm-integrations', other)
    assert.deepEqual([refused.status, refused.body.error.param], [422, 'config.object_configs'])
    await crm.close()
  })

  test('is written to when a deal is processed or comes to another stage', async () => {
    const id = await connect({
      provider: 'csv',
      name: 'By stage',
      config: { trigger: 'on_stage_change' },
    })
    const submission = await submit('Staged')
    await tenant.live.patch(`/v1/submissions/${submission}`, { deal_stage: 'ready' })
    await hurry()
    await hurry()
    const { body } = await tenant.live.get(`/v1/crm-integrations/${id}/syncs`)
    assert.deepEqual(
      body.data.map(({ trigger, status }: any) => [trigger, status]),
      [['on_stage_change', 'succeeded']],
    )
    const file = await tenant.live.get(`/v1/crm-integrations/${id}/file?object=deal`)
    assert.match(file.raw.toString(), /^assay_id,submission_id,deal_name.*\r\n.*Staged/s)
  })

  test('with a schedule is synced once when that is due', async () => {
    const schedule = { cron: '0 6 * * *', timezone: 'America/New_York' }
    const config = { trigger: 'schedule', schedule }
    const id = await connect({ provider: 'csv', name: 'Each morning', config })
    await doDue(house, 'crm_integrations')
    const { pool } = house.house.database
    await pool.query('update crm_integrations set next_fire_at = now() where id = $1', [id])
    await Promise.all([doDue(house, 'crm_integrations'), doDue(house, 'crm_integrations')])
    await doDue(house, 'crm_integrations')
    await house.settle()
    const { body } = await tenant.live.get(`/v1/crm-integrations/${id}/syncs`)
    assert.deepEqual(
      body.data.map(({ trigger, status }: any) => [trigger, status]),
      [['schedule', 'succeeded']],
    )
  })

  test('never shows its credentials, and keeps them and what it wrote sealed', async () => {
    const crm = await openZoho()
    const id = await connect({
      provider: 'zoho',
      name: 'Sealed',
      credentials: OAUTH,
      config: { base_url: crm.url },
    })
    await sync(id, { submission_ids: [await submit('Canary 5521 Foods')] })
    const shown = await tenant.live.get(`/v1/crm-integrations/${id}`)
    assert.doesNotMatch(shown.raw.toString(), /canary|refresh"/)
    assert.deepEqual(shown.body.data.credential_names, Object.keys(OAUTH))
    const rows = await house.house.database.pool.query(
      `select row_to_json(t)::text as row from crm_integrations t where id = $1
       union all select row_to_json(t)::text from crm_records t where integration_id = $1
       union all select row_to_json(t)::text from crm_syncs t where integration_id = $1`,
      [id],
    )
    assert.doesNotMatch(JSON.stringify(rows.rows), /canary|Canary 5521|token-1/)
    await crm.close()
  })

  test('is refused by name: a provider, a credential, a source, an object', async () => {
    const cases: [object, string, RegExp][] = [
      [{ provider: 'lendsaas', name: 'a' }, 'invalid_enum', /rest, webhook or csv/],
      [{ provider: 'hubspt', name: 'a' }, 'invalid_enum', /hubspot/],
      [
        { provider: 'zoho', name: 'a', credentials: { client_id: 'x' } },
        'credentials_invalid',
        /client_secret/,
      ],
      [
        {
          provider: 'csv',
          name: 'a',
          field_mappings: [{ source: 'metric.nsf_cout', target_object: 'deal', target_field: 'x' }],
        },
        'invalid_mapping',
        /nsf_count/,
      ],
      [
        {
          provider: 'csv',
          name: 'a',
          field_mappings: [{ source: 'submission.name', target_object: 'deel', target_field: 'x' }],
        },
        'invalid_mapping',
        /deal/,
      ],
      [{ provider: 'rest', name: 'a' }, 'missing_field', /address/],
      [
        { provider: 'rest', name: 'a', config: { base_url: 'http://169.254.169.254/' } },
        'url_not_allowed',
        /address/,
      ],
    ]
    for (const [input, code, message] of cases) {
      const { body } = await tenant.live.post('/v1/crm-integrations', input)
      assert.equal(body.error?.code, code, JSON.stringify(body))
      assert.match(body.error.message, message)
    }
  })

  test('shows what it would write, and writes nothing then', async () => {
    const id = await connect({ provider: 'csv', name: 'Preview' })
    const submission_id = await submit('Previewed')
    const { body } = await tenant.live.post(`/v1/crm-integrations/${id}/preview`, { submission_id })
    const deal = body.data.records.find((one: any) => one.object === 'deal')
    assert.deepEqual(
      deal.changes.find((one: any) => one.field === 'amount'),
      { field: 'amount', from: null, to: 25000.5 },
    )
    const run = await tenant.live.post(`/v1/crm-integrations/${id}/sync`, {
      submission_ids: [submission_id],
      dry_run: true,
    })
    assert.deepEqual([run.status, run.body.data.created], [200, 3])
    const stats = (await tenant.live.get(`/v1/crm-integrations/${id}`)).body.data.stats
    assert.equal(stats.synced, 0)
  })
})

const DEAL_NAMES: Record<string, string> = {
  hubspot: 'dealname',
  salesforce: 'Name',
  zoho: 'Deal_Name',
  pipedrive: 'title',
}
