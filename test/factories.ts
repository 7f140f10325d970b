import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { append } from '../fixtures/pdf-parts.ts'
import { TOTP } from 'otpauth'
import { CRM_FACTORIES, CRM_SAMPLES } from './factories/crm.ts'
import { ENRICHER_FACTORIES, ENRICHER_SAMPLES } from './factories/enrichers.ts'
import { FILE_FACTORIES, FILE_SAMPLES, processLongFile } from './factories/files.ts'
import { INTEGRATION_FACTORIES, INTEGRATION_SAMPLES } from './factories/integrations.ts'
import { OWNER_PASSWORD, type Caller, type TestResponse, type TestFile } from './context.ts'
import type { Factory, Records, Sample, SampleMaker } from './factories/sample.ts'

export type { Factory, Records, Sample, SampleMaker }

const STATEMENT = new URL(
  '../fixtures/statements/running-balance/dormant/statement.pdf',
  import.meta.url,
)

/** A payload of the fixtures, with options around it. */
function providerSample(name: string): Sample {
  const url = new URL(`../fixtures/providers/${name}.json`, import.meta.url)
  return { body: { payload: JSON.parse(readFileSync(url, 'utf8')), options: {} } }
}

function plaidPayload(): object {
  const row = { transaction_id: `p${next()}`, account_id: 'a', iso_currency_code: 'USD' }
  const transactions = [{ ...row, amount: -12.5, date: '2025-03-03', name: 'Sales' }]
  return { payload: { accounts: [], transactions }, options: {} }
}

/** Nothing listens there, so a delivery ends at once. */
const CLOSED_PORT = 'http://127.0.0.1:9/hook'

/** Times a document is looked at before nobody seems to read it. */
const UNREAD_ATTEMPTS = 20

let made = 0

/**
 * One factory for each noun that stands before a parameter, and for each list that can be given
 * rows. The walks fail on a noun without.
 */
