import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { applySettings } from '../../core/analytics/settings/apply.ts'
import { DEFAULT_SETTINGS } from '../../core/analytics/settings.ts'
import { analyticsPart, withDefaults } from '../settings/read.ts'
import { useTestHouse, type TestFile, type TestTenant } from '../../../test/context.ts'

const URL = '/v1/user/settings'

test('the returned defaults are those that analytics computes with', () => {
  const settings = analyticsPart(withDefaults({}))
  assert.deepEqual(applySettings(DEFAULT_SETTINGS, settings), DEFAULT_SETTINGS)
})

describe('the settings of a tenant', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let deal: string

  before(async () => {
    tenant = await house.tenant()
    deal = await submission()
    const transactions = [1, 2, 3].flatMap((month) => [
      {
        date: `2025-0${month}-03`,
        description: 'SQUARE INC DEPOSIT',
        amount: 4_000,
        balance: 4_000,
      },
      {
        date: `2025-0${month}-09`,
        description: 'ACH CREDIT NORTHWIND TRADERS INVOICE',
        amount: 900,
      },
    ])
    await tenant.live.post('/v1/transactions/bulk', { submission_id: deal, transactions })
    await house.settle()
  })

  async function submission(): Promise<string> {
    return (await tenant.live.post('/v1/submissions', { name: 'Cafe' })).body.data.id
  }

  async function change(body: object): Promise<any> {
    const { status, body: response, raw } = await tenant.live.put(URL, body)
    assert.equal(status, 200, raw.toString())
    return response.data
  }

  async function cashflow(query = ''): Promise<any> {
    const path = `/v1/submissions/${deal}/cashflow?granularity=total${query}`
    return (await tenant.live.get(path)).body.data
  }

  const revenueIn = ({ totals }: any): any =>
    totals.lines.find(({ key }: any) => key === 'gross_revenue')

  test('are the defaults until one is changed', async () => {
    const { body } = await tenant.live.get(URL)
    assert.deepEqual(
      [body.data.version, body.data.low_balance_threshold, body.data.updated_at],
      [0, 500, null],
    )
  })

  test('refuse a key or a name that nobody knows, with the nearest', async () => {
    const wrong = [
      [{ revenue_formulas: {} }, 'unknown_field', /revenue_formula\?/],
      [{ anomaly_thresholds: { gamblin: 1 } }, 'invalid_format', /gambling/],
      [{ default_date_range: 'last_90_day' }, 'invalid_enum', /last_90_days/],
      [{ timezone: 'America/Springfield' }, 'invalid_format', /time zone/],
      [{ low_balance_threshold: -1 }, 'out_of_range', /low_balance_threshold/],
    ] as const
    for (const [body, code, message] of wrong) {
      const { status, body: response } = await tenant.live.put(URL, body)
      assert.deepEqual([status, response.error.code], [422, code])
      assert.match(response.error.message, message)
    }
    assert.equal((await tenant.live.get(URL)).body.data.version, 0)
  })

  test('change the numbers at once, by version, and links list the rows that still count', async () => {
    const old = await cashflow()
    const formula = { exclude_slugs: ['revenue.card_settlement'] }
    const input = { settings: { revenue_formula: formula }, submission_ids: [deal] }
    const preview = (await tenant.live.post(`${URL}/preview`, input)).body.data
    assert.equal((await tenant.live.get(URL)).body.data.version, 0)
    const changed = await change({ revenue_formula: formula })
    assert.deepEqual([changed.version, changed.revenue_formula_version], [1, 2])
    const now = await cashflow()
    assert.deepEqual([old.settings_version, now.settings_version], [0, 1])
    assert.deepEqual([revenueIn(old).amount, revenueIn(now).amount], [14_700, 2_700])
    assert.equal(preview.submissions[0].before.true_revenue, 14_700)
    assert.equal(preview.submissions[0].after.true_revenue, 2_700)
    assert.equal(preview.changed_count, 1)
    const { body } = await tenant.live.get(revenueIn(now).evidence.href)
    const amounts = body.data.map(({ amount }: any) => amount)
    assert.deepEqual(amounts, [900, 900, 900])
    const earlier = await cashflow('&revenue_formula_version=1')
    assert.equal(revenueIn(earlier).amount, 14_700)
    const behind = (await tenant.live.get(revenueIn(earlier).evidence.href)).body.data
    assert.equal(behind.length, 6)
    const never = await tenant.live.get(
      `/v1/submissions/${deal}/cashflow?revenue_formula_version=9`,
    )
    assert.equal(never.body.error.param, 'revenue_formula_version')
  })

  test('keep every version with who, when and what, in the audit log too', async () => {
    const before = (await tenant.live.get(URL)).headers['etag'] as string
    const { version } = await change({ low_balance_threshold: 750, brand: { color: '#102030' } })
    assert.equal((await change({ low_balance_threshold: 750 })).version, version)
    const [latest] = (await tenant.live.get(`${URL}/history?limit=1`)).body.data
    assert.deepEqual([latest.version, latest.created_by], [version, 'First live key'])
    assert.deepEqual(latest.changes[0], { field: 'low_balance_threshold', from: 500, to: 750 })
    const audit = (await tenant.live.get('/v1/audit-log?resource_type=settings&limit=1')).body.data
    assert.deepEqual(audit[0].changes, latest.changes)
    const earlier = (await tenant.live.get(`${URL}?version=${version - 1}`)).body.data
    assert.deepEqual([earlier.low_balance_threshold, earlier.brand.color], [500, null])
    const stale = await tenant.live.put(
      URL,
      { locale: 'de-DE' },
      { headers: { 'if-match': before } },
    )
    assert.equal(stale.body.error.code, 'version_conflict')
    assert.equal((await change({ low_balance_threshold: null })).low_balance_threshold, 500)
    assert.equal((await tenant.live.get(`${URL}?version=99`)).status, 404)
  })

  test('today is the day of the tenant: zones a day apart see data of another age', async () => {
    const ageIn = async (timezone: string): Promise<number> => {
      await change({ timezone })
      const path = `/v1/submissions/${deal}/metrics?names=staleness_days`
      return (await tenant.live.get(path)).body.data.metrics[0].value
    }
    const west = await ageIn('Pacific/Pago_Pago')
    assert.ok((await ageIn('Pacific/Kiritimati')) > west)
  })

  test('decide whether a new submission runs, its rows are enriched, and a person looks', async () => {
    await change({ auto_process: false, auto_enrich: false })
    const waiting = await submission()
    const row = { date: '2025-03-03', description: 'SYSCO FOODS', amount: -20 }
    const bulk = { submission_id: waiting, transactions: [row] }
    const sent = (await tenant.live.post('/v1/transactions/bulk', bulk)).body.data
    assert.equal(sent.enrichment, 'none')
    await tenant.live.post('/v1/transactions/bulk', { ...bulk, enrich: true })
    await house.settle()
    assert.equal((await tenant.live.get(`/v1/submissions/${waiting}`)).body.data.status, 'new')
    await change({ auto_process: true, auto_enrich: true, require_review: true })
    const again = await submission()
    await tenant.live.post('/v1/transactions/bulk', { ...bulk, submission_id: again })
    await house.settle()
    const { status } = (await tenant.live.get(`/v1/submissions/${again}`)).body.data
    assert.equal(status, 'review_required')
  })

  test('the layout is replaced page by page, by version, and keeps sections nobody knows', async () => {
    const {
      version,
      updated_at: _,
      ...usual
    } = (await tenant.live.get('/v1/user/layout')).body.data
    assert.equal(version, 0)
    const section = { id: 'of_a_later_release', visible: true, order: 0, width: null }
    const pages = { ...usual.pages, submission: { sections: [section] } }
    const put = await tenant.live.put('/v1/user/layout', { ...usual, pages, theme: 'dark' })
    assert.equal(put.status, 200, put.raw.toString())
    const { body } = await tenant.live.get('/v1/user/layout')
    assert.deepEqual(
      [body.data.version, body.data.theme, body.data.pages.submission.sections],
      [1, 'dark', [section]],
    )
    const columns = [{ field: 'name', visible: true, order: 0, width: 90 }]
    const list = { columns, sort: null, filters: { tag: 'east' } }
    const onePage = await tenant.live.put('/v1/user/layout', { pages: { list } })
    assert.deepEqual(
      [onePage.body.data.theme, onePage.body.data.pages],
      ['dark', { submission: { sections: [section] }, list }],
    )
    const again = await tenant.live.put('/v1/user/layout', onePage.body.data)
    assert.deepEqual([again.status, again.body.data.pages], [200, onePage.body.data.pages])
    const views = [{ screen: '/deals', name: 'Failed', query: 'status=failed' }]
    await tenant.live.put('/v1/user/layout', { views })
    const { data } = (await tenant.live.put('/v1/user/layout', { theme: 'light' })).body
    assert.deepEqual([data.views, data.pages.list], [views, list])
    const late = await tenant.live.put('/v1/user/layout', onePage.body.data)
    assert.deepEqual([late.status, late.body.error.param], [409, 'version'])
    const wrong = await tenant.live.put('/v1/user/layout', { ...usual, themes: 'dark' })
    assert.match(wrong.body.error.message, /theme\?/)
  })

  test('the layout says how the organization writes numbers and instants', async () => {
    const read = async () => (await tenant.live.get('/v1/user/layout')).body.data.region
    await tenant.live.put('/v1/user/settings', { locale: null, timezone: null })
    assert.deepEqual(await read(), { locale: 'en-US', timezone: null })
    await tenant.live.put('/v1/user/settings', { locale: 'de-AT', timezone: 'Europe/Vienna' })
    assert.deepEqual(await read(), { locale: 'de-AT', timezone: 'Europe/Vienna' })
    await tenant.live.put('/v1/user/settings', { locale: null, timezone: null })
  })

  test('the logo is what was sent, less what an SVG has no need of; the one before is gone', async () => {
    const logo = '/v1/user/logo'
    assert.equal((await tenant.live.get(logo)).body.error.code, 'logo_not_found')
    const files = (bytes: Uint8Array): TestFile[] => [{ filename: 'a.exe', bytes }]
    const svg = Buffer.from('<svg viewBox="0 0 20 10"><script>a()</script><path d="M0 0"/></svg>')
    assert.equal((await tenant.live.upload(logo, files(svg))).status, 201)
    const shown = await tenant.live.get(`${logo}?download=true`)
    assert.equal(shown.headers['content-type'], 'image/svg+xml')
    assert.equal(shown.raw.toString(), '<svg viewBox="0 0 20 10"><path d="M0 0"/></svg>')
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000028000000200080200', 'hex')
    const { width, height, content_type } = (await tenant.live.upload(logo, files(png))).body.data
    assert.deepEqual([width, height, content_type], [640, 512, 'image/png'])
    const { store } = house.house
    assert.equal((await Array.fromAsync(store.list(tenant.environments.live, 0))).length, 1)
    const wide = Buffer.from(png)
    wide.writeUInt32BE(2001, 16)
    const refused = [
      [wide, 'image_too_large'],
      [Buffer.from('no picture'), 'unsupported_file_type'],
      [Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 'file_too_large'],
    ] as const
    for (const [bytes, code] of refused)
      assert.equal((await tenant.live.upload(logo, files(bytes))).body.error.code, code)
    assert.equal((await tenant.live.delete(logo)).body.data.deleted, true)
    assert.equal((await tenant.live.get(logo)).status, 404)
  })

  test('are those of one environment: the test half has its own', async () => {
    assert.equal((await tenant.test.get(URL)).body.data.version, 0)
  })
})
