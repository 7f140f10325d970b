import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import {
  buildForm,
  useTestHouse,
  type TestFile,
  type TestTenant,
} from '../../../../test/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { sql } from '../../../platform/db/sql.ts'
import { waitFor } from '../../../../test/wait-until.ts'

const STATEMENTS = ['date-groups/funded', 'running-balance/funded']

/** Text with a PDF's first bytes: accepted at the door, unreadable behind it. */
const BROKEN: TestFile = {
  filename: 'broken.pdf',
  bytes: Buffer.from('%PDF-1.7\nnothing that follows is a PDF'),
}

function statement(name: string): TestFile {
  const url = new URL(`../../../../fixtures/statements/${name}/statement.pdf`, import.meta.url)
  return { filename: `${name.replace('/', '-')}.pdf`, bytes: readFileSync(url) }
}

function countRows(name: string): number {
  const url = new URL(`../../../../fixtures/statements/${name}/truth.json`, import.meta.url)
  const truth = JSON.parse(readFileSync(url, 'utf8')) as { statements: { rows: unknown[] }[] }
  return truth.statements.reduce((sum, { rows }) => sum + rows.length, 0)
}

describe('the pipeline', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function create(body: object = {}): Promise<string> {
    return (await tenant.live.post('/v1/submissions', body)).body.data.id
  }

  async function upload(id: string, ...files: TestFile[]): Promise<void> {
    const response = await tenant.live.upload(`/v1/submissions/${id}/documents`, files)
    assert.equal(response.status, 201, response.raw.toString())
  }

  async function get(id: string, part = ''): Promise<any> {
    const response = await tenant.live.get(`/v1/submissions/${id}${part}`)
    assert.equal(response.status, 200, response.raw.toString())
    return response.body.data
  }

  async function listEvents(
    id: string,
  ): Promise<{ type: string; data: Record<string, unknown> }[]> {
    return house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.rows(sql`
        select type, convert_from(payload, 'UTF8')::jsonb -> 'data' as data from events
        where submission_id = ${id} and type like 'submission.%' order by created_at, id`),
    )
  }

  async function listEventTypes(id: string): Promise<string[]> {
    return (await listEvents(id)).map(({ type }) => type)
  }

  test('two statements are read and computed in one run with one processed event', async () => {
    const id = await create({
      external_id: 'two',
      company_info: { name: 'Fernweh Design Studio LLC' },
    })
    await upload(id, ...STATEMENTS.map(statement))
    await house.settle(60_000)
    const transactions = countRows(STATEMENTS[0]!) + countRows(STATEMENTS[1]!)
    const submission = await get(id, '?expand=documents,accounts,positions')
    assert.equal(submission.status, 'processed')
    assert.deepEqual(
      [submission.counts.documents, submission.counts.transactions],
      [2, transactions],
    )
    assert.ok(submission.processedAt && submission.latest.averageDailyBalance !== null)
    assert.ok(submission.dataQuality.reconciliationRate === 1)
    assert.deepEqual(
      submission.documents.map((own: any) => own.status),
      ['processed', 'processed'],
    )
    assert.equal(submission.accounts.length, submission.counts.accounts)
    assert.equal(submission.positions.length, submission.counts.positions)
    assert.deepEqual(await listEventTypes(id), [
      'submission.created',
      'submission.processing',
      'submission.processed',
    ])
    assert.deepEqual((await listEvents(id)).at(-1)!.data, {
      id,
      external_id: 'two',
      status: 'processed',
      documents_count: 2,
      transactions_count: transactions,
    })
  })

  test('every view shows what the statements print, with its source', async () => {
    const id = (await get('ext:two')).id
    const results = await get(id, '/parsed-submissions')
    assert.deepEqual(
      results.map((own: any) => [own.status, own.totals.is_reconciled, own.quality_status]),
      [
        ['parsed', true, 'fully_matched'],
        ['parsed', true, 'fully_matched'],
      ],
    )
    assert.equal(results[0].statements[0].closing_balance, 15_160.53)
    assert.equal(results[0].statements[0].computed.closing_balance, 15_160.53)
    const values = await get(id, '/attribute-values?entity=bank_account&attribute=last4')
    assert.equal(values.length, (await get(id)).counts.accounts)
    assert.equal(values[0].source.type, 'parsed_document')
    const name = (await get(id, '/attribute-values?entity=company&attribute=name'))[0]
    assert.equal(name.value, 'Fernweh Design Studio LLC')
    const missing = await get(id, '/missing-accounts')
    const noted = missing.find((own: any) => own.account_mask === '5672')
    assert.equal(noted.status, 'open')
    const url = `/v1/submissions/${id}/missing-accounts/${noted.id}`
    assert.equal(
      (await tenant.live.patch(url, { status: 'requested' })).body.data.status,
      'requested',
    )
    assert.equal(
      (await get(id, '/missing-accounts')).find((own: any) => own.id === noted.id).status,
      'requested',
    )
    const types = new Set((await get(id, '/timeline')).map((own: any) => own.type))
    for (const type of [
      'submission.created',
      'document.uploaded',
      'document.parsed',
      'transactions.enriched',
      'submission.processed',
    ]) {
      assert.ok(types.has(type), type)
    }
  })

  test('the last event of the stream is the object that /status returns', async () => {
    const id = await create()
    await upload(id, statement(STATEMENTS[0]!))
    const { raw, headers } = await tenant.live.get(`/v1/submissions/${id}/events`)
    assert.match(String(headers['content-type']), /^text\/event-stream/)
    const updates = [...raw.toString().matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data!),
    )
    assert.deepEqual(updates.at(-1), await get(id, '/status'))
    assert.equal(updates.at(-1).status, 'processed')
    assert.ok(updates.length > 1 && updates[0].status === 'processing')
    assert.ok(
      updates.every((own, index) => index === 0 || own.progress >= updates[index - 1].progress),
    )
    assert.ok(
      updates
        .at(-1)
        .stages.every(({ status }: any) => status === 'succeeded' || status === 'skipped'),
    )
  })

  test('a document that comes after the end starts another run', async () => {
    const id = await create()
    await upload(id, statement(STATEMENTS[0]!))
    await house.settle(60_000)
    await upload(id, statement(STATEMENTS[1]!))
    await house.settle(60_000)
    const run = ['submission.processing', 'submission.processed']
    assert.deepEqual(await listEventTypes(id), ['submission.created', ...run, ...run])
    assert.equal((await get(id, '/status')).attempts, 2)
  })

  test('one unreadable document among good ones is reported, and fails nothing else', async () => {
    const id = await create()
    await upload(id, statement(STATEMENTS[0]!), BROKEN)
    await house.settle(60_000)
    const submission = await get(id)
    assert.equal(submission.status, 'processed')
    assert.equal(submission.counts.documentsFailed, 1)
    assert.ok(submission.dataQuality.reasons.includes('document_failed'))
  })

  test('a submission of which nothing could be read fails with the reason', async () => {
    const id = await create()
    await upload(id, BROKEN)
    await house.settle(60_000)
    const { status, failure } = await get(id)
    assert.deepEqual([status, failure.code, failure.stage], ['failed', 'corrupt_file', 'parse'])
    const last = (await listEvents(id)).at(-1)!
    assert.equal(last.type, 'submission.failed')
    assert.deepEqual(last.data.failure, { code: 'corrupt_file', message: failure.message })
    assert.equal((await get(id, '/status')).last_error.code, 'corrupt_file')
  })

  test('processing a submission that holds nothing fails once and says why', async () => {
    const id = await create()
    const started = await tenant.live.post(`/v1/submissions/${id}/process`)
    assert.deepEqual([started.status, started.body.data.status], [202, 'processing'])
    await house.settle()
    assert.equal((await get(id)).failure.code, 'no_data')
  })

  test('without auto_process nothing runs until requested; the response can wait for the end', async () => {
    const id = await create({ auto_process: false })
    await upload(id, statement(STATEMENTS[0]!))
    await house.settle(60_000)
    assert.equal((await get(id)).status, 'new')
    const processed = await tenant.live.post(`/v1/submissions/${id}/process`, { wait_seconds: 20 })
    assert.deepEqual([processed.status, processed.body.data.status], [200, 'processed'])
    const forced = await tenant.live.post(`/v1/submissions/${id}/process`, {
      wait_seconds: 20,
      force: true,
    })
    assert.equal(forced.body.data.counts.transactions, countRows(STATEMENTS[0]!))
    const reviewed = await tenant.live.patch(`/v1/submissions/${id}`, { status: 'reviewed' })
    assert.equal(reviewed.body.data.status, 'reviewed')
  })

  test('enriching again is a run of its own that leaves the documents alone', async () => {
    const id = await create()
    await upload(id, statement(STATEMENTS[0]!))
    await house.settle(60_000)
    const before = (await get(id, '?expand=documents')).documents
    assert.equal((await tenant.live.post(`/v1/submissions/${id}/enrich`)).status, 202)
    await house.settle(60_000)
    assert.equal((await get(id, '/status')).attempts, 2)
    assert.deepEqual((await get(id, '?expand=documents')).documents, before)
  })

  test('a finishing job that runs twice ends the run once', async () => {
    const id = await create()
    await upload(id, statement(STATEMENTS[0]!))
    await house.settle(60_000)
    await house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.run(sql`
        insert into jobs (environment_id, id, kind, payload)
        select ${tenant.environments.live}, gen_random_uuid(), 'finish-run',
          jsonb_build_object('submissionId', ${id}::text)
        from generate_series(1, 3)`),
    )
    house.house.wakeWorkers()
    await house.settle()
    assert.deepEqual(await listEventTypes(id), [
      'submission.created',
      'submission.processing',
      'submission.processed',
    ])
  })

  test('a deleted submission leaves no row, no file, and no name in what outlives it', async () => {
    const id = await create({
      external_id: 'to-delete',
      name: 'Vanishing Ventures',
      company_info: { ein: '55-5555555' },
    })
    await tenant.live.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] })
    await upload(id, { ...statement(STATEMENTS[0]!), filename: 'vanishing-ventures.pdf' })
    await house.settle(60_000)
    await tenant.live.patch(`/v1/submissions/${id}`, { name: 'Vanishing Ventures Inc' })
    const keys = await inEnvironment<{ storageKey: string }>(
      sql`select storage_key from documents where submission_id = ${id}`,
    )
    const deliveries = await inEnvironment(sql`
      select 1 from deliveries d join events e on e.id = d.event_id where e.submission_id = ${id}`)
    assert.ok(keys.length === 1 && deliveries.length > 0)
    assert.deepEqual((await tenant.live.delete(`/v1/submissions/${id}`)).body.data, {
      id,
      deleted: true,
    })
    assert.equal((await tenant.live.get(`/v1/submissions/${id}`)).status, 404)
    for (const { tableName } of await tablesWith('submission_id')) {
      if (tableName.startsWith('audit_log')) continue
      const rows = await inEnvironment(
        toSql(`select 1 from ${tableName} where submission_id = '${id}'`),
      )
      assert.equal(rows.length, 0, tableName)
    }
    await waitFor(
      async () => !(await house.house.store.exists(tenant.environments.live, keys[0]!.storageKey)),
    )
    for (const table of ['audit_log', 'events', 'deliveries', 'jobs']) {
      const dump = JSON.stringify(
        await inEnvironment(toSql(`select t::text, ${PAYLOADS[table] ?? "''"} from ${table} t`)),
      )
      for (const secret of ['anishing', 'to-delete', '55-5555555'])
        assert.equal(dump.includes(secret), false, `${table} ${secret}`)
    }
    const log = await tenant.live.get(`/v1/audit-log?resource_id=${id}&action=deleted`)
    assert.equal(log.body.data.length, 1)
    assert.equal((await tenant.live.get('/v1/audit-log/verify')).body.data.valid, true)
  })

  const PAYLOADS: Record<string, string> = {
    events: "convert_from(payload, 'UTF8')",
    deliveries: "convert_from(payload, 'UTF8')",
  }

  function toSql(text: string) {
    return sql([text])
  }

  function inEnvironment<Row>(query: ReturnType<typeof toSql>): Promise<Row[]> {
    return house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.rows<Row>(query),
    )
  }

  function tablesWith(column: string): Promise<{ tableName: string }[]> {
    return inEnvironment(sql`
      select table_name from information_schema.columns
      where table_schema = 'public' and column_name = ${column}`)
  }
})

