import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { useReceiver } from '../../../test/fakes/receiver.ts'
import { ENRICHER_NAMES } from '../../core/enrichers/index.ts'
import { PROVIDER_NAMES } from '../../core/crm/providers.ts'
import { NODE_TYPES } from '../../core/workflow/nodes/index.ts'
import { SCOPES } from '../../core/values/access/scopes.ts'
import { APPS } from '../records/apps/catalogue.ts'
import { IMPORT_PROVIDERS, ImportOptions } from '../imports/schemas.ts'

const ACCEPTED = { accept_permissions: true }
const NOBODY = '01900000-0000-7000-8000-000000000000'
const KEYS = { access_key_id: 'AKIADESK', secret_access_key: 'of-the-desk' }
const BUCKET = { ...KEYS, bucket: 'desk', region: 'local' }

describe('the catalogue of apps', () => {
  test('names code that is there, and scopes that exist', () => {
    const known = {
      enrichers: ENRICHER_NAMES,
      imports: IMPORT_PROVIDERS as string[],
      nodeTypes: NODE_TYPES.map(({ type }) => type),
      crms: PROVIDER_NAMES as readonly string[],
      mailboxes: ['imap'],
    }
    for (const { slug, switchesOn, permissions, config } of APPS) {
      const named = Object.entries(switchesOn) as [keyof typeof known, string[]][]
      assert.ok(named.length > 0, `${slug} switches something on`)
      for (const [kind, names] of named)
        for (const name of names) assert.ok(known[kind].includes(name), `${slug}: ${name}`)
      for (const scope of permissions) assert.ok(SCOPES.includes(scope), `${slug}: ${scope}`)
      if (switchesOn.imports)
        for (const option of Object.keys(config.properties))
          assert.ok(option in ImportOptions.properties, `${slug}: ${option}`)
    }
    const slugs = APPS.map(({ slug }) => slug)
    assert.equal(new Set(slugs).size, slugs.length)
  })

  test('has the app of each node that needs one', () => {
    const needed = NODE_TYPES.flatMap(({ requires }) => requires)
      .filter((name) => name.startsWith('app:'))
      .map((name) => name.slice('app:'.length))
    for (const slug of needed)
      assert.ok(
        APPS.some((app) => app.slug === slug),
        slug,
      )
  })
})

