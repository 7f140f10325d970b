import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { addressKey, normalizeHost, normalizePhone } from './keys.ts'
import { compareSubmissions, type Comparable } from './score.ts'
import { jaroWinkler, normalizeName } from '../../../core/values/text.ts'

const NOTHING: Comparable = {
  name: null,
  company: {},
  einBlind: null,
  accounts: [],
  documentHashes: [],
  statementKeys: [],
}

function comparable(parts: Partial<Comparable>): Comparable {
  return { ...NOTHING, ...parts }
}

test('Jaro-Winkler gives the values of the literature', () => {
  const cases: [string, string, number][] = [
    ['martha', 'marhta', 0.9611],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.8133],
    ['same', 'same', 1],
    ['abc', 'xyz', 0],
    ['', '', 0],
  ]
  for (const [left, right, expected] of cases) {
    assert.equal(jaroWinkler(left, right).toFixed(4), expected.toFixed(4), `${left} ${right}`)
  }
})

test('legal forms, case and punctuation do not distinguish names', () => {
  assert.equal(normalizeName('The Maple-Leaf Bakery, L.L.C.'), 'maple leaf bakery')
  assert.equal(normalizeName("Café d'Or Inc"), 'cafe dor')
  assert.equal(normalizePhone('+1 (212) 555-0100'), '2125550100')
  assert.equal(normalizePhone('n/a'), null)
  assert.equal(normalizeHost('https://www.Example.com/about?x'), 'example.com')
  assert.equal(
    addressKey({ address: { line1: '12 Main St.', postalCode: '01101-2233' } }),
    '12 main 01101',
  )
  assert.equal(addressKey({ address: { line1: 'Main St.' } }), null)
})

test('each sign of one business adds its points, a hundred at most', () => {
  const company = {
    phone: '212-555-0100',
    email: 'A@b.co',
    website: 'b.co',
    address: { line1: '1 Elm', postalCode: '02134' },
  }
  const account = {
    fingerprint: 'f',
    institutionName: 'Elm Bank',
    last4: '1234',
    holderNames: ['Acme LLC'],
  }
  const full = comparable({
    name: 'Acme',
    company,
    einBlind: 'e',
    accounts: [account],
    documentHashes: ['aa'],
  })
  const cases: [Partial<Comparable>, number, string][] = [
    [{ einBlind: 'e' }, 60, 'likely'],
    [{ einBlind: 'e', name: 'ACME, Inc.' }, 85, 'likely'],
    [{ name: 'Acme' }, 25, 'possible'],
    [{ company: { phone: '+1 212 555 0100', email: 'a@B.co' } }, 20, 'possible'],
    [{ company }, 40, 'possible'],
    [{ accounts: [account] }, 40, 'possible'],
    [{ documentHashes: ['aa', 'bb'] }, 30, 'possible'],
    [{ name: 'Acme', company, einBlind: 'e', accounts: [account] }, 100, 'exact'],
    [{}, 0, 'possible'],
  ]
  for (const [parts, score, level] of cases) {
    const match = compareSubmissions(full, comparable(parts))
    assert.deepEqual([match.score, match.matchLevel], [score, level], JSON.stringify(parts))
  }
})

test('four equal digits at one bank are no sign when the holders differ', () => {
  const account = {
    fingerprint: 'f',
    institutionName: 'Elm Bank',
    last4: '1234',
    holderNames: ['Acme LLC'],
  }
  const of = (holderNames: string[], last4: string | null = '1234') =>
    compareSubmissions(
      comparable({ accounts: [account] }),
      comparable({ accounts: [{ ...account, holderNames, last4 }] }),
    ).score
  assert.equal(of(['Zenith Corp']), 0)
  assert.equal(of(['ACME']), 40)
  assert.equal(of([]), 40)
})

test('the holder of other accounts and a statement of the same figures are signs', () => {
  const at = (parts: object) => ({
    fingerprint: 'f',
    institutionName: 'Elm Bank',
    last4: '1234',
    holderNames: ['FERNWEH DESIGN STUDIO LLC'],
    ...parts,
  })
  const key = 'USD|2025-07-01|2025-07-31|100|900|12'
  const ours = comparable({ accounts: [at({})], statementKeys: [key] })
  const score = (parts: Partial<Comparable>) => {
    const { score: points, reasons } = compareSubmissions(ours, comparable(parts))
    return [points, reasons.map(({ field }) => field).join()]
  }
  const other = { fingerprint: 'g', last4: '9876', institutionName: 'Oak Bank' }
  assert.deepEqual(score({ accounts: [at(other)] }), [40, 'account_holder'])
  assert.deepEqual(score({ accounts: [at({ ...other, holderNames: ['Zenith'] })] }), [0, ''])
  const spelled = at({ fingerprint: 'h', institutionName: 'Elm Bank, N.A.' })
  assert.deepEqual(score({ accounts: [spelled] }), [40, 'account'])
  assert.deepEqual(score({ statementKeys: [key] }), [40, 'statement'])
})

describe('GET /v1/submissions/:id/duplicates', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function create(companyInfo: object): Promise<string> {
    return (await tenant.live.post('/v1/submissions', { company_info: companyInfo })).body.data.id
  }

  test('finds the same business under another spelling, likeliest first, no one else', async () => {
    const company = {
      name: 'Northwind Traders LLC',
      ein: '98-7654321',
      phone: '212-555-0199',
      email: 'hi@northwind.example',
    }
    const id = await create(company)
    const same = await create({ ...company, name: 'NORTHWIND TRADERS, INC.', email: null })
    const alike = await create({
      name: 'Northwynd Traders',
      phone: '+1 212 555 0199',
      email: 'HI@northwind.example',
    })
    await create({ name: 'Southside Plumbing', phone: '312-555-0123' })
    const { body, raw } = await tenant.live.get(`/v1/submissions/${id}/duplicates`)
    assert.deepEqual(
      body.data.map((match: any) => [match.submission.id, match.score, match.match_level]),
      [
        [same, 95, 'exact'],
        [alike, 45, 'possible'],
      ],
    )
    const ein = body.data[0].reasons[0]
    assert.deepEqual([ein.field, ein.ours, ein.theirs], ['ein', '**-***4321', '**-***4321'])
    assert.equal(raw.includes('98-7654321') || raw.includes('555-0199'), false)
    const sure = await tenant.live.get(`/v1/submissions/${id}/duplicates?min_score=90`)
    assert.equal(sure.body.data.length, 1)
    const first = await tenant.live.get(`/v1/submissions/${id}/duplicates?limit=1`)
    const next = await tenant.live.get(
      `/v1/submissions/${id}/duplicates?limit=1&cursor=${first.body.next_cursor}`,
    )
    assert.equal(next.body.data[0].submission.id, alike)
    assert.equal(next.body.has_more, false)
    await tenant.live.patch(`/v1/submissions/${same}`, { status: 'archived' })
    assert.equal((await tenant.live.get(`/v1/submissions/${id}/duplicates`)).body.data.length, 1)
    const all = await tenant.live.get(`/v1/submissions/${id}/duplicates?include_archived=true`)
    assert.equal(all.body.data.length, 2)
  })
})