export const FACTORIES: Record<string, Factory> = {
  ...INTEGRATION_FACTORIES,
  accounts: async (caller, parents) => {
    const source = (await caller.get(`/v1/data-sources/${parents['data-sources']}`)).body.data
    const last4 = String(1000 + next())
    const account = { number: last4, institution_name: 'Meridian Ridge Bank' }
    await create(caller, '/v1/transactions', { ...transaction(source.submission_id), account })
    const { body } = await caller.get(`/v1/data-sources/${source.id}/accounts?limit=1000`)
    return body.data.find((one: { last4: string }) => one.last4 === last4)!.id
  },
  // The data of every test is old, and the report says so.
  anomalies: async (caller, { submissions = '' }) => {
    await create(caller, '/v1/transactions', transaction(submissions))
    const { body } = await caller.get(`/v1/submissions/${submissions}/anomalies?kind=stale_data`)
    return body.data.anomalies[0].id
  },
  brokers: (caller) => create(caller, '/v1/brokers', broker()),
  'broker-submissions': async (caller) =>
    create(caller, '/v1/broker/submissions', await offered(caller)),
  'broker-api-keys': (caller) =>
    create(caller, '/v1/broker/api-keys', { name: `Key ${next()}`, broker: broker() }),
  ...FILE_FACTORIES,
  // Of a broker's deal, or of nobody's.
  files: async (caller, parents) => {
    if (!parents['broker-submissions']) return processLongFile(caller)
    const url = `/v1/broker/submissions/${parents['broker-submissions']}/files`
    const { body } = await caller.upload(url, [ownLayout()])
    return body.data.files.at(-1).id
  },
  'api-keys': (caller) => create(caller, '/v1/api-keys', apiKey()),
  // What callers send is one source; the further ones of a submission are files.
  'data-sources': async (caller, parents) => {
    if (parents.submissions) return FACTORIES.documents!(caller, parents)
    const submissionId = await FACTORIES.submissions!(caller, {})
    await create(caller, '/v1/transactions', transaction(submissionId))
    return (await caller.get(`/v1/submissions/${submissionId}/data-sources`)).body.data[0].id
  },
  'agent-skills': async () => 'underwrite-a-deal',
  docs: async () => 'quickstart',
  reference: async () => 'submissions',
  deliveries: (caller, parents) => create(caller, `/v1/webhooks/${parents.webhooks}/test`, {}),
  ...CRM_FACTORIES,
  emails: (caller, { submissions }) =>
    create(caller, '/v1/emails', { ...email(), submission_id: submissions ?? null }),
  'stip-requests': (caller, { submissions }) =>
    create(caller, `/v1/submissions/${submissions}/stip-requests`, { to: ['a@example.com'] }),
  'upload-links': async (caller, parents) =>
    create(caller, `/v1/submissions/${await within(caller, parents)}/upload-links`, {}),
  'email-templates': (caller) => create(caller, '/v1/email-templates', emailTemplate()),
  'document-classes': (caller) => create(caller, '/v1/document-classes', documentClass()),
  documents: async (caller, parents) => {
    const submissionId = await within(caller, parents)
    const url = `/v1/submissions/${submissionId}/documents`
    return getCreatedId(await caller.upload(url, [statementFile()]))
  },
  attributes: (caller, { entities }) =>
    create(caller, `/v1/entities/${entities}/attributes`, attribute()),
  entities: (caller) => create(caller, '/v1/entities', entity()),
  events: async (caller) => {
    await FACTORIES.submissions!(caller, {})
    return (await caller.get('/v1/events?limit=1')).body.data[0].id
  },
  // Every call leaves a row, a second later at most.
  'request-log': async (caller) => {
    for (let look = 0; look < UNREAD_ATTEMPTS; look += 1) {
      const [first] = (await caller.get('/v1/request-log?limit=1')).body.data
      if (first) return first.id
      await pause(100)
    }
    throw new Error('No request was logged')
  },
  // Each has at least its company.
  export: (caller) => FACTORIES.submissions!(caller, {}),
  'file-rename-rules': (caller) => create(caller, '/v1/file-rename-rules', renameRule()),
  imports: async (caller, parents) => {
    const id = await within(caller, parents)
    return create(caller, `/v1/submissions/${id}/provider-a-transactions`, plaidPayload())
  },
  'iso-applications': (caller) => create(caller, '/v1/iso-applications', application()),
  // A correction of a statement makes it, for all documents of one layout.
  'taught-layouts': async (caller) => {
    const submissions = await FACTORIES.submissions!(caller, {})
    const url = `/v1/submissions/${submissions}/documents`
    const pdfs = getCreatedId(await caller.upload(url, [ownLayout()]))
    const id = await waitForStatement(caller, { submissions, pdfs })
    const edit = { statements: [{ id, signs: 'turned' }] }
    await caller.patch(`/v1/submissions/${submissions}/pdfs/${pdfs}/statements`, edit)
    const { body } = await caller.get('/v1/taught-layouts?limit=1')
    return body.data[0]?.id ?? randomUUID()
  },
  // What the inbox of a test environment received.
  messages: async (caller) => {
    const { url } = (await caller.get('/v1/sandbox/inbox')).body.data
    const id = await create(caller, '/v1/webhooks', { url, events: ['*'] })
    await caller.post(`/v1/webhooks/${id}/test`, {})
    return (await caller.get('/v1/sandbox/inbox/messages?limit=1')).body.data[0].id
  },
  metrics: async () => 'true_revenue',
  feedback: async (caller, parents) => {
    const id = await FACTORIES.transactions!(caller, parents)
    const input = { category: 'expenses.rent' }
    return (await caller.post(`/v1/transactions/${id}/feedback`, input)).body.data.feedback_id
  },
  funders: async (caller, { submissions }) => {
    const id = await create(caller, '/v1/funders', funder())
    if (submissions)
      await create(caller, `/v1/funders/${id}/submissions`, { submission_id: submissions })
    return id
  },
  linked: async (caller) =>
    FACTORIES.funders!(caller, { submissions: await FACTORIES.submissions!(caller, {}) }),
  groups: async () => 'debt.mca_or_rbf',
  'merchant-groups': async () => 'debt.mca_or_rbf',
  merchants: async (caller) => {
    const submissionId = await FACTORIES.submissions!(caller, {})
    const letters = [...String(next())].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')
    const description = `WIRE TYPE:WIRE IN ORIG:QUARRY ${letters} HOLDINGS ID:1`
    const row = { ...transaction(submissionId), amount: 12.5, description }
    const id = await create(caller, '/v1/transactions', row)
    const { body } = await caller.post('/v1/transactions/enrich', { transaction_ids: [id] })
    assert.equal(body.data.status, 'done')
    return (await caller.get(`/v1/transactions/${id}`)).body.data.merchant_id
  },
  'missing-accounts': async (caller, parents) => {
    const submissionId = await within(caller, parents)
    const mask = 1000 + next()
    await create(caller, '/v1/transactions', {
      ...transaction(submissionId),
      description: `ONLINE TRANSFER TO CHK ...${mask}`,
      category: 'transfers.external_own',
      lock_category: true,
    })
    const { body } = await caller.get(`/v1/submissions/${submissionId}/missing-accounts`)
    const found = body.data.find((one: { account_mask: string }) => one.account_mask === `${mask}`)
    assert.ok(found, 'A transfer to an unknown account is not listed as a missing account')
    return found.id
  },
  pages: async () => '1',
  'parsed-submissions': (caller, parents) => FACTORIES.documents!(caller, parents),
  positions: async (caller, parents) => {
    const submissionId = await within(caller, parents)
    return create(caller, `/v1/submissions/${submissionId}/positions`, position())
  },
  pdfs: (caller, parents) => FACTORIES.documents!(caller, parents),
  policies: (caller, { funders }) =>
    funders
      ? create(caller, `/v1/funders/${funders}/policies`, funderPolicy())
      : create(caller, '/v1/policies', policy()),
  search: (caller) => FACTORIES.submissions!(caller, {}),
  'policy-evaluations': async (caller, parents) => {
    const submission_id = await within(caller, parents)
    const policy_ids = [await FACTORIES.policies!(caller, {})]
    const { body } = await caller.post('/v1/policies/evaluate', { submission_id, policy_ids })
    return body.data.evaluations[0].id
  },
  rules: (caller) => create(caller, '/v1/rules', rule()),
  workflows: (caller) => create(caller, '/v1/workflows', workflow()),
  executions: (caller, { workflows = '' }) => startWorkflow(caller, workflows),
  'workflow-executions': async (caller) => startWorkflow(caller, await activeWorkflow(caller)),
  'workflow-templates': async () => 'fraud_gate',
  ...ENRICHER_FACTORIES,
  // The hook of an active workflow; its token is in the response that made it alone.
  hooks: async (caller) => {
    const draft = { ...workflow(), trigger: { type: 'webhook' } }
    const id = await create(caller, '/v1/workflows', draft)
    const { body } = await caller.post(`/v1/workflows/${id}/activate`)
    return body.data.hook_url.split('/').at(-1)
  },
  mail: async (caller) => {
    const { body } = await caller.post('/v1/emails/hook')
    return body.data.url.split('/').at(-1)
  },
  notes: (caller, { submissions }) =>
    create(caller, `/v1/submissions/${submissions}/notes`, { text: `Note ${next()}` }),
  // Whatever waits is in it.
  queue: (caller) => FACTORIES.approvals!(caller, {}),
  approvals: async (caller) =>
    waitForApproval(caller, await startWorkflow(caller, await activeWorkflow(caller))),
  signals: async (caller, { documents = '' }) => {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const { body } = await caller.get(`/v1/documents/${documents}?expand=signals`)
      if (body.data.signals.length > 0) return body.data.signals[0].id
      // A house without a worker reads nothing; such requests are refused before.
      if (body.data.status === 'uploaded' && attempt >= UNREAD_ATTEMPTS) return randomUUID()
      await pause(50)
    }
    throw new Error('The reader found no signal in the document of a test')
  },
  submissions: async (caller, { funders }) => {
    const id = await create(caller, '/v1/submissions', submission())
    if (!funders) return id
    return create(caller, `/v1/funders/${funders}/submissions`, { submission_id: id })
  },
  timeline: async (caller, { submissions = '' }) => {
    await caller.patch(`/v1/submissions/${submissions}`, { name: `Deal ${next()}` })
    return submissions
  },
  transactions: async (caller, parents) => {
    if (parents.positions) return positionRow(caller, parents.positions)
    return create(caller, '/v1/transactions', transaction(await within(caller, parents)))
  },
  webhooks: (caller) => create(caller, '/v1/webhooks', webhook()),
  invitations: (caller) => create(caller, '/v1/team/invitations', invitation()),
  members: async (caller) => (await makeMember(caller)).id,
  // Of the person who calls, another one than calls; with a key, that of a member.
  sessions: async (caller) => {
    const { status, body } = await caller.get('/v1/user/profile')
    const isPerson = status === 200
    const email = isPerson ? body.data.email : (await makeMember(caller)).email
    if (isPerson) await caller.post('/session', { email, password: OWNER_PASSWORD })
    const list = await caller.get(isPerson ? '/v1/user/sessions' : '/v1/team/sessions')
    return list.body.data.find((one: any) => !one.is_current && (isPerson || one.email === email))
      .id
  },
  // Of the person who calls; with a key, that of a member.
  grants: async (caller) => {
    const { status, body } = await caller.get('/v1/user/profile')
    const isPerson = status === 200
    await letProgramIn(caller, isPerson ? body.data.email : (await makeMember(caller)).email)
    return (await caller.get(isPerson ? '/v1/user/grants' : '/v1/team/grants')).body.data[0].id
  },
  totp: async (caller) => {
    const { body } = await caller.post('/v1/user/mfa/totp', {})
    SECRETS.set(body.data.id, body.data.secret)
    return body.data.id
  },
  mfa: (caller) => FACTORIES.totp!(caller, {}),
  // A version of the settings, where a list of them is to be filled.
  history: async (caller) => {
    const input = { low_balance_threshold: next() }
    return String((await caller.put('/v1/user/settings', input)).body.data.version)
  },
}

