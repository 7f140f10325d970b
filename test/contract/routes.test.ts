import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getMethod } from '../../src/platform/route.ts'
import { SCOPES } from '../../src/core/values/access/scopes.ts'
import { openApiDocument } from '../../src/resources/docs/openapi.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { createCaller, useTestHouse, type TestTenant } from '../context.ts'
import { logoFile } from '../factories.ts'
import { callerFor, listNouns, buildQuery, buildUrl } from './walk.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SPEC = `${process.env.ASSAY_SPEC_DIR ?? `${ROOT}../shared/spec`}/endpoints.txt`

/**
 * What this release has of the interface, as counts of endpoints by their folder.
 */
const PROMISED: Record<string, number> = {
  health: 3,
  search: 1,
  submissions: 20,
  documents: 12,
  files: 2,
  'document-classes': 5,
  'crm-integrations': 6,
  emails: 4,
  'email-templates': 5,
  transactions: 8,
  categories: 1,
  analytics: 17,
  metrics: 2,
  merchants: 5,
  feedback: 2,
  'merchant-groups': 2,
  webhooks: 9,
  'api-keys': 7,
  broker: 7,
  'audit-log': 1,
  usage: 1,
  pdfs: 8,
  'data-sources': 5,
  'file-rename-rules': 1,
  positions: 3,
  user: 6,
  entities: 10,
  integrations: 10,
  'iso-applications': 5,
  funders: 12,
  rules: 6,
  policies: 3,
  workflows: 5,
  enrichers: 5,
  apps: 5,
}

/** Analytics of a submission; one metric of it stands beneath `metrics`. */
const REPORTS = [
  'scorecard',
  'metrics',
  'cashflow',
  'balances',
  'statistics',
  'recurring',
  'anomalies',
  'merchants',
  'categories',
  'coverage',
  'risk-score',
  'forecast',
  'benchmarks',
  'bank-summary',
  'financials',
]

test('every endpoint is declared once', () => {
  const paths = ROUTES.map(({ endpoint }) => endpoint.replaceAll(/:\w+/g, ':'))
  assert.deepEqual(
    paths.filter((path, index) => paths.indexOf(path) !== index),
    [],
  )
})

test('an endpoint is of the interface, or says that it is not', (context) => {
  if (!existsSync(SPEC)) return context.skip(`no interface at ${SPEC}`)
  const listed = new Set(readFileSync(SPEC, 'utf8').split('\n'))
  const wrong = ROUTES.filter(
    ({ endpoint, isAdditive = false }) => listed.has(endpoint) === isAdditive,
  )
  assert.deepEqual(
    wrong.map(({ endpoint }) => endpoint),
    [],
  )
})

test('every endpoint that this release promises is there', () => {
  const own = ROUTES.filter(({ isAdditive }) => !isAdditive)
  const counts = Object.groupBy(own, ({ endpoint }) => getFolder(endpoint))
  const found = Object.fromEntries(Object.entries(counts).map(([noun, all]) => [noun, all!.length]))
  assert.deepEqual(found, PROMISED)
})

test('a path without parameter stands before one that would swallow it', () => {
  for (const [index, declared] of ROUTES.entries()) {
    const pattern = new RegExp(`^${declared.endpoint.replaceAll(/:\w+/g, '[^/]+')}$`)
    const later = ROUTES.slice(index + 1).map(({ endpoint }) => endpoint)
    assert.deepEqual(
      later.filter((endpoint) => pattern.test(endpoint)),
      [],
      declared.endpoint,
    )
  }
})

test('every scope is one that a key can hold', () => {
  for (const { endpoint, scope } of ROUTES)
    assert.ok(scope === null || SCOPES.includes(scope), endpoint)
})

describe('every response', () => {
  const house = useTestHouse({ RATE_LIMIT_PER_SECOND: '1000' }, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
    // The one record that a path without an id may lack.
    await tenant.live.upload('/v1/user/logo', [logoFile()])
  })

  test('is not stored, not sniffed, and carries its request id, the caller’s and the rate', async () => {
    for (const declared of ROUTES.filter(
      (one) => getMethod(one) === 'GET' && listNouns(one).length === 0,
    )) {
      const headers = { 'x-request-id': 'mine-1' }
      const url = `${buildUrl(declared, {})}${buildQuery(declared)}`
      const response = await callerFor(tenant, declared).get(url, { headers })
      // A page leads who is not signed in to sign-in, and a program gets the error.
      const expected = declared.browser === 'page' ? [200, 303, 401] : [200]
      assert.ok(expected.includes(response.status), declared.endpoint)
      const cached = declared.scope === null && declared.isAdditive ? 'no-cache|public' : 'no-store'
      assert.match(String(response.headers['cache-control']), new RegExp(`no-store|${cached}`))
      assert.equal(response.headers['x-content-type-options'], 'nosniff')
      assert.match(String(response.headers['x-request-id']), /^req_[0-9a-f]{32}$/)
      assert.equal(response.headers['x-client-request-id'], 'mine-1')
      if (declared.scope === null) continue
      for (const name of [
        'ratelimit',
        'ratelimit-policy',
        'ratelimit-limit',
        'ratelimit-remaining',
        'ratelimit-reset',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
      ]) {
        assert.ok(response.headers[name], `${declared.endpoint} lacks ${name}`)
      }
    }
  })

  test('of GET /openapi.json is the document that is committed, with the address of this copy', async () => {
    const { body } = await createCaller(house.app, null).get('/openapi.json')
    assert.deepEqual(body, openApiDocument(ROUTES, house.house.config.publicUrl))
  })

  test('of an unknown path is 404 with the nearest, and carries a request id as well', async () => {
    const response = await createCaller(house.app, null).get('/v1/submision')
    assert.equal(response.body.error.code, 'route_not_found')
    assert.match(response.body.error.message, /\/v1\/submissions/)
    assert.equal(response.headers['x-request-id'], response.body.error.request_id)
  })

  test('that has not changed is 304 for its entity tag', async () => {
    const { headers } = await tenant.live.get('/v1/webhooks/event-types')
    const again = await tenant.live.get('/v1/webhooks/event-types', {
      headers: { 'if-none-match': String(headers.etag) },
    })
    assert.deepEqual([again.status, again.raw.length], [304, 0])
  })
})

/**
 * The noun of the folder: what stands behind the id of a submission, when it has a folder of its
 * own.
 */
function getFolder(endpoint: string): string {
  const [first = '', , second = ''] = endpoint.replace(/^\w+ (\/v1)?\//, '').split('/')
  if (first !== 'submissions') return first
  if (REPORTS.includes(second)) return 'analytics'
  if (second.startsWith('policy')) return 'policies'
  return second in PROMISED ? second : first
}
