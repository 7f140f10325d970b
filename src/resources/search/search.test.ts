import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('search', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    tenant = await house.tenant()
    submissionId = await deal('Riverbend Bakery LLC', [
      ['2025-01-06', 1234.56, 'STRIPE TRANSFER ST-A1B2C3'],
      ['2025-02-06', 880.1, 'STRIPE TRANSFER ST-D4E5F6'],
      ['2025-02-07', -45.99, 'AMZN MKTP US*2K3LM4'],
      ['2025-02-08', -2100, 'ACH CORP DEBIT ONDECK CAPITAL'],
      ['2025-03-01', -1500, 'OAKWOOD PROPERTIES RENT'],
    ])
    await deal('Someone else', [['2025-01-06', 5, 'STRIPE TRANSFER ST-Z9']])
  })

  async function deal(name: string, rows: [date: string, amount: number, description: string][]) {
    const company = { name, ein: `${10 + name.length}-3456789` }
    const input = { name: `Deal of ${name}`, external_id: `crm/${name}`, company_info: company }
    const { id } = (await tenant.live.post('/v1/submissions', input)).body.data
    const transactions = rows.map(([date, amount, description], index) => ({
      date,
      amount,
      description,
      external_id: `${name}-${index}`,
    }))
    await tenant.live.post('/v1/transactions/bulk', { submission_id: id, transactions })
    await house.settle()
    return id as string
  }

  async function find(q: string, more = ''): Promise<any> {
    const url = `/v1/search?q=${encodeURIComponent(q)}&submission_id=${submissionId}${more}`
    const { status, body } = await tenant.live.get(url)
    assert.equal(status, 200)
    return body
  }

  async function titles(q: string, more = ''): Promise<string[]> {
    const { data } = await find(q, `&type=transactions${more}`)
    return data.map(({ title }: { title: string }) => title)
  }

  test('a word, its beginning, two words and a phrase find the transactions, newest first', async () => {
    const stripe = ['STRIPE TRANSFER ST-D4E5F6', 'STRIPE TRANSFER ST-A1B2C3']
    assert.deepEqual(await titles('stripe'), stripe)
    assert.deepEqual(await titles('stri'), stripe)
    assert.deepEqual(await titles('"stripe transfer"'), stripe)
    assert.deepEqual(await titles('amzn mktp'), ['AMZN MKTP US*2K3LM4'])
    assert.deepEqual(await titles('"transfer stripe"'), [])
    assert.deepEqual(await titles('stripe -transfer'), [])
  })

  test('a misspelt word finds what was meant, and says so', async () => {
    const { data } = await find('strpie', '&type=transactions')
    assert.equal(data.length, 2)
    assert.deepEqual(
      [data[0].matched_by, data[0].highlights[0].fragment],
      ['trigram', '<mark>STRIPE</mark> TRANSFER ST-D4E5F6'],
    )
    assert.deepEqual(await titles('strpie', '&mode=text'), [])
  })

  test('amounts, with and without sign, and bounds of amounts and dates', async () => {
    assert.deepEqual(await titles('1234.56'), ['STRIPE TRANSFER ST-A1B2C3'])
    assert.deepEqual(await titles('$1,500'), ['OAKWOOD PROPERTIES RENT'])
    assert.deepEqual(await titles('stripe amount:>1000'), ['STRIPE TRANSFER ST-A1B2C3'])
    assert.deepEqual(await titles('stripe date:2025-02'), ['STRIPE TRANSFER ST-D4E5F6'])
    assert.deepEqual(await titles('amount:2000..3000'), ['ACH CORP DEBIT ONDECK CAPITAL'])
    assert.deepEqual(await titles('stripe', '&date_to=2025-01-31&max_amount=2000'), [
      'STRIPE TRANSFER ST-A1B2C3',
    ])
  })

  test('a submission is found by its names, an EIN, an external id, its id', async () => {
    const queries = [
      'bakery',
      'rivrbend bakery',
      '30-3456789',
      'crm/Riverbend Bakery LLC',
      submissionId,
    ]
    for (const q of queries) {
      const { data } = await find(q, '&type=submissions')
      assert.deepEqual(
        [data[0]?.id, data[0]?.title],
        [submissionId, 'Deal of Riverbend Bakery LLC'],
        q,
      )
    }
    const { data } = await find('30-3456789')
    assert.deepEqual([data[0].matched_by, data[0].score], ['exact', 1])
  })

  test('a submission is found by a holder of its accounts, and shows which', async () => {
    const sources = (await tenant.live.get(`/v1/submissions/${submissionId}/data-sources`)).body
      .data
    const url = `/v1/data-sources/${sources[0].id}/accounts`
    const [account] = (await tenant.live.get(url)).body.data
    const { status } = await tenant.live.patch(`${url}/${account.id}`, {
      holder_names: ['QUIMBY HOLDINGS LLC', 'Ada Quimby'],
    })
    assert.equal(status, 200)
    const [hit] = (await find('quimby', '&type=submissions')).data
    assert.deepEqual([hit?.id, hit?.highlights[0].field], [submissionId, 'account_holder'])
    const [like] = (await find('quimby holdngs', '&type=submissions')).data
    assert.equal(like?.id, submissionId)
  })

  test('all types come in one list, with a count of each', async () => {
    const { data, meta } = await find('ondeck')
    const types = new Set(data.map(({ type }: { type: string }) => type))
    assert.deepEqual(types, new Set(['merchant', 'transaction']))
    assert.deepEqual(meta.counts, { submissions: 0, transactions: 1, merchants: 1 })
    assert.deepEqual(
      data.map(({ score }: { score: number }) => score),
      data.map(({ score }: { score: number }) => score).toSorted((a: number, b: number) => b - a),
    )
  })

  test('a total is of all pages, each row once, on whichever page it is requested', async () => {
    const queries = ['stripe', 'amount:>1000', '1234.56 stripe', 'ondeck', 'nothing of the kind']
    for (const q of queries) {
      const { data } = await find(q)
      for (let cursor = ''; ;) {
        const { meta, next_cursor: next } = await find(q, `&limit=1&include_total=true${cursor}`)
        assert.equal(meta.total_count, data.length, q)
        const counts = Object.values(meta.counts as Record<string, number>)
        const sum = counts.reduce((all, count) => all + count)
        assert.equal(sum, data.length, q)
        if (next === null) break
        cursor = `&cursor=${encodeURIComponent(next)}`
      }
    }
    assert.equal((await find('amount:>1000')).data.length, 3)
  })

  test('a row that is equal and called so is on one page only', async () => {
    await deal('zebr', [
      ['2025-01-06', 7, 'ZEBRANO 0 IMPORTS'],
      ['2025-01-07', 8, 'ZEBRANO 0 EXPORTS'],
    ])
    const ids: string[] = []
    for (let cursor = ''; ;) {
      const url = `/v1/search?q=zebr-0&type=transactions&limit=1${cursor}`
      const { data, next_cursor: next } = (await tenant.live.get(url)).body
      ids.push(...data.map(({ id }: { id: string }) => id))
      if (next === null) break
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
    assert.deepEqual([ids.length, new Set(ids).size], [2, 2])
  })

  test('an external id finds its row', async () => {
    const { data } = await find('Riverbend Bakery LLC-2', '&type=transactions')
    assert.deepEqual([data[0].title, data[0].matched_by], ['AMZN MKTP US*2K3LM4', 'exact'])
  })

  test('merchants of the registry are found before a transaction names them, misspelt as well', async () => {
    const stranger = await house.tenant()
    const misspelt = { starbucks: 'Starbucks', starbuks: 'Starbucks', walmrt: 'Walmart' }
    for (const [q, name] of Object.entries({ ...misspelt, kabage: 'Kabbage' })) {
      const search = `/v1/search?q=${q}&type=merchants`
      for (const url of [search, `/v1/merchants?q=${q}`]) {
        const { data } = (await stranger.live.get(url)).body
        const names = data.map((one: { title?: string; name?: string }) => one.title ?? one.name)
        assert.ok(
          names.some((one: string) => one.startsWith(name)),
          `${url}: ${names.join(', ')}`,
        )
      }
      const text = await stranger.live.get(`${search}&mode=text`)
      assert.equal(text.body.data.length > 0, q === 'starbucks')
    }
    const submissionId = await deal('Coffee', [['2025-01-06', -9, 'GROCERIES']])
    const within = await tenant.live.get(
      `/v1/search?q=starbucks&type=merchants&submission_id=${submissionId}`,
    )
    assert.deepEqual(within.body.data, [])
  })

  test('a stranger and the test half find nothing', async () => {
    const stranger = await house.tenant()
    for (const caller of [stranger.live, tenant.test]) {
      const { body } = await caller.get('/v1/search?q=stripe&type=submissions,transactions')
      assert.deepEqual([body.data, body.meta.counts.transactions], [[], 0])
    }
  })

  test('a type that is none is refused with the nearest', async () => {
    const { status, body } = await tenant.live.get('/v1/search?q=x&type=transaction')
    assert.deepEqual([status, body.error.code], [400, 'invalid_search_type'])
    assert.match(body.error.message, /transactions/)
  })

  test('what only a deleted submission was called is forgotten', async () => {
    const id = await deal('Gone', [['2025-01-06', 9, 'QUIZZICAL WALRUS PURCHASE']])
    const found = async (q: string) =>
      (await tenant.live.get(`/v1/search?q=${q}&type=transactions`)).body.data.length
    assert.deepEqual([await found('walrus'), await found('wulrus')], [1, 1])
    await tenant.live.delete(`/v1/submissions/${id}`)
    assert.deepEqual([await found('walrus'), await found('wulrus')], [0, 0])
    const { rows } = await house.house.database.pool.query(
      `select text from descriptors where text like '%walrus%' union
       select word from search_words where word = 'walrus'`,
    )
    assert.deepEqual(rows, [])
  })
})