const PROGRAM = {
  redirect_uri: 'http://127.0.0.1/callback',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'submissions:read',
}

/** What a person does in the browser to let a program in. */
async function letProgramIn(caller: Caller, email: string): Promise<void> {
  // One that was added before would be requested.
  const { body } = await caller.get('/v1/user/mfa')
  for (const { id } of body.data?.factors ?? []) await caller.delete(`/v1/user/mfa/${id}`)
  const session = await caller.post('/session', { email, password: OWNER_PASSWORD })
  const { redirect_uri, ...rest } = PROGRAM
  const metadata = { client_name: 'A program', redirect_uris: [redirect_uri] }
  const { client_id } = (await caller.post('/oauth/register', metadata)).body
  const query = new URLSearchParams({ redirect_uri, ...rest, client_id })
  const started = await caller.get(`/oauth/authorize?${query.toString()}`)
  const cookie = [readCookies(session), readCookies(started)].join('; ')
  const page = String(started.headers.location)
  const shown = String((await caller.get(page, { headers: { cookie } })).body)
  const tenant_id = /name="tenant_id" value="([^"]+)"/.exec(shown)![1]!
  const form = { decision: 'allow', mode: 'test', tenant_id, scope: rest.scope }
  await caller.post(page, new URLSearchParams(form).toString(), {
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
}

function readCookies({ headers }: TestResponse): string {
  const lines = [headers['set-cookie'] ?? []].flat() as string[]
  return lines.map((line) => line.split(';', 1)[0]).join('; ')
}

/** Of generators, whose confirmation needs a code. */
const SECRETS = new Map<string, string>()

async function makeMember(caller: Caller): Promise<{ id: string; email: string }> {
  const given = invitation()
  const { body } = await caller.post('/v1/team/invitations', given)
  const token = body.data.invite_url.split('#')[1]
  const accepted = await caller.post('/session/invitations/accept', {
    token,
    name: 'A member',
    password: OWNER_PASSWORD,
  })
  return { id: accepted.body.data.user.id, email: given.email }
}

function invitation(): { email: string; role: string } {
  return { email: `member-${next()}-${randomUUID()}@bank.example`, role: 'analyst' }
}

/**
 * What to send to an endpoint so that it succeeds; an endpoint that is not here takes `{}`.
 * The response to a sample is a success: the walks of writes and of retries depend on it.
 */
export const SAMPLES: Record<string, SampleMaker> = {
  ...INTEGRATION_SAMPLES,
  ...FILE_SAMPLES,
  'POST /v1/submissions/bulk': async (caller) => ({
    body: {
      submission_ids: [await FACTORIES.submissions!(caller, {})],
      action: 'tag',
      tags: ['renewal'],
    },
  }),
  'POST /v1/submissions/:id/notes': () => ({ body: { text: 'Called the owner' } }),
  'POST /v1/brokers': () => ({ body: broker() }),
  'PATCH /v1/brokers/:id': () => ({ body: { commission_note: 'Changed' } }),
  'POST /v1/broker/submissions': async (caller) => ({ body: await offered(caller) }),
  'PATCH /v1/broker/submissions/:id': () => ({ body: { notes: 'Changed' } }),
  'POST /v1/broker/submissions/:id/files': () => ({ files: [ownLayout()] }),
  'POST /v1/upload-links/:id/files': () => ({ files: [ownLayout()] }),
  'POST /v1/broker/submissions/:id/submit': requireLittle,
  'POST /v1/broker/submissions/:id/review': async (caller, records) => {
    await requireLittle(caller)
    await caller.post(`/v1/broker/submissions/${records['broker-submissions']}/submit`)
    return { body: { decision: 'start' } }
  },
  'POST /v1/broker/api-keys': () => ({ body: { name: `Key ${next()}`, broker: broker() } }),
  'POST /v1/api-keys': () => ({ body: apiKey() }),
  'POST /v1/team/invitations': () => ({ body: invitation() }),
  'PATCH /v1/team/members/:id': () => ({ body: { role: 'developer' } }),
  'PATCH /v1/user/profile': () => ({ body: { name: 'Changed' } }),
  'POST /v1/user/mfa/totp/:id/confirm': (_, { totp }) => ({
    body: { code: new TOTP({ secret: SECRETS.get(totp!) ?? 'AAAA' }).generate() },
  }),
  'POST /v1/user/mfa/passkey': () => ({ body: { credential: { id: 'of no browser' } } }),
  'POST /v1/api-keys/:id/activate': async (caller, records) => {
    await caller.post(`/v1/api-keys/${records['api-keys']}/deactivate`)
    return {}
  },
  'POST /v1/document-classes': () => ({ body: documentClass() }),
  'PATCH /v1/document-classes/:id': () => ({ body: { label: 'Changed' } }),
  'PATCH /v1/documents/:id/parsed-results': async (caller, { documents }) => {
    // What corrections are made of: a document that is read for its fields.
    await caller.post(`/v1/documents/${documents}/reclassify`, { document_class: 'invoice' })
    return { body: { patches: [{ path: 'fields.total', value: 12.5 }] } }
  },
  'PUT /v1/submissions/:id/attribute-values': () => ({
    body: { values: [{ entity: 'company', attribute: 'dba', value: 'Changed' }] },
  }),
  'POST /v1/submissions/:sid/stip-requests': () => ({ body: { to: ['a@example.com'] } }),
  ...CRM_SAMPLES,
  'POST /v1/emails': () => ({ body: email() }),
  'POST /v1/email-templates': () => ({ body: emailTemplate() }),
  'PATCH /v1/email-templates/:id': () => ({ body: { description: 'Changed' } }),
  'PATCH /v1/documents/:id': () => ({ body: { display_name: 'Changed' } }),
  'PATCH /v1/documents/:id/signals/:signalId': () => ({
    body: { is_dismissed: true, reason: 'Confirmed by the bank' },
  }),
  'POST /v1/documents/:id/reclassify': () => ({ body: { document_class: 'invoice' } }),
  'POST /v1/documents/:id/split': () => ({ body: { ranges: [{ start_page: 1, end_page: 1 }] } }),
  'PATCH /v1/data-sources/:id': () => ({ body: { name: 'Changed' } }),
  'PATCH /v1/data-sources/:dsid/accounts/:id': () => ({ body: { name: 'Changed' } }),
  'POST /v1/entities': () => ({ body: entity() }),
  'PATCH /v1/entities/:id': () => ({ body: { label: 'Changed' } }),
  'POST /v1/entities/bulk-save': async (caller) => ({
    body: {
      submission_id: await FACTORIES.submissions!(caller, {}),
      entities: [
        entity(),
        { name: 'company', values: [{ attribute: 'dba', value: 'Changed', reason: 'The sign' }] },
      ],
    },
  }),
  'POST /v1/entities/:id/attributes': () => ({ body: attribute() }),
  'PATCH /v1/entities/:id/attributes/:aid': () => ({ body: { label: 'Changed' } }),
  'POST /v1/entities/:eid/sources': () => ({
    body: { attribute: 'plate', type: 'metadata', config: { path: 'plate' }, order: 1 },
  }),
  'POST /v1/file-rename-rules': () => ({ body: renameRule() }),
  'PATCH /v1/file-rename-rules/:id': () => ({ body: { template: '{{year}}' } }),
  'PUT /v1/submissions/:id/pdfs/:pid': () => ({ body: { notes: 'Looked at' } }),
  'POST /v1/submissions/:id/pdfs/:pid/currency': () => ({ body: { currency: 'CAD' } }),
  'PATCH /v1/submissions/:id/pdfs/:pid/statements': async (caller, records) => ({
    body: {
      statements: [{ id: await waitForStatement(caller, records), institution_name: 'Changed' }],
    },
  }),
  'POST /v1/submissions/:id/documents/:docId/rename': () => ({ body: { name: 'july.pdf' } }),
  'PATCH /v1/merchants/:id': () => ({ body: { default_category: 'expenses.rent' } }),
  'POST /v1/feedback': async (caller) => ({
    body: {
      target_type: 'transaction',
      target_id: await FACTORIES.transactions!(caller, {}),
      kind: 'correction',
      value: { category: 'expenses.rent' },
      comment: 'The office',
    },
  }),
  'POST /v1/funders': () => ({ body: funder() }),
  'PATCH /v1/funders/:id': () => ({ body: { notes: 'Changed' } }),
  'POST /v1/funders/:id/submissions': async (caller) => ({
    body: { submission_id: await FACTORIES.submissions!(caller, {}), status: 'submitted' },
  }),
  'POST /v1/funders/:id/submissions/preview': async (caller) => ({
    body: { submission_id: await FACTORIES.submissions!(caller, {}) },
  }),
  'PATCH /v1/funders/:fid/submissions/:id': () => ({ body: { status: 'pending', notes: 'Sent' } }),
  'POST /v1/funders/:fid/policies': () => ({ body: funderPolicy() }),
  'PATCH /v1/funders/:fid/policies/:id': () => ({ body: { is_active: false } }),
  'POST /v1/submissions/:sid/funders/match': async (caller) => {
    const funders = await FACTORIES.funders!(caller, {})
    await FACTORIES.policies!(caller, { funders })
    return { body: { requested_amount: 20_000, link: true, min_status: 'missing_data' } }
  },
  'POST /v1/iso-applications': () => ({ body: application() }),
  'POST /v1/integrations/import': async (caller) => ({
    body: { submission_id: await within(caller, {}), provider: 'plaid', ...plaidPayload() },
  }),
  'POST /v1/submissions/:id/provider-a-assets': () => providerSample('plaid/asset-report'),
  'POST /v1/submissions/:id/provider-a-transactions': () => ({ body: plaidPayload() }),
  'POST /v1/submissions/:id/provider-c': () => providerSample('ocrolus/book-summary'),
  'POST /v1/submissions/:id/provider-d': () => providerSample('yodlee/transactions'),
  'POST /v1/submissions/:id/provider-e': () => providerSample('decision_logic/report-json'),
  'POST /v1/submissions/:id/provider-f': () => providerSample('inscribe/document'),
  'POST /v1/merchants/extract': () => ({ body: { description: 'SQ *GOOD EATS', amount: -12.5 } }),
  'POST /v1/policies': () => ({ body: policy() }),
  'PATCH /v1/policies/:id': () => ({ body: { description: 'Changed' } }),
  'POST /v1/policies/evaluate': async (caller) => ({
    body: {
      submission_id: await within(caller, {}),
      policy_ids: [await FACTORIES.policies!(caller, {})],
    },
  }),
  'POST /v1/submissions/:id/policy-evaluations/:evaluationId/overrides': async (
    caller,
    records,
  ) => {
    const url = `/v1/submissions/${records.submissions}/policy-evaluations`
    const { body } = await caller.get(url)
    const rule_id = body.data?.[0]?.results[0].rule_id ?? randomUUID()
    return { body: { rule_id, result: 'passed', reason: 'Seen on paper' } }
  },
  'POST /v1/submissions/:id/policy/progress': async (caller) => {
    const { body } = await caller.post('/v1/policies', policy({ kind: 'manual' }))
    const { id: policy_id, rule_ids } = body.data
    return { body: { policy_id, rule_id: rule_ids[0], state: 'in_progress', note: 'Begun' } }
  },
  'POST /v1/rules': () => ({ body: rule() }),
  'PATCH /v1/rules/:id': () => ({ body: { value: 20_000, description: 'Changed' } }),
  'POST /v1/rules/:id/evaluate': async (caller) => ({
    body: { submission_id: await within(caller, {}), dry_run: true },
  }),
  'POST /v1/submissions': () => ({ body: submission() }),
  'PATCH /v1/submissions/:id': () => ({ body: { name: 'Changed', metadata: { desk: 'east' } } }),
  'POST /v1/submissions/:sid/documents': () => ({ files: [statementFile()] }),
  // A stream ends when nothing can happen any more.
  'GET /v1/submissions/:id/events': async (caller, { submissions }) => {
    await caller.patch(`/v1/submissions/${submissions}`, { status: 'archived' })
    return {}
  },
  ...ENRICHER_SAMPLES,
  'POST /v1/submissions/:id/workflow': async (caller) => ({
    body: { workflow_id: await activeWorkflow(caller), input: { amount: 1 } },
  }),
  'POST /v1/workflows': () => ({ body: workflow() }),
  'POST /v1/workflows/start': async (caller) => ({
    body: { workflow_id: await activeWorkflow(caller), submission_id: await within(caller, {}) },
  }),
  'POST /v1/workflows/:id/deactivate': async (caller, { workflows }) => {
    await caller.post(`/v1/workflows/${workflows}/activate`)
    return {}
  },
  'POST /v1/workflow-executions/:id/retry': async (caller, parents) => {
    await caller.post(`/v1/workflow-executions/${parents['workflow-executions']}/cancel`)
    return {}
  },
  'PUT /v1/workflows/:id': () => ({ body: { ...workflow(), edges: [] } }),
  'PATCH /v1/workflows/:id': () => ({ body: { description: 'Changed' } }),
  'POST /v1/workflows/:id/run': () => ({ body: { input: { amount: 1 } } }),
  'POST /v1/workflow-templates/:id/clone': () => ({ body: { name: `Clone ${next()}` } }),
  'POST /v1/workflow-executions/:id/approve': async (caller, parents) => {
    await waitForApproval(caller, parents['workflow-executions']!)
    return { body: { decision: 'approved', comment: 'Go' } }
  },
  'POST /v1/approvals/:id/decide': () => ({ body: { decision: 'rejected' } }),
  'PATCH /v1/submissions/:id/anomalies/:aid': () => ({ body: { status: 'confirmed' } }),
  'PATCH /v1/submissions/:id/missing-accounts/:maid': () => ({ body: { status: 'requested' } }),
  'POST /v1/transactions': async (caller) => ({
    body: { ...transaction(await within(caller, {})), metadata: {} },
  }),
  'POST /v1/transactions/bulk': async (caller) => {
    const submissionId = await within(caller, {})
    const { submission_id: _, ...row } = transaction(submissionId)
    return { body: { submission_id: submissionId, transactions: [row, row], enrich: false } }
  },
  'PATCH /v1/transactions/:id': () => ({ body: { description: 'CHANGED' } }),
  'POST /v1/transactions/:id/feedback': () => ({
    body: { category: 'expenses.rent', comment: 'The office' },
  }),
  'POST /v1/transactions/enrich': async (caller, records) => ({
    body: { transaction_ids: [await FACTORIES.transactions!(caller, records)], persist: true },
  }),
  'POST /v1/submissions/:id/offers': () => ({
    body: { advance: 20_000, factor: 1.3, term: 6, frequency: 'daily' },
  }),
  'POST /v1/submissions/:sid/positions': () => ({ body: position() }),
  'PATCH /v1/positions/:id': () => ({ body: { confirmation: 'confirmed', factor_rate: 1.3 } }),
  'POST /v1/positions/:id/merge': async (caller, { positions = '' }) => {
    const { submission_id: submissions } = (await caller.get(`/v1/positions/${positions}`)).body
      .data
    const other = await FACTORIES.positions!(caller, { submissions })
    return { body: { position_ids: [other] } }
  },
  'POST /v1/positions/:id/split': async (caller, { positions = '' }) => {
    await positionRow(caller, positions)
    return { body: { transaction_ids: [await positionRow(caller, positions)] } }
  },
  'PUT /v1/user/settings': () => ({ body: { low_balance_threshold: 750 } }),
  'POST /v1/user/settings/preview': () => ({ body: { settings: { low_balance_threshold: 1000 } } }),
  'PUT /v1/user/layout': async (caller) => {
    const { version: _, updated_at: _at, ...body } = (await caller.get('/v1/user/layout')).body.data
    return { body: { ...body, density: 'compact' } }
  },
  'POST /v1/user/logo': () => ({ files: [logoFile()] }),
  'GET /v1/user/logo': async (caller) => {
    await caller.upload('/v1/user/logo', [logoFile()])
    return {}
  },
  'DELETE /v1/user/logo': async (caller) => {
    await caller.upload('/v1/user/logo', [logoFile()])
    return {}
  },
  'POST /v1/webhooks': () => ({ body: webhook() }),
  'POST /v1/sandbox/events': () => ({ body: { type: 'document.parsed' } }),
  'POST /v1/sandbox/deals': () => ({ body: { sample: 'documents' } }),
  'POST /v1/webhooks/:id/replay': () => ({ body: { since: '2025-01-01T00:00:00Z' } }),
  'PATCH /v1/webhooks/:id': () => ({ body: { description: 'Changed' } }),
}

/** An export whose heads are those of no other; letters alone distinguish layouts. */
function ownLayout(): TestFile {
  const name = String.fromCharCode(
    ...String(next())
      .split('')
      .map((digit) => 97 + Number(digit)),
  )
  const text = `Date,Description,Amount,Note ${name}\n2025-07-02,GROCER,100.00,a\n2025-07-03,FUEL,50.00,b\n`
  return { filename: `layout-${name}.csv`, bytes: Buffer.from(text) }
}

/** Looks at a document that nobody has begun to read before it is taken for one nobody will. */
const LOOKS_MAX = 150

/** A statement of a PDF once it was read; nobody's where no worker runs. */
async function waitForStatement(caller: Caller, { submissions, pdfs }: Records): Promise<string> {
  for (let looks = 0; ; looks += 1) {
    const { body } = await caller.get(`/v1/submissions/${submissions}/pdfs/${pdfs}`)
    // An export is listed once it was found to be a statement.
    const { status, statements } = body.data ?? { status: 'uploaded', statements: [] }
    if (statements.length > 0) return statements[0].id
    if (status === 'failed' || (status === 'uploaded' && looks > LOOKS_MAX)) return randomUUID()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A record of its own for a submission's child that is read without its parent. */
async function within(caller: Caller, { submissions }: Records): Promise<string> {
  return submissions ?? (await FACTORIES.submissions!(caller, {}))
}

async function create(caller: Caller, url: string, body: object): Promise<string> {
  return getCreatedId(await caller.post(url, body))
}

/** The id in the response to a create; fails unless it succeeded. */
export function getCreatedId({ status, body }: TestResponse): string {
  assert.ok(status < 300, `Creating got ${status}: ${JSON.stringify(body)}`)
  return body.data.id
}

function broker(): { name: string; email: string } {
  const number = next()
  return { name: `Broker ${number}`, email: `broker-${number}@example.com` }
}

/** A deal that the lender enters for a broker. */
async function offered(caller: Caller): Promise<object> {
  const brokerId = await FACTORIES.brokers!(caller, {})
  return { broker_id: brokerId, business: { name: `Offered deal ${next()}` } }
}

/** Has the tenant of the caller require no more than a name. */
async function requireLittle(caller: Caller): Promise<Sample> {
  await caller.put('/v1/user/settings', { broker_requirements: ['business_name'] })
  return {}
}

function apiKey(): object {
  return { name: `Key ${next()}`, scopes: ['usage:read'], metadata: { made: 'for a test' } }
}

function email(): object {
  return { to: ['a@example.com'], subject: `Mail ${next()}`, text: 'Hello' }
}

function emailTemplate(): object {
  return { name: `Template ${next()}`, subject: '{{ submission.name }}', text: 'Hello' }
}

function documentClass(): object {
  return { name: `test_class_${next()}`, label: 'Test class', description: 'Made for a test.' }
}

function funder(): object {
  const reached = { submission_channel: 'email', submission_email: 'deals@funder.example' }
  return {
    name: `Funder ${next()} Capital`,
    kind: 'mca',
    ...reached,
    defaults: { factor_min: 1.2 },
  }
}

function funderPolicy(): object {
  const criteria = [
    { name: 'min_fico', value: 600 },
    { name: 'allowed_states', value: ['NY'] },
  ]
  return { name: `Standard ${next()}`, criteria, offer: { term: 6 } }
}

function entity(): object {
  const plate = { name: 'plate', type: 'string' }
  return { name: `vehicle_${next()}`, label: 'Vehicle', cardinality: 'many', attributes: [plate] }
}

function attribute(): object {
  return { name: `mileage_${next()}`, type: 'number', label: 'Mileage' }
}

function renameRule(): object {
  return { name: `Rule ${next()}`, template: '{{institution_name}} {{statement_month}}', order: 1 }
}

function submission(): object {
  const name = `Deal ${next()}`
  return { external_id: name, name, company_info: { name, ein: '12-3456789' }, metadata: {} }
}

function application(): object {
  const owner = { first_name: 'Ines', last_name: 'Kowal', ownership_percent: 100 }
  return { business: { name: `Business ${next()} LLC` }, owners: [owner] }
}

function rule(): object {
  const condition = { metric: 'monthly_true_revenue', operator: 'greater_than', value: 10_000 }
  return { name: `Rule ${next()}`, ...condition }
}

function policy(input: object = rule()): object {
  return { name: `Policy ${next()}`, rules: [{ name: `Rule ${next()}`, ...input }] }
}

function position(): object {
  return { funder_name: `Funder ${next()}`, advance_amount: 25_000, payment_amount: 500 }
}

/** A new row of the position's submission that a person says is its payment. */
async function positionRow(caller: Caller, id: string): Promise<string> {
  const { submission_id: submissionId } = (await caller.get(`/v1/positions/${id}`)).body.data
  const row = await create(caller, '/v1/transactions', transaction(submissionId))
  await caller.post(`/v1/transactions/${row}/feedback`, { position_id: id })
  return row
}

function transaction(submissionId: string) {
  const description = `CARD PURCHASE ${next()}`
  return { submission_id: submissionId, date: '2025-03-03', amount: -12.5, description }
}

function webhook(): object {
  return { url: CLOSED_PORT, events: ['policy.evaluated'], description: `Hook ${next()}` }
}

/**
 * A statement whose bytes are new each time, so that it is nobody's duplicate. It has signals: it
 * says that it was printed from a browser in another year, and was added to later.
 */
function statementFile(): TestFile {
  const source = readFileSync(STATEMENT, 'latin1')
    .replace('Ledgerprint PDF Library 4.0', 'Skia/PDF m141'.padEnd(27))
    .replace(/\(D:20\d\d/, '(D:2024')
  const added = append(Buffer.from(source, 'latin1'), new Map([[900, `(${next()})`]]))
  return { filename: 'statement.pdf', contentType: 'application/pdf', bytes: Buffer.from(added) }
}

/** A picture that any tenant could have as its logo. */
export function logoFile(): TestFile {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"/>')
  return { filename: 'logo.svg', contentType: 'image/svg+xml', bytes }
}

function next(): number {
  made += 1
  return made
}

/** It waits, so that its runs are open as long as a test needs. */
function workflow(): object {
  const nodes = [
    { type: 'set_variable', config: { name: 'seen', value: true } },
    { type: 'approval', config: { title: 'Go on?', assignees: ['owner'] } },
  ]
  return { name: `Workflow ${next()}`, trigger: { type: 'manual' }, nodes }
}

async function activeWorkflow(caller: Caller): Promise<string> {
  const id = await create(caller, '/v1/workflows', workflow())
  await caller.post(`/v1/workflows/${id}/activate`)
  return id
}

async function startWorkflow(caller: Caller, workflowId: string): Promise<string> {
  await caller.post(`/v1/workflows/${workflowId}/activate`)
  return create(caller, '/v1/workflows/start', { workflow_id: workflowId })
}

/** The id of the approval that a run waits for; of nobody's where no worker performs its steps. */
async function waitForApproval(caller: Caller, runId: string): Promise<string> {
  for (let look = 0; look < UNREAD_ATTEMPTS; look += 1) {
    const { body } = await caller.get('/v1/approvals?status=pending')
    const found = body.data.find((one: { run_id: string }) => one.run_id === runId)
    if (found) return found.id
    await pause(100)
  }
  return randomUUID()
}