describe('apps', () => {
  const house = useTestHouse({}, { worker: false })
  const receiver = useReceiver()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  const install = (slug: string, body: object) => tenant.live.post(`/v1/apps/${slug}/install`, body)
  const uninstall = (slug: string) => tenant.live.delete(`/v1/apps/${slug}/uninstall`)

  test('are installed once, listed, found by id or slug, and uninstalled', async () => {
    const made = await install('plaid', { config: { include_pending: true }, ...ACCEPTED })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { body: listed } = await tenant.live.get('/v1/apps/installed')
    assert.deepEqual(
      listed.data.map((app: any) => [app.slug, app.installation.config]),
      [['plaid', { include_pending: true }]],
    )
    const { body: byId } = await tenant.live.get(`/v1/apps/${made.body.data.app_id}`)
    assert.deepEqual([byId.data.slug, byId.data.is_installed], ['plaid', true])
    assert.equal((await install('plaid', ACCEPTED)).body.error.code, 'already_installed')
    assert.equal((await tenant.test.get('/v1/apps/plaid')).body.data.is_installed, false)
    assert.equal((await uninstall('plaid')).body.data.is_installed, false)
    assert.equal((await uninstall('plaid')).body.error.code, 'not_installed')
  })

  test('are refused without accepted permissions, with a wrong config, or where nothing backs them', async () => {
    const cases = [
      ['plaid', { accept_permissions: false }, 'permissions_not_accepted', 'accept_permissions'],
      ['plaid', { config: { sing: 'auto' }, ...ACCEPTED }, 'unknown_field', 'config.sing'],
      ['slack_webhook', ACCEPTED, 'missing_field', 'config.webhook_url'],
      [
        'slack_webhook',
        { config: { webhook_url: 'http://10.0.0.1/x' }, ...ACCEPTED },
        'url_not_allowed',
        'config.webhook_url',
      ],
      [
        's3_bucket',
        { config: { ...BUCKET, prefix: 'desk/../other' }, ...ACCEPTED },
        'invalid_format',
        'config.prefix',
      ],
      [
        's3_bucket',
        { config: { ...BUCKET, endpoint: 'http://169.254.169.254' }, ...ACCEPTED },
        'url_not_allowed',
        'config.endpoint',
      ],
      ['ofac_list', ACCEPTED, 'app_unavailable', undefined],
      ['plad', ACCEPTED, 'app_not_found', undefined],
    ] as const
    for (const [slug, body, code, param] of cases) {
      const { error } = (await install(slug, body)).body
      assert.deepEqual([error?.code, error?.param ?? undefined], [code, param], slug)
    }
    assert.match((await install('plad', ACCEPTED)).body.error.message, /Did you mean plaid/)
  })

  test('of a mailbox has it read, and takes the integration with it', async () => {
    const secrets = { user: 'intake', password: 'secret-part' }
    const inside = await install('imap', { config: { ...secrets, base_url: 'imaps://10.0.0.1' }, ...ACCEPTED }) // prettier-ignore
    assert.deepEqual([inside.body.error.code, inside.body.error.param], ['url_not_allowed', 'config.base_url']) // prettier-ignore
    const config = { ...secrets, base_url: 'imaps://mail.lender.example' }
    const made = await install('imap', { config, ...ACCEPTED })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const integration = `/v1/integrations/${made.body.data.config.connection_id}`
    const { provider, credentials_set, mailbox } = (await tenant.live.get(integration)).body.data
    assert.deepEqual([provider, credentials_set, mailbox !== null], ['imap', true, true])
    const { body } = await tenant.live.get('/v1/apps/imap')
    assert.doesNotMatch(JSON.stringify([made.body, body]), /secret-part/)
    assert.equal((await uninstall('imap')).status, 200)
    assert.equal((await tenant.live.get(integration)).status, 404)
    const again = await install('imap', { config, ...ACCEPTED })
    await tenant.live.delete(`/v1/integrations/${again.body.data.config.connection_id}`)
    assert.equal((await tenant.live.get('/v1/apps/imap')).body.data.is_installed, false)
  })

  test('never show a secret again', async () => {
    const config = { webhook_url: `${receiver.url}/T0/secret-part` }
    const made = await install('slack_webhook', { config, ...ACCEPTED })
    const { body } = await tenant.live.get('/v1/apps/slack_webhook')
    assert.equal(body.data.installation.config.webhook_url, '****part')
    assert.doesNotMatch(JSON.stringify([made.body, body]), /secret-part/)
    await uninstall('slack_webhook')
  })

  test('of a CRM connect it: a workflow that writes into it is activated then, and keeps it', async () => {
    const nodes = [{ id: 'push', type: 'crm_sync', config: { connection_id: NOBODY } }]
    const draft = { name: 'Push', trigger: { type: 'manual' }, nodes }
    const workflow = `/v1/workflows/${(await tenant.live.post('/v1/workflows', draft)).body.data.id}`
    const refused = await tenant.live.post(`${workflow}/activate`)
    assert.equal(refused.body.error.code, 'workflow_not_runnable')
    assert.match(refused.body.error.message, /install the app of the CRM/)

    const lacking = await install('hubspot', ACCEPTED)
    assert.deepEqual([lacking.body.error.code, lacking.body.error.param], ['credentials_invalid', 'config.access_token']) // prettier-ignore
    const config = {
      access_token: 'pat-secret-part',
      base_url: receiver.url,
      trigger: 'on_processed',
    }
    const made = await install('hubspot', { config, ...ACCEPTED })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const connectionId = made.body.data.config.connection_id
    const crm = `/v1/crm-integrations/${connectionId}`
    const connected = await tenant.live.get(crm)
    assert.deepEqual([connected.body.data.provider, connected.body.data.config.trigger], ['hubspot', 'on_processed']) // prettier-ignore
    const { body: shown } = await tenant.live.get('/v1/apps/hubspot')
    assert.doesNotMatch(JSON.stringify([made.body, shown]), /secret-part/)

    nodes[0]!.config.connection_id = connectionId
    await tenant.live.patch(workflow, { nodes })
    assert.equal((await tenant.live.post(`${workflow}/activate`)).status, 200)
    assert.equal((await uninstall('hubspot')).body.error.code, 'resource_in_use')
    await tenant.live.post(`${workflow}/deactivate`)
    assert.equal((await uninstall('hubspot')).status, 200)
    assert.equal((await tenant.live.get(crm)).status, 404)
  })

  test('of a CRM are gone with the integration that they made', async () => {
    const made = await install('rest_crm', { config: { base_url: receiver.url }, ...ACCEPTED })
    await tenant.live.delete(`/v1/crm-integrations/${made.body.data.config.connection_id}`)
    assert.equal((await tenant.live.get('/v1/apps/rest_crm')).body.data.is_installed, false)
  })

  test('set options of imports, which a request overrides', async () => {
    await install('plaid', { config: { external_id_prefix: 'west:' }, ...ACCEPTED })
    const { body: deal } = await tenant.live.post('/v1/submissions', { name: 'Oak' })
    const row = { account_id: 'a', iso_currency_code: 'USD', amount: -12.5, date: '2025-03-03' }
    const transactions = [{ ...row, transaction_id: 'p1', name: 'Sales' }]
    const payload = { accounts: [], transactions }
    const url = `/v1/submissions/${deal.data.id}/provider-a-transactions`
    const first = await tenant.live.post(url, { payload, options: { dry_run: true } })
    assert.equal(first.body.data.options.external_id_prefix, 'west:')
    const options = { dry_run: true, external_id_prefix: 'east:' }
    const second = await tenant.live.post(url, { payload, options })
    assert.equal(second.body.data.options.external_id_prefix, 'east:')
    await uninstall('plaid')
  })

  const NODES = [
    {
      slug: 'slack_webhook',
      node: { type: 'notify_slack', config: { text: 'Hello' } },
      form: (url: string) => ({ webhook_url: url }),
    },
    {
      slug: 'http_enricher',
      node: { type: 'run_enricher', config: { enricher: 'http' } },
      form: (url: string) => ({ url }),
    },
    {
      slug: 's3_bucket',
      node: { type: 'save_to_storage', config: { path: 'deals' } },
      form: (url: string) => ({ ...BUCKET, endpoint: new URL(url).origin }),
    },
  ]

  for (const { slug, node, form } of NODES)
    test(`${slug}: a workflow with ${node.type} is activated after it, and keeps it`, async () => {
      const draft = { name: slug, trigger: { type: 'manual' }, nodes: [{ id: 'one', ...node }] }
      const { body: made } = await tenant.live.post('/v1/workflows', draft)
      const workflow = `/v1/workflows/${made.data.id}`
      const refused = await tenant.live.post(`${workflow}/activate`)
      assert.equal(refused.body.error.code, 'workflow_not_runnable')
      assert.match(refused.body.error.message, new RegExp(`The app ${slug} is not installed`))
      await install(slug, { config: form(receiver.url), ...ACCEPTED })
      assert.equal((await tenant.live.post(`${workflow}/activate`)).status, 200)
      const kept = await uninstall(slug)
      assert.deepEqual([kept.status, kept.body.error.code], [409, 'resource_in_use'])
      assert.match(kept.body.error.message, new RegExp(slug))
      await tenant.live.post(`${workflow}/deactivate`)
      assert.equal((await uninstall(slug)).status, 200)
    })
})
