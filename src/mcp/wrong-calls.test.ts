import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { connectOverHttp, connectOverStdio, openToNetwork, type Agent } from '../../test/agents.ts'
import { useTestHouse } from '../../test/context.ts'
import { randomUUIDv7 } from '../platform/crypto/tokens.ts'
import { NEXT_CALLS } from './present/fault.ts'
import { ERRORS } from '../platform/errors/catalogue.ts'

interface WrongCall {
  tool: string
  given: Record<string, unknown>
  /** What the error must name, so that the second call is right. */
  names: RegExp
  /** The second call, as the error has it; another tool where the error leads to one. */
  right: Record<string, unknown> | { tool: string; given: Record<string, unknown> }
}

suite('a wrong call is refused with what the right one is', () => {
  const house = useTestHouse({}, { worker: false })
  let agent: Agent
  let id: string
  let document: string
  let url: string
  before(async () => {
    const tenant = await house.tenant()
    url = await openToNetwork(house)
    agent = await connectOverHttp(url, tenant.testKey)
    id = (await agent.call('service_create_submission', { name: 'Deal', external_id: 'crm-7' }))
      .data.id
    const content_base64 = encodeRows('2026-05-01,CARD SALES,120.00')
    const file = { filename: 'may.csv', content_base64 }
    const uploaded = await agent.call('service_upload_document', { submission_id: id, ...file })
    assert.equal(uploaded.isError, false, uploaded.text)
    document = uploaded.data.id
  })
  after(() => agent.close())

  test('25 wrong calls, each followed by the call that its error names', async (context) => {
    const calls = wrongCalls(id, document)
    assert.equal(calls.length, 25)
    const faults: string[] = []
    for (const { tool, given, names, right } of calls) {
      const place = `${tool} ${JSON.stringify(given)}`
      const first = await agent.call(`service_${tool}`, given)
      const isHelpful = names.test(first.text) && /(?:next|fix): /.test(first.text)
      if (!first.isError || !isHelpful) faults.push(`${place}: ${first.text}`)
      const second = isOther(right) ? right : { tool, given: right }
      const { isError, text } = await agent.call(`service_${second.tool}`, second.given)
      if (isError) faults.push(`${place}, then ${JSON.stringify(second.given)}: ${text}`)
    }
    context.diagnostic(`${calls.length} wrong calls: ${faults.length} led to no right one`)
    assert.deepEqual(faults, [])
  })

  test('calls that an error leads to are tools, and their errors exist', () => {
    const names = new Set(Object.keys(ERRORS))
    assert.deepEqual(
      Object.keys(NEXT_CALLS).filter((code) => !names.has(code)),
      [],
    )
  })

  test('over stdio, a call without a key that works says where the key belongs', async () => {
    for (const SERVICE_API_KEY of ['', 'svc_test_wrong']) {
      const locked = await connectOverStdio({ SERVICE_API_URL: url, SERVICE_API_KEY })
      try {
        const { isError, text } = await locked.call('service_list_rules')
        assert.equal(isError, true)
        assert.match(text, /set SERVICE_API_KEY/)
      } finally {
        await locked.close()
      }
    }
  })

  test('without the API, a call says which setting has its address', async () => {
    const settings = { SERVICE_API_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'svc_test_x' }
    const lost = await connectOverStdio(settings)
    try {
      const { isError, text } = await lost.call('service_list_rules')
      assert.equal(isError, true)
      assert.match(text, /http:\/\/127\.0\.0\.1:9 .*SERVICE_API_URL/s)
    } finally {
      await lost.close()
    }
  })

  test('a path out of the folder of files is refused, and the folder is named', async () => {
    const settings = { SERVICE_API_URL: 'http://127.0.0.1:9', MCP_FILES_ROOT: import.meta.dirname }
    const local = await connectOverStdio(settings)
    try {
      for (const file_path of ['../main.ts', '/etc/passwd', '.', 'nothing.pdf']) {
        const values = { submission_id: 'x', file_path }
        const { isError, text } = await local.call('service_upload_document', values)
        assert.equal(isError, true)
        assert.match(text, /src\/mcp/, text)
      }
    } finally {
      await local.close()
    }
  })
})

function isOther(
  right: WrongCall['right'],
): right is { tool: string; given: Record<string, unknown> } {
  return 'tool' in right && 'given' in right
}

function encodeRows(rows: string): string {
  return Buffer.from(`Date,Description,Amount\n${rows}\n`).toString('base64')
}

