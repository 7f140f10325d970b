import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

const URL = '/v1/iso-applications'

/** What a caller states in place of a file. */
const STATED = {
  business: {
    name: 'Marsh Lantern Bakery LLC',
    dba: 'Marsh Lantern',
    ein: '47-2938165',
    address: '418 Orchard Street, Dayton, OH 45402',
    start_date: '2017-06-15',
    industry: 'Bakery',
    entity_type: 'llc',
    phone: '+19375550142',
    email: 'hello@marshlantern.example',
    annual_revenue: 1_240_000.5,
    state_of_incorporation: 'OH',
    use_of_funds: 'A second oven',
  },
  funding: {
    amount_requested: 85_000,
    outstanding_balances: [
      { funder: 'Keystone Harbor Capital', balance: 12_000, payment: 210.25 },
      { funder: 'Merrow Advance', balance: 4_000 },
    ],
  },
  owners: [
    { first_name: 'Priya', last_name: 'Venkataraman', ssn: '512-40-7731', ownership_percent: 60, date_of_birth: '1981-11-02', phone: '+19375550143', email: 'priya@marshlantern.example', address: '77 Larkspur Lane, Dayton, OH 45409' },
    { first_name: 'Tobias', last_name: 'Lindqvist', ssn_last4: '1188', ownership_percent: 40, date_of_birth: '1979-01-20', phone: '+19375550144', email: 'tobias@marshlantern.example', address: '12 Elm Court, Dayton, OH 45403' },
  ],
  iso: { name: 'Lantern Capital', representative: 'R. Achterberg', email: 'r@lantern.example', phone: '+16465550155' },
} // prettier-ignore

describe('applications for funding', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function get(path: string) {
    const { status, body } = await tenant.live.get(path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  test('what a caller states is kept to the letter, with a document that shows it', async () => {
    const { status, body } = await tenant.live.post(URL, STATED)
    assert.equal(status, 201, JSON.stringify(body))
    await house.settle()
    const data = await get(`${URL}/${body.data.id}`)
    const { owners, funding, business, iso, status: state, quality_status: quality } = data
    assert.deepEqual([state, quality, data.review_reasons], ['processed', 'fully_matched', []])
    assert.deepEqual(
      Object.fromEntries(Object.keys(STATED.business).map((name) => [name, business[name]])),
      STATED.business,
    )
    assert.deepEqual(iso, STATED.iso)
    assert.equal(funding.amount_requested, STATED.funding.amount_requested)
    assert.deepEqual(
      funding.outstanding_balances,
      STATED.funding.outstanding_balances.map((each) => ({ payment: null, ...each })),
    )
    assert.deepEqual(
      owners.map((owner: any) => [owner.first_name, owner.last_name, owner.ssn_masked]),
      [
        ['Priya', 'Venkataraman', '***-**-7731'],
        ['Tobias', 'Lindqvist', '***-**-1188'],
      ],
    )
    const results = await get(`${URL}/${body.data.id}/results`)
    const name = results.fields.find((each: any) => each.name === 'business_legal_name')
    assert.deepEqual([name.value, name.page, name.bbox.length], [STATED.business.name, 1, 4])
  })

  test('the submission that an application creates gets its company, owners and request', async () => {
    const { body } = await tenant.live.post(URL, STATED)
    await house.settle()
    const { data } = await tenant.live
      .get(`/v1/submissions/${body.data.submission_id}`)
      .then((response) => response.body)
    assert.deepEqual(
      [data.name, data.source, data.companyInfo.ein, data.companyInfo.annualRevenue],
      [STATED.business.name, 'iso_application', STATED.business.ein, 1_240_000.5],
    )
    assert.equal(data.request.amount, 85_000)
    assert.equal(data.owners[0].lastName, 'Venkataraman')
  })
})
