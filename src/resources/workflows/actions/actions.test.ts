import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { Value } from 'typebox/value'
import { listPorts } from '../../../core/workflow/graph.ts'
import { completeGraph } from '../../../core/workflow/complete.ts'
import { NODE_TYPES } from '../../../core/workflow/nodes/index.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { useReceiver } from '../../../../test/fakes/receiver.ts'
import { INTEGRATION_FACTORIES } from '../../../../test/factories/integrations.ts'
import { isSignedBy } from '../../webhooks/deliveries/sending/signature.ts'
import { isPerformed } from './index.ts'
import { waitFor } from '../../../../test/wait-until.ts'

const STATEMENT = `${import.meta.dirname}/../../../../fixtures/statements/running-balance/funded/statement.pdf`

const FILE = `${import.meta.dirname}/../../../../fixtures/statements/date-groups/page-break/statement.pdf`

describe('a type of node', () => {
  const house = useTestHouse()
  const receiver = useReceiver()
  let tenant: TestTenant
  let deal: string
  let document: string
  let pages: string
  const ids = {
    other: '',
    rule: '',
    policy: '',
    funder: '',
    workflow: '',
    several: '',
    crm: '',
    feed: '',
  }

  before(async () => {
    tenant = await house.tenant()
    const hosts = { allowed_outbound_hosts: ['127.0.0.1'] }
    assert.equal((await tenant.live.put('/v1/user/settings', hosts)).status, 200)
    deal = await makeDeal()
    ids.other = await create('/v1/submissions', { name: 'Elm Bakery' })
    const condition = { metric: 'nsf_count', operator: 'less_than_or_equal', value: 3 }
    ids.rule = await create('/v1/rules', { name: 'Few NSF', ...condition })
    ids.policy = await create('/v1/policies', {
      name: 'House',
      rules: [{ name: 'Few', ...condition }],
    })
    ids.funder = await create('/v1/funders', {
      name: 'Oak Capital',
      submission_email: 'a@oak.example',
      submission_channel: 'email',
    })
    ids.feed = await INTEGRATION_FACTORIES.integrations!(tenant.live, {})
    await create('/v1/integrations/provider-a/exchange-token', {
      public_token: 'public-sandbox-any',
      submission_id: deal,
      integration_id: ids.feed,
    })
    ids.crm = await create('/v1/crm-integrations', { provider: 'csv', name: 'Desk' })
    for (const app of ['slack_webhook', 'teams_webhook'])
      await tenant.live.post(`/v1/apps/${app}/install`, {
        config: { webhook_url: receiver.url },
        accept_permissions: true,
      })
    await tenant.live.post('/v1/apps/s3_bucket/install', {
      config: {
        bucket: 'desk',
        region: 'eu-central-1',
        endpoint: new URL(receiver.url).origin,
        access_key_id: 'AKIADESK',
        secret_access_key: 'of-the-desk',
      },
      accept_permissions: true,
    })
    const draft = { name: 'Inner', trigger: { type: 'manual' }, nodes: [{ type: 'parallel' }] }
    ids.workflow = await create('/v1/workflows', draft)
    await tenant.live.post(`/v1/workflows/${ids.workflow}/activate`)
  })

  async function create(path: string, body: object): Promise<string> {
    const made = await tenant.live.post(path, body)
    assert.ok(made.status < 300, `${path}: ${JSON.stringify(made.body)}`)
    return made.body.data.id
  }

  async function makeDeal(): Promise<string> {
    const id = await create('/v1/submissions', { name: 'Oak Bakery' })
    document = await upload(id, STATEMENT)
    ids.several = await create('/v1/submissions', { name: 'Ash Bakery' })
    pages = await upload(ids.several, FILE)
    await house.settle(60_000)
    return id
  }

  async function upload(submissionId: string, path: string): Promise<string> {
    const bytes = readFileSync(path)
    const { body } = await tenant.live.upload(`/v1/submissions/${submissionId}/documents`, [
      { filename: 'statement.pdf', contentType: 'application/pdf', bytes },
    ])
    return body.data.id ?? body.data[0].id
  }

  /** A config for each type that runs; a new type needs its own. */
  const samples = (): Record<string, Record<string, unknown>> => ({
    condition: { expression: 'submission.name == "Oak Bakery"' },
    switch: { value: 'a', cases: [{ name: 'first', equals: 'a' }] },
    delay: { for: { value: 1, unit: 'seconds' } },
    loop: { items: [1, 2] },
    parallel: {},
    join: {},
    wait_for_event: { event_type: 'submission.processed', timeout: { value: 1, unit: 'seconds' } },
    approval: { title: 'Go?', assignees: ['owner'], timeout: { value: 1, unit: 'seconds' } },
    stop: { status: 'succeeded', message: 'Enough' },
    sub_workflow: { workflow_id: ids.workflow },
    get_submission: {},
    list_submissions: { q: 'Oak', newer_than_days: 1, limit: 5 },
    update_submission: { metadata: { desk: 'east' } },
    create_submission: { name: 'Twin', external_id: 'twin-1' },
    process_submission: {},
    find_duplicates: {},
    add_tag: { tag: 'seen' },
    set_stage: { stage: 'ready' },
    assign: { user_id: tenant.owner.id },
    list_documents: { document_classes: ['bank_statement'] },
    classify_document: { document_id: document },
    parse_document: { document_id: document },
    split_document: {
      document_id: pages,
      ranges: [
        { start_page: 1, end_page: 1 },
        { start_page: 2, end_page: 2 },
      ],
    },
    reclassify_document: { document_id: document, document_class: 'bank_statement' },
    rename_document: { document_id: document, filename: 'Oak.pdf' },
    check_required_documents: { months: 3 },
    check_authenticity: {},
    request_documents: {
      to: ['owner@oak.example'],
      reminder_business_days: [1],
      timeout: { value: 1, unit: 'seconds' },
    },
    enrich_transactions: {},
    query_transactions: { direction: 'inflow', limit: 5 },
    compute_metric: { metric: 'true_revenue' },
    get_report: { report: 'scorecard' },
    detect_anomalies: { severity: 'high' },
    evaluate_policy: { policy_ids: [ids.policy] },
    evaluate_rule: { rule_id: ids.rule },
    match_funders: {},
    submit_to_funder: { funder_id: ids.funder },
    estimate_offer: {},
    resolve_attributes: {},
    set_attribute: { entity: 'company', attribute: 'industry', value: 'Bakery' },
    http_request: { method: 'PUT', url: receiver.url, body: { deal: '{{ submission.id }}' } },
    send_webhook: { url: receiver.url, payload: { deal: '{{ submission.id }}' } },
    send_email: {
      to: ['desk@lender.example'],
      cc: ['manager@lender.example'],
      subject: 'New deal',
      body: '{{ submission.name }}',
    },
    export_report: { report: 'scorecard', format: 'pdf' },
    import_transactions: { integration_id: ids.feed },
    crm_sync: { connection_id: ids.crm },
    run_enricher: { enricher: 'holiday_calendar' },
    notify_slack: { text: 'New deal {{ submission.name }}' },
    notify_teams: { text: 'New deal {{ submission.name }}' },
    save_to_storage: { path: 'deals/{{ submission.id }}' },
    create_note: { text: 'Looked at {{ submission.name }}' },
    set_variable: { name: 'found', value: 1 },
    transform: { fields: { a: 1 } },
    archive_submission: { submission_id: ids.other },
  })

  async function runNode(type: string, config: object): Promise<any> {
    const node = { id: 'one', type, config }
    const draft = { name: `Type ${type}`, trigger: { type: 'manual' }, nodes: [node] }
    const id = await create('/v1/workflows', draft)
    const active = await tenant.live.post(`/v1/workflows/${id}/activate`)
    assert.equal(active.status, 200, JSON.stringify(active.body))
    const run = await create('/v1/workflows/start', {
      workflow_id: id,
      submission_id: type === 'split_document' ? ids.several : deal,
    })
    return follow(run)
  }

  async function follow(id: string): Promise<any> {
    return waitFor(async () => {
      const run = (await tenant.live.get(`/v1/workflow-executions/${id}`)).body.data
      return run.finished_at !== null && run
    }, `${id} does not end`)
  }

  for (const { type, output } of NODE_TYPES)
    test(`${type} runs on a deal, by a port and with fields that it declares`, async () => {
      const config = samples()[type]
      assert.ok(config, `${type} has no sample`)
      const run = await runNode(type, config)
      assert.deepEqual([run.status, run.error], ['succeeded', null])
      const [step] = run.steps
      const { nodes } = completeGraph({
        trigger: { type: 'manual' },
        nodes: [{ id: 'one', type, config }],
      })
      if (step.branch !== null) assert.ok(listPorts(nodes[0]!).includes(step.branch), step.branch)
      if (step.branch === 'timeout') return
      assert.deepEqual([...Value.Errors(output, step.output)], [])
      const declared = Object.keys((output as { properties?: object }).properties ?? {})
      const extra = Object.keys(step.output).filter((name) => !declared.includes(name))
      if (type !== 'transform') assert.deepEqual(extra, [])
    })

  test('that is declared is performed', () => {
    const idle = NODE_TYPES.filter(({ type }) => !isPerformed(type))
    assert.deepEqual(
      idle.map(({ type }) => type),
      [],
    )
  })

  test('that calls the outside sends one key for every attempt, to hosts of the settings alone', async () => {
    receiver.received.length = 0
    receiver.script([{ status: 503 }])
    const id = await create('/v1/workflows', {
      name: 'Retries',
      trigger: { type: 'manual' },
      nodes: [
        {
          id: 'call',
          type: 'http_request',
          config: { method: 'POST', url: receiver.url },
          settings: { retries: { max: 2, backoff_seconds: 1 } },
        },
        {
          id: 'other',
          type: 'http_request',
          config: { method: 'GET', url: 'https://other.example/' },
          settings: { on_error: 'continue' },
        },
      ],
    })
    await tenant.live.post(`/v1/workflows/${id}/activate`)
    const runId = await create('/v1/workflows/start', { workflow_id: id })
    const { steps } = await follow(runId)
    assert.deepEqual([steps[0].status, steps[0].attempt], ['succeeded', 2])
    assert.match(steps[0].logs[0].message, /Attempt 1 failed with call_failed/)
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual(keys, [`wf_${runId}_call`, `wf_${runId}_call`])
    assert.equal(steps[1].error.code, 'host_not_allowed')
  })

  test('send_webhook is signed as the webhooks of the service are, by the secret of its workflow', async () => {
    receiver.received.length = 0
    const id = await create('/v1/workflows', {
      name: 'Signed',
      trigger: { type: 'manual' },
      nodes: [{ type: 'send_webhook', config: { url: receiver.url, payload: { a: 1 } } }],
    })
    const active = await tenant.live.post(`/v1/workflows/${id}/activate`)
    const secret = active.body.data.signing_secret
    assert.match(secret, /^whsec_/)
    await follow(await create('/v1/workflows/start', { workflow_id: id }))
    const [got] = receiver.received
    const sent = { bytes: Buffer.from(got!.body), headers: got!.headers as Record<string, string> }
    assert.ok(isSignedBy(secret, sent, Date.now()))
    assert.equal(sent.headers['webhook-id'], sent.headers['idempotency-key'])
    const shown = await tenant.live.get(`/v1/workflows/${id}`)
    assert.equal(shown.body.data.signing_secret, null)
  })
})