describe('a run by hand', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('a second start is refused while the first runs, unless it restarts', async () => {
    const { id } = (await tenant.live.post('/v1/submissions', {})).body.data
    const start = (body?: object) => tenant.live.post(`/v1/submissions/${id}/process`, body)
    assert.equal((await start()).status, 202)
    const second = await start({})
    assert.deepEqual([second.status, second.body.error.code], [409, 'already_processing'])
    assert.equal((await start({ restart: true })).status, 202)
    const { data } = (await tenant.live.get(`/v1/submissions/${id}/status`)).body
    assert.deepEqual([data.attempts, data.status, data.stage], [2, 'processing', 'match'])
    const archived = await tenant.live.patch(`/v1/submissions/${id}`, { status: 'archived' })
    assert.equal(archived.body.error.code, 'invalid_state_transition')
  })

  test('a document of another submission cannot be processed', async () => {
    const { id } = (await tenant.live.post('/v1/submissions', {})).body.data
    const response = await tenant.live.post(`/v1/submissions/${id}/process`, { document_ids: [id] })
    assert.deepEqual([response.status, response.body.error.code], [404, 'document_not_found'])
    assert.equal((await tenant.live.get(`/v1/submissions/${id}`)).body.data.status, 'new')
  })

  test('the stream of a submission that is deleted meanwhile ends', async () => {
    const { id } = (await tenant.live.post('/v1/submissions', {})).body.data
    const url = `/v1/submissions/${id}/events`
    const headers = { authorization: `Bearer ${tenant.liveKey}` }
    const response = await house.app.inject({ url, headers, payloadAsStream: true })
    let streamed = ''
    for await (const chunk of response.stream()) {
      const isFirst = !streamed.includes('data: ')
      streamed += String(chunk)
      if (isFirst && streamed.includes('data: ')) await tenant.live.delete(`/v1/submissions/${id}`)
    }
    assert.equal(streamed.match(/^data: /gm)!.length, 1)
  })

  test('a form is not JSON, and a process body takes known stages only', async () => {
    const { id } = (await tenant.live.post('/v1/submissions', {})).body.data
    const form = buildForm([])
    const upload = await tenant.live.post(`/v1/submissions/${id}/process`, form.payload, {
      headers: form.headers,
    })
    assert.equal(upload.body.error.code, 'invalid_content_type')
    const stage = await tenant.live.post(`/v1/submissions/${id}/process`, { stages: ['parsee'] })
    assert.equal(stage.body.error.code, 'invalid_enum')
    assert.match(stage.body.error.message, /Did you mean parse\?/)
  })

  test('a job that is committing keeps its lease, and keeps no other from its own', async () => {
    const { database } = house.house
    const environmentId = tenant.environments.live
    const ids = [randomUUIDv7(), randomUUIDv7()]
    await database.withEnvironment(environmentId, (db) =>
      db.run(sql`
        insert into jobs (environment_id, id, kind, payload, state, fence, lease_until)
        select ${environmentId}, id, 'nobody-runs-this', '{}', 'running', 1, now() - interval '1 s'
        from unnest(${ids}::uuid[]) as id`),
    )
    const renewed = await database.withEnvironment(environmentId, async (db) => {
      await db.run(sql`select from jobs where id = ${ids[0]} for update`)
      return database.withSystem((other) =>
        other.rows<{ id: string }>(
          sql`select system_renew_leases(${ids}::uuid[], array[1, 1], interval '1 minute') as id`,
        ),
      )
    })
    assert.deepEqual(renewed.map(({ id }) => id).toSorted(), ids.toSorted())
    await database.withEnvironment(environmentId, (db) =>
      db.run(sql`delete from jobs where id = any (${ids}::uuid[])`),
    )
  })
})
