import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type Caller } from '../../../test/context.ts'

const URL = '/v1/funders'

interface Match {
  policy_name: string
  status: string
  rank: number
  criteria: { name: string; result: string; message: string | null }[]
  missing_fields: string[]
  no_offer_reason: string | null
  estimated_offer: { amount: number; binding_limit: string; net_funded: number; apr: number } | null
}

describe('funders', () => {
  const house = useTestHouse()
  let caller: Caller
  let submissionId: string

  before(async () => {
    caller = (await house.tenant()).live
    const { body } = await caller.post('/v1/submissions', {
      company_info: { name: 'Juniper Lane Cafe', address: { state: 'NY' }, industry: 'Restaurant' },
      owners: [
        { first_name: 'Elena', last_name: 'Foster', ownership_percent: 60, fico: 690 },
        { first_name: 'Max', last_name: 'Mill', ownership_percent: 40, fico: 640 },
      ],
      request: { amount: 12_000 },
      metadata: { is_home_based: false },
    })
    submissionId = body.data.id
    await caller.post('/v1/transactions/bulk', {
      submission_id: submissionId,
      transactions: rowsOfYear(),
    })
    await house.settle()
  })

  async function funderWith(policy: object): Promise<string> {
    const { body } = await caller.post(URL, { name: `Funder ${Math.random()}` })
    const made = await caller.post(`${URL}/${body.data.id}/policies`, {
      name: 'Standard',
      ...policy,
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return body.data.id
  }

  async function match(input: object): Promise<Match[]> {
    const { status, body } = await caller.post(
      `/v1/submissions/${submissionId}/funders/match`,
      input,
    )
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.matches
  }

  test('of the registry are there for everyone, and take a layer and policies of one’s own', async () => {
    const { body } = await caller.get(`${URL}?q=ondeck`)
    const [global] = body.data
    assert.deepEqual([global.name, global.is_global, global.kind], ['OnDeck', true, 'term'])
    const renamed = await caller.patch(`${URL}/${global.id}`, { name: 'Mine' })
    assert.deepEqual([renamed.status, renamed.body.error.code], [409, 'builtin_immutable'])
    const noted = await caller.patch(`${URL}/${global.id}`, { notes: 'Replies on Mondays' })
    assert.equal(noted.body.data.notes, 'Replies on Mondays')
    await caller.post(`${URL}/${global.id}/policies`, { name: 'Core' })
    const linked = await caller.get(`${URL}/linked`)
    assert.ok(linked.body.data.some(({ id }: { id: string }) => id === global.id))
    const stranger = (await house.tenant()).live
    const theirs = (await stranger.get(`${URL}/${global.id}`)).body.data
    assert.deepEqual([theirs.notes, theirs.policies_count], [null, 0])
    const taken = await caller.post(URL, { name: 'ondeck' })
    assert.equal(taken.body.error.code, 'duplicate_name')
  })

  test('a criterion that cannot be evaluated is refused when it is written', async () => {
    const { body } = await caller.post(URL, { name: 'Careful Capital' })
    const refused = async (criterion: object) => {
      const input = { name: 'P', criteria: [criterion] }
      const response = await caller.post(`${URL}/${body.data.id}/policies`, input)
      return [response.body.error?.code, response.body.error?.param]
    }
    assert.deepEqual(await refused({ name: 'min_fico', value: 'high' }), [
      'invalid_type',
      'criteria[0].value',
    ])
    assert.deepEqual(await refused({ name: 'min_fico', value: 1, operator: 'equal' }), [
      'invalid_operator',
      'criteria[0].operator',
    ])
    assert.deepEqual(await refused({ name: 'min_fico', value: 1, metric: 'true_revenue' }), [
      'unknown_field',
      'criteria[0].metric',
    ])
    assert.deepEqual(
      await refused({ name: 'custom', metric: 'true_revenu', operator: 'equal', value: 1 }),
      ['invalid_metric', 'criteria[0].metric'],
    )
    assert.deepEqual(await refused({ name: 'requires_documents', value: ['driver_licence_x'] }), [
      'invalid_document_class',
      'criteria[0].value[0]',
    ])
    assert.deepEqual(await refused({ name: 'max_nsf', value: 3, date_range: 'last_weekend' }), [
      'invalid_date_range',
      'criteria[0].date_range',
    ])
  })

  test('a criterion shows the operator that it has, and takes it', async () => {
    const { data } = (await caller.post(URL, { name: 'Plain Capital' })).body
    const own = { min_fico: 550, max_nsf: 3, requires_mtd: true, allowed_states: ['NY'] }
    const criteria = Object.entries(own).map(([name, value]) => ({ name, value }))
    const url = `${URL}/${data.id}/policies`
    const first = await caller.post(url, { name: 'Without', criteria })
    const shown = first.body.data.criteria as { operator: string }[]
    assert.deepEqual(
      shown.map(({ operator }) => operator),
      ['greater_than_or_equal', 'less_than_or_equal', 'equal', 'in'],
    )
    const again = await caller.post(url, { name: 'With', criteria: shown })
    assert.deepEqual([again.status, again.body.data?.criteria], [201, shown])
  })

  test('a funder keeps its logo and where its offers come from', async () => {
    const logo_url = 'https://funder.example/logo.png'
    const given = { offer_source: 'partner portal', logo_url }
    const { body } = await caller.post(URL, { name: 'Logo Capital', ...given })
    const read = await caller.get(`${URL}/${body.data.id}`)
    assert.deepEqual([read.body.data.offer_source, read.body.data.logo_url], Object.values(given))
    const bad = await caller.patch(`${URL}/${body.data.id}`, { logo_url: 'javascript:alert(1)' })
    assert.deepEqual([bad.status, bad.body.error.param], [422, 'logo_url'])
    const cleared = await caller.patch(`${URL}/${body.data.id}`, { logo_url: null })
    assert.equal(cleared.body.data.logo_url, null)
  })

  test('a match explains each criterion, names what is missing and what binds its offer', async () => {
    const offer = {
      factor: 1.3,
      term: 6,
      frequency: 'weekly',
      max_amount: 15_000,
      origination_fee: 0.03,
    }
    const good = await funderWith({
      criteria: [
        { name: 'min_fico', value: 640 },
        { name: 'min_monthly_revenue', value: 9000 },
        { name: 'restricted_industries', value: ['cannabis'] },
        { name: 'accepts_home_based', value: false },
      ],
      offer,
    })
    const near = await funderWith({ criteria: [{ name: 'min_fico', value: 650 }], offer })
    const open = await funderWith({
      criteria: [{ name: 'accepts_prior_default', value: false }],
      offer,
    })
    const bad = await funderWith({
      criteria: [{ name: 'restricted_states', value: ['NY'] }],
      offer,
    })
    const matches = await match({ funder_ids: [bad, open, near, good] })
    const metric = await caller.get(`/v1/submissions/${submissionId}/metrics/owner_fico`)
    const least = (matches[0]!.criteria as any[]).find(({ name }) => name === 'min_fico')
    assert.deepEqual([metric.body.data.value, least.actual], [640, 640])
    assert.deepEqual(
      matches.map(({ status, rank }) => [status, rank]),
      [
        ['matched', 1],
        ['near_match', 2],
        ['missing_data', 3],
        ['mismatched', 4],
      ],
    )
    assert.match(matches[1]!.criteria[0]!.message!, /640, needs at least 650/)
    assert.deepEqual(matches[2]!.missing_fields, ['has_prior_default'])
    const offered = matches[0]!.estimated_offer!
    assert.ok(offered.amount <= 12_000 && offered.amount % 100 === 0)
    assert.equal(offered.net_funded, Number((offered.amount * 0.97).toFixed(2)))
    assert.ok(offered.apr > 0)
    assert.equal(matches[3]!.estimated_offer, null)
    const tight = await funderWith({
      criteria: [{ name: 'min_fico', value: 650 }],
      offer: { ...offer, min_amount: 14_000 },
    })
    const [refused] = await match({ funder_ids: [tight] })
    assert.equal(refused!.estimated_offer, null)
    assert.match(
      refused!.no_offer_reason!,
      /monthly true revenue.* \$5,500\.00, less than .* \$14,000\.00/,
    )
    assert.deepEqual(
      (await match({ funder_ids: [bad, good], limit: 1 })).map(({ rank }) => rank),
      [1],
    )
    const requested = await match({ funder_ids: [good], requested_amount: 3000 })
    const { amount, binding_limit: binding } = requested[0]!.estimated_offer!
    assert.deepEqual([amount, binding], [3000, 'requested'])
    const { body } = await caller.get(`/v1/submissions/${submissionId}/funders?status=matched`)
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [good],
    )
    const linked = await match({ funder_ids: [good, bad], link: true })
    assert.equal(linked.length, 2)
    const links = (await caller.get(`${URL}/${good}/submissions`)).body.data
    assert.deepEqual([links.length, links[0].match.status], [1, 'matched'])
    assert.equal((await caller.get(`${URL}/${bad}/submissions`)).body.data.length, 0)
  })

  test('an offer has the tenant’s usual terms where neither policy nor funder states any', async () => {
    const bare = await funderWith({ criteria: [{ name: 'min_fico', value: 640 }] })
    const estimate = async () => (await match({ funder_ids: [bare] }))[0]!
    assert.match((await estimate()).no_offer_reason!, /factor/)
    const usual = { factor_min: 1.2, factor_max: 1.3, term_min: 6, frequencies: ['weekly'] }
    const set = await caller.put('/v1/user/settings', { funder_defaults: usual })
    assert.deepEqual([set.status, set.body.data.funder_defaults], [200, usual])
    const { estimated_offer: offer } = (await estimate()) as any
    assert.deepEqual([offer.factor, offer.term_months, offer.frequency], [1.25, 6, 'weekly'])
    await caller.patch(`${URL}/${bare}`, { defaults: { factor_max: 1.4 } })
    assert.equal(((await estimate()) as any).estimated_offer.factor, 1.4)
    const wrong = await caller.put('/v1/user/settings', { funder_defaults: { factor_min: 'low' } })
    assert.deepEqual([wrong.status, wrong.body.error.param], [422, 'funder_defaults.factor_min'])
    await caller.put('/v1/user/settings', { funder_defaults: null })
  })

  test('a match made again is the same at its own time, until what it follows from changes', async () => {
    const offer = { factor: 1.3, term: 6, frequency: 'weekly' }
    const funder = await funderWith({ criteria: [{ name: 'min_fico', value: 640 }], offer })
    const input = { funder_ids: [funder] }
    const path = `/v1/submissions/${submissionId}/funders?limit=100`
    const kept = async (): Promise<object> =>
      (await caller.get(path)).body.data.find(({ id }: { id: string }) => id === funder).match
    const timeless = (own: object | undefined) => ({ ...own, evaluated_at: null })
    const [first] = await match(input)
    assert.deepEqual(await kept(), first)
    const [again] = await match(input)
    assert.deepEqual(timeless(again), timeless(first))
    assert.deepEqual(await kept(), again)
    const [less] = await match({ ...input, requested_amount: 3000 })
    assert.deepEqual([less!.estimated_offer!.amount, await kept()], [3000, less])
    const [back] = await match(input)
    assert.deepEqual([timeless(back), await kept()], [timeless(first), back])
    const policies = (await caller.get(`${URL}/${funder}/policies`)).body.data
    const criteria = [{ name: 'min_fico', value: 800 }]
    await caller.patch(`${URL}/${funder}/policies/${policies[0].id}`, { criteria })
    const [changed] = await match(input)
    assert.deepEqual([changed!.status, await kept()], ['mismatched', changed])
  })

  test('a submission at a funder goes its way, with offers computed from their terms', async () => {
    const { body } = await caller.post(URL, { name: 'Harbor Street Funding' })
    const link = { submission_id: submissionId, status: 'submitted' }
    const made = await caller.post(`${URL}/${body.data.id}/submissions`, link)
    assert.deepEqual([made.status, made.body.data.status], [201, 'submitted'])
    const again = await caller.post(`${URL}/${body.data.id}/submissions`, link)
    assert.deepEqual(
      [again.body.error.code, again.body.error.existing_id],
      ['already_linked', made.body.data.id],
    )
    const path = `${URL}/${body.data.id}/submissions/${made.body.data.id}`
    const skipped = await caller.patch(path, { status: 'funded' })
    assert.deepEqual([skipped.status, skipped.body.error.code], [409, 'invalid_state_transition'])
    assert.match(skipped.body.error.message, /more_info_requested, offered/)
    const terms = { amount: 10_000, factor: 1.3, term_months: 6, frequency: 'monthly' }
    const offered = (await caller.patch(path, { offers: [terms] })).body.data
    const [offer] = offered.offers
    assert.deepEqual(
      [offered.status, offer.payment, offer.net_funded],
      ['offered', 2166.67, 10_000],
    )
    assert.ok(offered.responded_at)
    const accepted = { status: 'accepted', offers: [{ id: offer.id, status: 'accepted' }] }
    assert.equal((await caller.patch(path, accepted)).body.data.offers[0].status, 'accepted')
    const unsaid = await caller.patch(path, { status: 'declined' })
    assert.equal(unsaid.body.error.param, 'decline_reason')
    const funded = (await caller.patch(path, { status: 'funded' })).body.data
    assert.deepEqual(
      funded.events.map(({ type }: { type: string }) => type),
      ['submitted', 'offered', 'accepted', 'funded'],
    )
    const timeline = (await caller.get(`/v1/submissions/${submissionId}/timeline`)).body.data
      .filter(({ title }: { title: string }) => title.includes('Harbor Street'))
      .map(({ type, title }: { type: string; title: string }) => `${type} ${title}`)
    assert.deepEqual(timeline.toReversed(), [
      'funder.linked Linked to Harbor Street Funding',
      'funder.updated Harbor Street Funding: offered, offer received: 10000 at 1.3 over 6 months',
      'funder.updated Harbor Street Funding: accepted, offer accepted: 10000 at 1.3 over 6 months',
      'funder.updated Harbor Street Funding: funded',
    ])
    const { stats } = (await caller.get(`${URL}/${body.data.id}`)).body.data
    assert.deepEqual([stats.submitted, stats.funded, stats.approval_rate], [1, 1, 1])
    assert.equal((await caller.delete(`${URL}/${body.data.id}`)).body.error.code, 'resource_in_use')
  })

  test('are matched by themselves when a run ends, where the tenant wants that', async () => {
    await funderWith({ criteria: [{ name: 'min_fico', value: 600 }] })
    const runOne = async (): Promise<unknown[]> => {
      const { body } = await caller.post('/v1/submissions', { owners: [{ fico: 700 }] })
      const transactions = rowsOfYear()
      await caller.post('/v1/transactions/bulk', { submission_id: body.data.id, transactions })
      await house.settle()
      return (await caller.get(`/v1/submissions/${body.data.id}/funders`)).body.data
    }
    assert.deepEqual(await runOne(), [])
    await caller.put('/v1/user/settings', { auto_match: true })
    assert.ok((await runOne()).length > 0)
    await caller.put('/v1/user/settings', { auto_match: false })
  })

  test('are part of a submission that expands them, for keys that may read them', async () => {
    const { body } = await caller.post(URL, { name: 'Lantern Bay Capital' })
    const input = { submission_id: submissionId, status: 'submitted', requested: { amount: 5000 } }
    await caller.post(`${URL}/${body.data.id}/submissions`, input)
    const path = `/v1/submissions/${submissionId}`
    const listed = (await caller.get(`${path}/funders?limit=100`)).body.data
    const { funders } = (await caller.get(`${path}?expand=funders`)).body.data
    assert.deepEqual(
      funders.map((each: any) => [each.id, each.funderName, each.link?.sentAt, each.match?.rank]),
      listed.map((each: any) => [each.id, each.funder_name, each.link?.sent_at, each.match?.rank]),
    )
    const own = funders.find((each: any) => each.id === body.data.id)
    assert.deepEqual(own.link.requested, { amount: 5000, product: null })
    const scopes = ['submissions:read']
    const made = await caller.post('/v1/api-keys', { name: 'Reader', scopes })
    const reader = createCaller(house.app, made.body.data.key)
    const refused = await reader.get(`${path}?expand=funders`)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
    assert.equal((await reader.get(path)).body.data.funders, undefined)
  })

  test('select the submissions that are at them or owe them', async () => {
    const kapitus = (await caller.get(`${URL}?q=kapitus`)).body.data[0].id
    const listIds = async (funder: string): Promise<string[]> => {
      const response = await caller.get(`/v1/submissions?funder_id=${funder}&include_total=true`)
      const ids = response.body.data.map(({ id }: { id: string }) => id)
      assert.equal(response.body.meta.total_count, ids.length)
      return ids
    }
    assert.deepEqual(await listIds(kapitus), [])
    const owing = (await caller.post('/v1/submissions', { name: 'Owes Kapitus' })).body.data.id
    await caller.post('/v1/transactions/bulk', { submission_id: owing, transactions: payments() })
    await house.settle()
    assert.deepEqual(await listIds(kapitus), [owing])
    await caller.post(`${URL}/${kapitus}/submissions`, { submission_id: submissionId })
    assert.deepEqual(await listIds(kapitus.toUpperCase()), [owing, submissionId])
    const [found] = (await caller.get(`/v1/submissions/${owing}/positions`)).body.data
    await caller.patch(`/v1/positions/${found.id}`, { confirmation: 'rejected' })
    assert.deepEqual(await listIds(kapitus), [submissionId])
    await caller.patch(`/v1/positions/${found.id}`, { confirmation: null, funder_id: 'ondeck' })
    assert.deepEqual(await listIds(kapitus), [submissionId])
    const ondeck = (await caller.get(`${URL}?q=ondeck`)).body.data[0].id
    assert.deepEqual(await listIds(ondeck), [owing])
    const stranger = (await house.tenant()).live
    assert.deepEqual((await stranger.get(`/v1/submissions?funder_id=${kapitus}`)).body.data, [])
  })
})

/** A deposit on each business day of a year, with balances that never come near zero. */
function rowsOfYear(): object[] {
  const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day)))
  return days
    .filter((day) => day.getUTCDay() % 6 !== 0)
    .map((day, place) => ({
      date: day.toISOString().slice(0, 10),
      amount: 500,
      description: 'SQUARE INC SALES DEPOSIT',
      balance: 20_000 + place * 500,
    }))
}

/** What is taken every day of four weeks, so that it is a position. */
function payments(): object[] {
  const days = Array.from({ length: 28 }, (_, day) => new Date(Date.UTC(2025, 1, 3 + day)))
  return days
    .filter((day) => day.getUTCDay() % 6 !== 0)
    .map((day) => ({
      date: day.toISOString().slice(0, 10),
      amount: -233.33,
      description: 'KAPITUS DAILY',
    }))
}
