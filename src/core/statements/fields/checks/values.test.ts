import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldReading } from '../extract.ts'
import type { FieldValue, ReadTable } from '../rule.ts'
import { checkReading, listCheckReasons } from './check.ts'

const RECEIVED_ON = '2026-03-20'

function buildReading(values: Record<string, FieldValue>, owners: ReadTable[] = []): FieldReading {
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    {
      type: 'string',
      value,
      raw: null,
      confidence: 0.95,
      page: 1,
      box: [1, 2, 3, 4],
      validation: 'not_applicable',
      validationMessage: null,
      isSensitive: false,
    },
  ])
  return { fields: Object.fromEntries(fields), tables: owners, currency: 'USD', reviewReasons: [] }
}

function listOwners(...percents: (number | null)[]): ReadTable {
  const rows = percents.map((percent) => ({ page: 1, values: { ownership_percent: percent } }))
  return { name: 'owners', columns: [{ name: 'ownership_percent', type: 'number' }], rows }
}

const FAULTS: readonly [field: string, value: FieldValue, code: string][] = [
  ['ein', '07-5513390', 'ein'],
  ['ein', '1234', 'ein'],
  ['owner_ssn_last4', '0000', 'ssn'],
  ['business_phone', '+11235550100', 'phone'],
  ['iso_phone', '+19115550100', 'phone'],
  ['business_email', 'nobody@nowhere', 'email'],
  ['business_address', '418 Orchard Street, Dayton, OH 90210', 'zip_state'],
  ['state_of_incorporation', 'ZZ', 'state'],
  ['business_start_date', '2027-01-01', 'start_date'],
  ['owner_date_of_birth', '2012-01-01', 'birth_date'],
  ['owner_date_of_birth', '1890-01-01', 'birth_date'],
  ['requested_amount', 0, 'amount'],
  ['ownership_percent', 130, 'percent'],
  ['signature_present', false, 'signature'],
  ['signed_date', '2025-11-01', 'signed_date'],
  ['signed_date', '2026-04-01', 'signed_date'],
]

for (const [field, value, code] of FAULTS) {
  test(`an application whose ${field} is ${String(value)} needs a person`, () => {
    const checks = checkReading('iso_application', buildReading({ [field]: value }), RECEIVED_ON)
    assert.ok(listCheckReasons(checks).includes(`${code}:${field}`))
    const failed = checks.find((check) => check.field === field && check.status === 'failed')!
    assert.deepEqual([failed.page, failed.box], [1, [1, 2, 3, 4]])
    assert.ok(failed.message)
  })
}

test('owners hold at most the whole, each of them a share', () => {
  const reasons = (...percents: (number | null)[]) =>
    listCheckReasons(
      checkReading('iso_application', buildReading({}, [listOwners(...percents)]), RECEIVED_ON),
    )
  assert.deepEqual(reasons(60, 40), [])
  assert.deepEqual(reasons(60, 50), ['ownership_sum:ownership_percent'])
  assert.deepEqual(reasons(60, null), ['ownership_known:ownership_percent'])
})

test('a home that is the business is a warning, which stops nobody', () => {
  const address = '418 Orchard Street, Dayton, OH 45402'
  const reading = buildReading({
    business_address: address,
    owner_address: address,
    ownership_percent: 100,
  })
  const checks = checkReading('iso_application', reading, RECEIVED_ON)
  const home = checks.find(({ code }) => code === 'home_address')!
  assert.deepEqual([home.status, home.severity], ['failed', 'warning'])
  assert.deepEqual(listCheckReasons(checks), [])
})
