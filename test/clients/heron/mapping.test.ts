import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { mapInformation } from '../../../clients/typescript/src/migrate/heron/map/information.ts'
import {
  isSkipped,
  mapRow,
  type MappedRow,
} from '../../../clients/typescript/src/migrate/heron/map/rows.ts'
import { mapCheck, mapRule } from '../../../clients/typescript/src/migrate/heron/map/rules.ts'
import type { HeronTransaction } from '../../../clients/typescript/src/migrate/heron/types.ts'

const GIVEN: HeronTransaction = {
  heron_id: 'txn_1',
  reference_id: 'ref-1',
  account_id: 'checking',
  amount: -42.42,
  currency: 'usd',
  timestamp: '2026-03-02T03:30:00Z',
  balance: 423,
  description: ' GOOGLE *ADS ',
  categories: [{ label: 'Advertising', confidence: 0.5, annotator: 'predicted' }],
  merchant: { name: 'Google' },
  mcc_code: '7311',
  is_recurring: true,
  has_matching_transaction: false,
  features: { is_weekend: false },
}
const OPTIONS = { timezone: 'America/New_York', currency: 'USD', trustLabels: false }

function map(given: Partial<HeronTransaction>): MappedRow {
  const mapped = mapRow({ ...GIVEN, ...given }, OPTIONS)
  assert.ok(!isSkipped(mapped))
  return mapped
}

/** The mapping of the interface, field by field: what is sent for each, and of which type it is. */
const FIELDS: Record<string, [sent: unknown, type: string]> = {
  id: [undefined, 'string'],
  submission_id: [undefined, 'string'],
  description: ['GOOGLE *ADS', 'string'],
  amount: [-42.42, 'number'],
  date: ['2026-03-01', 'string'],
  balance: [423, 'number'],
  currency: ['USD', 'string'],
  categories: [undefined, 'array'],
  merchant_name: ['Google', 'string'],
  mcc_code: ['7311', 'string'],
  is_recurring: [undefined, 'boolean'],
}

suite('the mapping of transactions', () => {
  test('sends every field of the interface that a caller gives', () => {
    const row = map({}).row as unknown as Record<string, unknown>
    for (const [name, [sent]] of Object.entries(FIELDS)) assert.deepEqual(row[name], sent, name)
    assert.deepEqual([row.external_id, row.category], ['ref-1', 'expenses.advertising'])
  })

  test('has every field of the interface in the API, with its type', () => {
    // The client is printed from the routes: what it declares is what the API returns.
    const path = 'clients/typescript/src/generated/transactions.ts'
    const [, body = ''] = /export interface Transaction \{([\s\S]*?)\n\}/.exec(
      readFileSync(path, 'utf8'),
    )!
    for (const [field, [, type]] of Object.entries(FIELDS)) {
      const declared = type === 'array' ? 'TransactionCategory\\[\\]' : type
      assert.match(body, new RegExp(`\\n  ${field}: ${declared}`), field)
    }
  })

  test('keeps the sign: money that comes in is positive on both sides', () => {
    assert.equal(map({ amount: 10.5 }).row.amount, 10.5)
    assert.equal(map({ amount: '-10.50' }).row.amount, -10.5)
  })

  test('takes the date before the timestamp, whose day is that of the account’s zone', () => {
    assert.equal(map({ date: '2026-03-05' }).row.date, '2026-03-05')
    assert.equal(map({ timestamp: '2026-03-02T12:00:00' }).row.date, '2026-03-02')
    assert.equal(map({ date: '2026-02-30' }).row.date, '2026-03-01')
    for (const row of [{ timestamp: null }, { timestamp: 'soon' }, { amount: null }])
      assert.ok(isSkipped(mapRow({ ...GIVEN, ...row }, OPTIONS)))
  })

  test('keeps a label that it does not know, and leaves the category to enrichment', () => {
    const { row, unknownLabel } = map({ categories: [{ label: 'Moon rocks' }] })
    assert.deepEqual(
      [row.category, row.metadata.heron_label, unknownLabel],
      [undefined, 'Moon rocks', 'Moon rocks'],
    )
  })

  test('reads what older exports have: the annotation, and features with their names', () => {
    const { row } = map({ categories: null, annotation: { category: { label: 'Rent' } } })
    assert.equal(row.category, 'expenses.rent')
    assert.equal(row.metadata.heron_feature_is_weekend, false)
  })

  test('gives each source without an account one of its own', () => {
    assert.equal(map({ account_id: null }).row.account!.name, 'Heron account (unnamed)')
    assert.equal(
      map({ account_id: null, data_source_heron_id: 'dso_1' }).row.account!.name,
      'Heron account (unnamed) dso_1',
    )
  })
})

suite('the mapping of rules', () => {
  const rule = {
    heron_id: 'rul_1',
    name: 'R',
    metric_label: 'nsf_fees',
    date_range: 'last_90_days',
    value: 3,
  }

  test('turns a rule that names the fault into one that names what must be', () => {
    const pairs = [
      ['equal', 'not_equal'],
      ['not_equal', 'equal'],
      ['greater_than', 'less_than_or_equal'],
      ['greater_than_or_equal', 'less_than'],
      ['less_than', 'greater_than_or_equal'],
      ['less_than_or_equal', 'greater_than'],
    ] as const
    for (const [condition, operator] of pairs)
      assert.equal(mapRule({ ...rule, condition }).rule.operator, operator)
  })

  test('keeps what has no counterpart as an inactive rule with the reason', () => {
    for (const wrong of [
      { metric_label: 'heron_score' },
      { metric_label: 'unheard_of' },
      { date_range: 'last_fortnight' },
      { condition: 'resembles' },
      { value: null },
      { selector: { is_portfolio: true } },
    ]) {
      const { state, rule: made, note } = mapRule({ ...rule, condition: 'equal', ...wrong })
      assert.deepEqual([state, made.is_active, made.kind], ['none', false, 'manual'])
      assert.ok(note && made.description!.includes('rul_1'))
    }
  })

  test('keeps the direction of a check, which names what must be on both sides', () => {
    const check = {
      attribute_label: 'revenue',
      numeric_check: { type: 'greater_than', value: '10000', on_failure: 'review_required' },
    }
    const { rule: made } = mapCheck(check, 'C')
    assert.deepEqual(
      [made.metric, made.operator, made.value, made.outcome],
      ['true_revenue', 'greater_than', 10_000, 'review'],
    )
    const joined = mapCheck({ composite_check: { type: 'OR', checks: [check, check] } }, 'J').rule
    assert.equal((joined.expression as { any: unknown[] }).any.length, 2)
    assert.equal(mapCheck({ ...check, attribute_label: 'x' }, 'X').state, 'none')
  })
})

suite('the mapping of facts', () => {
  test('fills company, owners and request, and keeps the rest', () => {
    const { patch, rest } = mapInformation({
      company_legal_business_name: 'Alder LLC',
      federal_tax_id: '123456789',
      company_entity_type: 'Limited Liability Company',
      owner_2_first_name: 'Bo',
      owner_1_ownership_percentage: '60%',
      requested_amount: '$50,000',
      shoe_size: 43,
      company_website: '',
    })
    assert.deepEqual(patch.company_info, {
      name: 'Alder LLC',
      ein: '12-3456789',
      entity_type: 'llc',
    })
    assert.deepEqual(patch.owners, [{ ownership_percent: 60 }, { first_name: 'Bo' }])
    assert.deepEqual([patch.request, rest], [{ amount: 50_000 }, { shoe_size: 43 }])
  })
})
