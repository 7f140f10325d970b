import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { APPLICATION_FIXTURES } from '../../../fixtures/applications/index.ts'
import {
  createCaller,
  useTestHouse,
  type TestFile,
  type TestTenant,
} from '../../../test/context.ts'
import { openReader } from '../../../test/scans.ts'
import { submit, upload } from '../../../test/statements.ts'
import type { PdfReader } from '../../core/statements/pdf/pdfium.ts'
import { sql } from '../../platform/db/sql.ts'

const URL = '/v1/iso-applications'

/** What the checks find in the forms, which were signed long before they come here. */
const FAILED: Record<string, string[]> = {
  boxed: ['signed_date:signed_date'],
  tabled: ['signed_date:signed_date'],
  scanned: ['signed_date:signed_date'],
  underlined: ['ein:ein', 'home_address:owner_address', 'signature:signature_present'],
  esigned: ['signed_date:signed_date'],
}

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
  let reader: PdfReader

  before(async () => {
    tenant = await house.tenant()
    reader = await openReader()
  })

  async function print(name: string): Promise<TestFile> {
    const fixture = APPLICATION_FIXTURES.find((each) => each.name === name)!
    return { filename: `${name}.pdf`, bytes: await fixture.print(reader) }
  }

  async function take(name: string, fields: Record<string, string> = {}): Promise<string> {
    const { status, body } = await tenant.live.upload(URL, [await print(name)], fields)
    assert.equal(status, 202, JSON.stringify(body))
    await house.settle(90_000)
    return body.data.id
  }

  async function get(path: string) {
    const { status, body } = await tenant.live.get(path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  test('what a caller states is kept to the letter, with a document that shows it', async () => {
    const { status, body } = await tenant.live.post(URL, STATED)
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.data.business.name, STATED.business.name)
    assert.equal(body.data.owners[1].ssn_masked, '***-**-1188')
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

  for (const { name, application, truth } of APPLICATION_FIXTURES) {
    test(`the ${name} application comes back with its fields, boxes and validations`, async () => {
      const id = await take(name)
      const { application: data, fields } = await get(`${URL}/${id}/results`)
      assert.deepEqual(
        [data.business.name, data.business.ein, data.business.address, data.business.landlord],
        [
          truth.fields.business_legal_name,
          truth.fields.ein,
          truth.fields.business_address,
          truth.fields.landlord_name,
        ],
      )
      assert.equal(data.funding.amount_requested, application.request.amount)
      assert.deepEqual(
        data.funding.outstanding_balances.map((each: any) => [each.funder, each.balance]),
        application.obligations.map(({ funder, balance }) => [funder, balance]),
      )
      assert.deepEqual(
        data.owners.map((owner: any) => [owner.last_name, owner.ssn_masked, owner.has_signature]),
        application.owners.map(({ last, ssn, signed }) => [
          last,
          `***-**-${ssn.slice(-4)}`,
          signed !== null,
        ]),
      )
      for (const field of fields)
        if (field.value !== null) assert.equal(field.bbox?.length, 4, field.name)
      const failed = data.field_validations.filter((each: any) => each.status === 'failed')
      assert.deepEqual(
        failed.map(({ code, field }: any) => `${code}:${field}`).toSorted(),
        FAILED[name]!.toSorted(),
      )
      assert.equal(data.status, data.review_reasons.length > 0 ? 'review_required' : 'processed')
    })
  }

  test('what an application says fills the submission that was created for it, and no other', async () => {
    const id = await take('tabled')
    const { submission_id } = await get(`${URL}/${id}`)
    const filled = await get(`/v1/submissions/${submission_id}`)
    assert.deepEqual(
      [filled.companyInfo.name, filled.companyInfo.startDate, filled.request.amount],
      ['Petrel Street Dental P.C.', '2011-09-01', 250_000],
    )
    assert.deepEqual(
      filled.owners.map((owner: any) => [owner.lastName, owner.ownershipPercent]),
      [
        ['Thornbury', 60],
        ['Vasquez-Lund', 40],
      ],
    )
    const other = await submit(tenant.live)
    await take('boxed', { submission_id: other })
    const untouched = await get(`/v1/submissions/${other}`)
    assert.deepEqual([untouched.name, untouched.owners], ['Harborline', []])
  })

  test('a document of a submission becomes an application once', async () => {
    const submissionId = await submit(tenant.live)
    const file = await print('underlined')
    const documentId = await upload(tenant.live, submissionId, { file })
    await house.settle()
    const first = await tenant.live.post(URL, { document_id: documentId })
    assert.equal(first.status, 202, JSON.stringify(first.body))
    assert.equal(first.body.data.source, 'document')
    const again = await tenant.live.post(URL, { document_id: documentId })
    assert.deepEqual(
      [again.status, again.body.error.code, again.body.error.existing_id],
      [409, 'duplicate_document', first.body.data.id],
    )
  })

  test('a file may come inside JSON, and lists are filtered by what became of it', async () => {
    const { filename, bytes } = await print('esigned')
    const submission_id = await submit(tenant.live)
    const content_base64 = Buffer.from(bytes).toString('base64')
    const { status, body } = await tenant.live.post(URL, {
      filename,
      content_base64,
      submission_id,
    })
    assert.deepEqual([status, body.data.source, body.data.status], [202, 'base64', 'received'])
    const early = await tenant.live.get(`${URL}/${body.data.id}/results`)
    assert.ok([200, 409].includes(early.status))
    await house.settle()
    const list = (query: string) => get(`${URL}?submission_id=${submission_id}&${query}`)
    const { status: state } = await get(`${URL}/${body.data.id}`)
    assert.equal((await list(`status=${state}&q=ESIGN`)).length, 1)
    assert.equal((await list('status=failed')).length, 0)
  })

  test('reading again keeps what a person corrected, and force discards it', async () => {
    const id = await take('boxed')
    const { document_id } = await get(`${URL}/${id}`)
    const path = `/v1/documents/${document_id}/parsed-results`
    const patches = [{ path: 'fields.dba', value: 'Corrected' }]
    await tenant.live.patch(path, { patches })
    const reprocess = async (input: object) => {
      const { status, body } = await tenant.live.post(`${URL}/${id}/reprocess`, input)
      await house.settle()
      return { status, body, data: await get(`${URL}/${id}`) }
    }
    const kept = await reprocess({})
    assert.deepEqual(
      [kept.status, kept.data.business.dba, kept.data.attempts],
      [202, 'Corrected', 2],
    )
    const unknown = await tenant.live.post(`${URL}/${id}/reprocess`, {
      force: true,
      fields: ['dbaa'],
    })
    assert.deepEqual(
      [unknown.status, unknown.body.error.code, unknown.body.error.param],
      [422, 'invalid_enum', 'fields[0]'],
    )
    const afresh = await reprocess({ force: true, fields: ['dba'] })
    assert.equal(afresh.data.business.dba, 'Bramble Roofing')
  })

  test('an application needs exactly one origin, and names what is missing', async () => {
    const wrong: [object, number, string, string][] = [
      [{}, 400, 'missing_file', 'file'],
      [{ owners: STATED.owners }, 422, 'missing_field', 'business'],
      [{ ...STATED, create_submission: false }, 422, 'missing_field', 'submission_id'],
      [{ ...STATED, content_base64: 'JVBERi0=' }, 422, 'invalid_format', 'business'],
      [{ business: { name: 'A', ein: '1' } }, 422, 'invalid_ein', 'business.ein'],
    ]
    for (const [body, status, code, param] of wrong) {
      const response = await tenant.live.post(URL, body)
      const { error } = response.body
      assert.deepEqual([response.status, error.code, error.param], [status, code, param])
    }
  })

  test('identifiers are masked for a key that may not read them, and sealed in the database', async () => {
    const { body } = await tenant.live.post(URL, STATED)
    await house.settle()
    const made = await tenant.live.post('/v1/api-keys', {
      name: 'Reader',
      scopes: ['submissions:read'],
    })
    const key = createCaller(house.app, made.body.data.key)
    const { data } = (await key.get(`${URL}/${body.data.id}/results`)).body
    assert.equal(data.application.business.ein, '**-***8165')
    assert.equal(data.application.owners[0].date_of_birth, '1981-**-**')
    assert.doesNotMatch(JSON.stringify(data), /47-2938165|1981-11-02|512-40/)
    const rows = await house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.rows(sql`select * from iso_applications`),
    )
    // Four digits without their dash come by chance in what is sealed.
    assert.doesNotMatch(JSON.stringify(rows), /2938165|40-7731|Venkataraman/)
  })
})