function wrongCalls(id: string, document: string): WrongCall[] {
  const deal = { submission_id: id }
  const gone = randomUUIDv7()
  const list = { tool: 'list_submissions', given: {} }
  const row = { date: '2026-05-02', description: 'CARD SALES', amount: 12.5 }
  const rule = { name: 'Revenue', metric: 'monthly_true_revenue', operator: 'gte', value: 10_000 }
  const csv = encodeRows('2026-06-01,SALES,1.00')
  const july = encodeRows('2026-07-01,SALES,1.00')
  const file = { ...deal, filename: 'june.csv', content_base64: csv }
  return [
    { tool: 'get_submission', given: {}, names: /submission_id is missing/, right: deal },
    { tool: 'get_submission', given: { id }, names: /Arguments: submission_id/, right: deal },
    {
      tool: 'get_submission',
      given: { submision_id: id },
      names: /Did you mean submission_id\?/,
      right: deal,
    },
    {
      tool: 'get_submission',
      given: { submission_id: gone },
      names: /service_list_submissions/,
      right: list,
    },
    {
      tool: 'get_scorecard',
      given: { submission_id: 'crm-8' },
      names: /service_list_submissions/,
      right: list,
    },
    {
      tool: 'get_scorecard',
      given: { ...deal, date_range: 'last_ninety_days' },
      names: /last_N_days \(N: .*90/,
      right: { ...deal, date_range: 'last_90_days' },
    },
    {
      tool: 'get_scorecard',
      given: { ...deal, include: ['evidense'] },
      names: /Did you mean evidence\?/,
      right: { ...deal, include: ['evidence'] },
    },
    {
      tool: 'get_cashflow',
      given: { ...deal, granularity: 'monthly' },
      names: /It takes: month, week, quarter, total/,
      right: { ...deal, granularity: 'month' },
    },
    {
      tool: 'get_balances',
      given: { ...deal, start_date: '05/01/2026' },
      names: /YYYY-MM-DD/,
      right: { ...deal, start_date: '2026-05-01', end_date: '2026-05-31' },
    },
    {
      tool: 'get_anomalies',
      given: { ...deal, severity: 'severe' },
      names: /It takes: info, low/,
      right: { ...deal, severity: 'high' },
    },
    {
      tool: 'get_forecasts',
      given: { ...deal, horizon: 'a month' },
      names: /a whole number/,
      right: { ...deal, horizon: 30 },
    },
    {
      tool: 'get_recurring',
      given: { ...deal, direction: 'in' },
      names: /inflow, outflow/,
      right: { ...deal, direction: 'inflow' },
    },
    {
      tool: 'list_submissions',
      given: { limit: 5000 },
      names: /1 to 1000/,
      right: { limit: 1000 },
    },
    { tool: 'list_submissions', given: { cursor: 'abc' }, names: /cursor/, right: {} },
    {
      tool: 'list_submissions',
      given: { status: ['done'] },
      names: /It takes: new, processing, processed/,
      right: { status: ['processed'] },
    },
    {
      tool: 'create_submission',
      given: { company_info: { name: 'Cafe' } },
      names: /name is missing/,
      right: { name: 'Cafe' },
    },
    {
      tool: 'create_submission',
      given: { name: 'Cafe', company_info: { ein: '123456789' } },
      names: /ein/,
      right: { name: 'Cafe', company_info: { ein: '12-3456789' } },
    },
    {
      tool: 'upload_document',
      given: { ...file, url: 'https://a.example/x.pdf' },
      names: /exactly one of/,
      right: file,
    },
    {
      tool: 'upload_document',
      given: { ...deal, content_base64: csv },
      names: /filename is missing/,
      right: { ...deal, filename: 'july.csv', content_base64: july },
    },
    {
      tool: 'reclassify_document',
      given: { document_id: document, document_class: 'bank statment' },
      names: /bank_statement/,
      right: { document_id: document, document_class: 'bank_statement' },
    },
    {
      tool: 'get_parsed_results',
      given: { document_id: gone },
      names: /service_list_documents/,
      right: { tool: 'list_documents', given: deal },
    },
    {
      tool: 'get_transactions',
      given: { ...deal, category: ['revenue.card_setlement'] },
      names: /revenue\.card_settlement/,
      right: { ...deal, category: ['revenue.card_settlement'] },
    },
    {
      tool: 'create_transactions',
      given: { ...deal, transactions: 'one sale of 12.50' },
      names: /transactions must be a list/,
      right: { ...deal, transactions: [row] },
    },
    {
      tool: 'create_rule',
      given: { ...rule, metric: 'monthly_revenue' },
      names: /monthly_true_revenue/,
      right: rule,
    },
    {
      tool: 'create_rule',
      given: { ...rule, name: 'Other', operator: '>>' },
      names: /greater_than_or_equal/,
      right: { ...rule, name: 'Other', operator: 'greater_than_or_equal' },
    },
  ]
}
