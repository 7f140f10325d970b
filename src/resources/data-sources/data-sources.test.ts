import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'

const FUNDED = readFixture('date-groups/funded')
const TWO = readFixture('two-accounts/page-break')

describe('data sources and their accounts', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function read(file = FUNDED.file) {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file })
    await house.settle(60_000)
    return { submissionId, id }
  }

  async function send(submissionId: string, fields: object = {}) {
    const row = {
      submission_id: submissionId,
      date: '2025-10-03',
      amount: -40,
      description: 'RENT',
    }
    return tenant.live.post('/v1/transactions', { ...row, ...fields })
  }

  async function listSources(submissionId: string, query = '') {
    const url = `/v1/submissions/${submissionId}/data-sources${query}`
    return (await tenant.live.get(url)).body.data
  }

  async function listAccounts(sourceId: string) {
    return (await tenant.live.get(`/v1/data-sources/${sourceId}/accounts?sort=created_at`)).body
      .data
  }

  async function listRows(query: string) {
    return (await tenant.live.get(`/v1/transactions?limit=1000&${query}`)).body.data
  }

  test('a file and what callers send are two sources, and every row names its own', async () => {
    const { submissionId, id } = await read()
    assert.equal((await send(submissionId)).status, 201)
    await house.settle()
    const [api, file] = await listSources(submissionId)
    assert.deepEqual([api.type, api.provider, api.transactions_count], ['api', 'manual', 1])
    const [truth] = FUNDED.truth.statements
    assert.deepEqual(
      [file.id, file.document_id, file.type, file.status, file.accounts_count],
      [id, id, 'pdf', 'active', 1],
    )
    assert.deepEqual(
      [file.start_date, file.end_date, file.transactions_count],
      [truth!.startDate, truth!.endDate, truth!.rows.length],
    )
    assert.equal((await listRows(`data_source_id=${id}`)).length, truth!.rows.length)
    const [sent] = await listRows(`data_source_id=${api.id}`)
    assert.deepEqual([sent.description, sent.data_source_id], ['RENT', api.id])
    assert.equal((await listSources(submissionId, '?type=pdf')).length, 1)
    assert.equal((await listSources(submissionId, '?provider=plaid')).length, 0)
  })

  test('a row that a caller sends and a statement prints counts once, whichever came first', async () => {
    const { submissionId, id } = await read()
    const printed = await listRows(`data_source_id=${id}`)
    const { account_id: accountId } = printed[0]
    const transactions = printed.map(({ date, amount, description }: any) => ({
      date,
      amount,
      description,
      account_id: accountId,
    }))
    const input = { submission_id: submissionId, transactions }
    const sent = await tenant.live.post('/v1/transactions/bulk', input)
    assert.equal(sent.status, 201, sent.raw.toString())
    await house.settle(60_000)
    const [api] = await listSources(submissionId, '?type=api')
    const twice = await listRows(`data_source_id=${api.id}`)
    assert.ok(twice.length > 0 && twice.every(({ is_duplicate: is }: any) => is))
    assert.ok((await listRows(`data_source_id=${id}`)).every(({ is_duplicate: is }: any) => !is))
    await tenant.live.patch(`/v1/documents/${id}`, { is_included: false })
    await house.settle(60_000)
    const alone = await listRows(`data_source_id=${api.id}`)
    assert.ok(alone.every(({ is_duplicate: is }: any) => !is))
    await tenant.live.patch(`/v1/documents/${id}`, { is_included: true })
    await house.settle(60_000)
    assert.ok((await listRows(`data_source_id=${api.id}`)).every(({ is_duplicate: is }: any) => is))
  })

  test('rows of a source that is left out count in no number until it is back', async () => {
    const submissionId = await submit(tenant.live)
    await send(submissionId)
    await house.settle()
    const [{ id }] = await listSources(submissionId)
    const status = async () => {
      await house.settle()
      return (await tenant.live.get(`/v1/submissions/${submissionId}/statistics`)).body.data.status
    }
    assert.notEqual(await status(), 'not_available')
    const out = await tenant.live.patch(`/v1/data-sources/${id}`, { is_included: false })
    assert.equal(out.body.data.is_included, false)
    assert.equal(await status(), 'not_available')
    await tenant.live.patch(`/v1/data-sources/${id}`, { is_included: true, name: 'Ledger' })
    assert.notEqual(await status(), 'not_available')
    assert.equal((await listSources(submissionId))[0].name, 'Ledger')
  })

  test('leaving a file’s source out is leaving its document out', async () => {
    const { id } = await read()
    await tenant.live.patch(`/v1/data-sources/${id}`, { is_included: false })
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    assert.deepEqual([data.status, data.is_included], ['excluded', false])
    await house.settle()
  })

  test('a disabled source takes nothing new in, and keeps what it gave', async () => {
    const { submissionId, id } = await read()
    await send(submissionId)
    await house.settle()
    const [api] = await listSources(submissionId)
    for (const source of [api.id, id]) {
      const { body } = await tenant.live.patch(`/v1/data-sources/${source}`, { status: 'disabled' })
      assert.equal(body.data.status, 'disabled')
    }
    assert.equal((await send(submissionId)).body.error.code, 'invalid_state_transition')
    const reread = await tenant.live.post(`/v1/documents/${id}/parse`)
    assert.equal(reread.body.error.code, 'invalid_state_transition')
    const { length } = FUNDED.truth.statements[0]!.rows
    assert.equal((await listRows(`submission_id=${submissionId}`)).length, length + 1)
    await tenant.live.patch(`/v1/data-sources/${api.id}`, { status: 'active' })
    assert.equal((await send(submissionId)).status, 201)
    await house.settle()
  })

  test('an account says what its statements prove, and no number in full', async () => {
    const { id } = await read()
    const [account] = await listAccounts(id)
    const [truth] = FUNDED.truth.statements
    assert.deepEqual(
      [account.last4, account.number_masked, account.statements_count, account.reconciliation_rate],
      [truth!.accountLast4, `****${truth!.accountLast4}`, 1, 1],
    )
    assert.deepEqual(account.balances, {
      current: truth!.closingBalanceCents / 100,
      available: null,
      limit: null,
      as_of: truth!.endDate,
    })
    assert.deepEqual(
      [account.coverage.start_date, account.coverage.end_date, account.coverage.gaps],
      [truth!.startDate, truth!.endDate, []],
    )
    assert.ok(!JSON.stringify(account).includes(truth!.accountNumber))
  })

  test('what a person corrects of an account holds after its statement is read again', async () => {
    const { id } = await read(TWO.file)
    const [first, second] = await listAccounts(id)
    const url = (account: string) => `/v1/data-sources/${id}/accounts/${account}`
    const patch = {
      name: 'Main',
      type: 'savings',
      is_included: false,
      is_primary: true,
      account_number: '77770001',
    }
    const { status, body } = await tenant.live.patch(url(first.id), patch)
    assert.equal(status, 200, JSON.stringify(body))
    await tenant.live.patch(url(second.id), { is_primary: true })
    await house.settle()
    await tenant.live.post(`/v1/documents/${id}/parse`)
    await house.settle()
    const [after, other] = await listAccounts(id)
    assert.deepEqual(
      [after.id, after.name, after.type, after.is_included, after.is_primary, after.last4],
      [first.id, 'Main', 'savings', false, false, '0001'],
    )
    assert.equal(other.is_primary, true)
    const log = await tenant.live.get(`/v1/audit-log?resource_id=${first.id}`)
    assert.ok(!JSON.stringify(log.body).includes('77770001'))
  })

  test('a merged account is one account, also for what is read later', async () => {
    const { submissionId, id } = await read(TWO.file)
    const [first, second] = await listAccounts(id)
    const url = `/v1/data-sources/${id}/accounts/${second.id}`
    assert.equal(
      (await tenant.live.patch(url, { merge_into: second.id })).body.error.code,
      'invalid_state_transition',
    )
    const merged = (await tenant.live.patch(url, { merge_into: first.id })).body.data
    assert.deepEqual([merged.id, merged.merged_account_ids], [first.id, [second.id]])
    assert.equal(
      (await tenant.live.patch(url, { name: 'Gone' })).body.error.code,
      'account_not_found',
    )
    await house.settle()
    await tenant.live.post(`/v1/documents/${id}/parse`)
    await house.settle()
    const accounts = await listAccounts(id)
    assert.deepEqual(
      accounts.map((account: any) => account.id),
      [first.id],
    )
    assert.equal(
      accounts[0].transactions_count,
      first.transactions_count + second.transactions_count,
    )
    const sent = await send(submissionId, { account_id: second.id })
    assert.equal(sent.body.data.account_id, first.id)
    const { counts } = (await tenant.live.get(`/v1/submissions/${submissionId}`)).body.data
    assert.equal(counts.accounts, 1)
    await house.settle()
  })

  test('accounts that may be one are pointed out with the reason', async () => {
    const submissionId = await submit(tenant.live)
    const rows = Array.from({ length: 6 }, (_, day) => ({
      date: `2025-10-0${day + 1}`,
      amount: -10 - day,
    }))
    for (const row of rows) {
      await send(submissionId, { ...row, account: { name: 'Feed' } })
      await send(submissionId, {
        ...row,
        account: { name: 'Export', institution_name: 'Kestrel Bank' },
      })
    }
    await send(submissionId, { account: { number: '4821', institution_name: 'Kestrel Bank' } })
    await send(submissionId, {
      account: { number: '4821', institution_name: 'KESTREL  BANK' },
      currency: 'CAD',
    })
    const [{ id }] = await listSources(submissionId)
    const accounts = await listAccounts(id)
    const named = (name: string) => accounts.find((one: any) => one.name === name)
    assert.deepEqual(named('Feed').duplicate_candidates, [
      { account_id: named('Export').id, reason: 'matching_rows', score: 1 },
    ])
    const numbered = accounts.filter((one: any) => one.last4 === '4821')
    assert.equal(numbered.length, 2)
    const [candidate] = numbered[0].duplicate_candidates
    assert.deepEqual([candidate.account_id, candidate.reason], [numbered[1].id, 'same_number'])
    const url = `/v1/data-sources/${id}/accounts`
    const abroad = await tenant.live.patch(`${url}/${numbered[0].id}`, {
      merge_into: numbered[1].id,
    })
    assert.equal(abroad.body.error.code, 'invalid_currency')
    const patch = { duplicate_of: named('Feed').id }
    const { body } = await tenant.live.patch(`${url}/${named('Export').id}`, patch)
    assert.equal(body.data.duplicate_of, named('Feed').id)
    assert.deepEqual(
      (await listAccounts(id)).find((one: any) => one.name === 'Feed').duplicate_candidates,
      [],
    )
    await house.settle()
  })
})
