import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENRICHERS } from './index.ts'
import type { InputValues } from './inputs.ts'
import { overallConfidence } from './enricher.ts'
import { indexSdnList, screenNames } from './screening/screen.ts'
import { parseSdnList } from './screening/sdn-list.ts'

type Case = readonly [inputs: Partial<InputValues>, expected: Record<string, unknown>]

const position = { status: 'active', remaining_balance: 9000, payment_amount: 500, confidence: 0.9 }
const year = { tax_year: 2024, tax_revenue: 1000, bank_coverage: 1 }

/** Inputs of each enricher with values that they must give; null is unknown. */
const CASES: Record<string, readonly Case[]> = {
  ein_prefix: [
    [{ ein: '12-3456789' }, { is_valid_prefix: true, campus: 'Andover', is_online: false }],
    [{ ein: '46-1234567' }, { is_valid_prefix: true, campus: null, is_online: true }],
    [{ ein: '07-1234567' }, { is_valid_prefix: false, campus: null, is_online: null }],
  ],
  entity_name_match: [
    [
      { company_name: 'Maple Leaf Bakery LLC', printed_names: [printed('MAPLE LEAF BAKERY')] },
      { is_match: true, differing_sources: [] },
    ],
    [
      { company_name: 'Maple Leaf Bakery', printed_names: [printed('Harbor Towing Inc')] },
      { is_match: false, differing_sources: ['ein_letter'] },
    ],
    [{ company_name: 'John Smith', printed_names: [printed('SMITH JOHN')] }, { is_match: true }],
    [
      { company_name: 'Acme', printed_names: [] },
      { is_match: null, lowest_score: null },
    ],
  ],
  time_in_business: [
    [
      { start_dates: [{ date: '2020-03-31', source: 'company_info' }], as_of: '2023-03-30' },
      { months: 35, start_date: '2020-03-31', is_consistent: null },
    ],
    [
      {
        start_dates: [
          { date: '2015-01-01', source: 'company_info' },
          { date: '2021-06-01', source: 'articles_of_incorporation' },
        ],
        as_of: '2023-06-01',
      },
      { months: 24, years: 2, start_date: '2021-06-01', is_consistent: false },
    ],
    [
      { start_dates: [{ date: '2030-01-01', source: 'company_info' }], as_of: '2023-06-01' },
      { months: null },
    ],
  ],
  duplicate_submission: [
    [{ similar_submissions: [] }, { is_duplicate: false, duplicates_count: 0 }],
    [
      { similar_submissions: [{ submission_id: 'a', name: 'Acme', score: 95, reasons: ['ein'] }] },
      { is_duplicate: true, best_score: 95, submission_ids: ['a'] },
    ],
  ],
  address_normalizer: [
    [
      {
        address: {
          line1: '350 North Main Street, Suite 4',
          city: 'Austin',
          state: 'Texas',
          postal_code: '78701',
        },
      },
      {
        line1: '350 N MAIN ST',
        line2: 'STE 4',
        state: 'TX',
        zip_matches_state: true,
        formatted: '350 N MAIN ST STE 4, AUSTIN, TX 78701',
      },
    ],
    [
      { address: { line1: 'P.O. Box 12', city: 'Reno', state: 'NV', postal_code: '10001' } },
      { line1: 'PO BOX 12', is_po_box: true, zip_matches_state: false },
    ],
    [{ address: { line1: '1 Avenue of the Americas' } }, { is_complete: false, formatted: null }],
    [{ address: {} }, { line1: null, is_po_box: null, zip_matches_state: null }],
  ],
  phone_normalizer: [
    [
      { phone: '(212) 736-5000 ext. 12' },
      { is_valid: true, e164: '+12127365000', area_code: '212', line_type: 'geographic' },
    ],
    [{ phone: '1-800-356-9377' }, { is_valid: true, line_type: 'toll_free' }],
    [{ phone: '212-555-0142' }, { is_valid: false, e164: null }],
    [{ phone: '+442071838750' }, { is_valid: null, e164: '+442071838750' }],
    [{ phone: '12345' }, { is_valid: false, e164: null }],
  ],
  naics_classifier: [
    [{ company_name: 'Harbor Towing Inc' }, { naics_code: '488410', agrees_with_stated: null }],
    [
      { company_name: 'Rosa LLC', industry: 'Hair salon', naics_code: '722511' },
      { naics_code: '812112', agrees_with_stated: false },
    ],
    [{ company_name: 'Blue Ocean Partners' }, { naics_code: null, title: null }],
    [{ company_name: 'Blue Ocean', naics_code: '722511' }, { naics_code: '722511' }],
  ],
  industry_risk_tier: [
    [
      { naics_code: '722511', industry_tiers: { '72': 'high', '7225': 'low' } },
      { tier: 'low', matched_prefix: '7225' },
    ],
    [{ naics_code: '111998', industry_tiers: { '72': 'high' } }, { tier: null }],
  ],
  bank_routing: [
    [
      { routing_numbers: [{ number: '021000021', institution_name: 'Chase', source: 'check' }] },
      { is_valid: true, district: 'New York', institution_kind: 'bank', bank_name: 'Chase' },
    ],
    [
      { routing_numbers: [{ number: '021000022', institution_name: null, source: 'check' }] },
      { is_valid: false, bank_name: null },
    ],
    [{ routing_numbers: [] }, { is_valid: null }],
  ],
  holiday_calendar: [
    [
      { start_date: '2025-01-01', end_date: '2025-01-31' },
      {
        holidays: ['2025-01-01', '2025-01-20'],
        business_days: 21,
        calendar_days: 31,
        next_business_day: '2025-02-03',
      },
    ],
    [{ start_date: '2025-02-01', end_date: '2025-01-01' }, { business_days: null }],
  ],
  document_integrity: [
    [
      {
        assessed_documents: [
          { id: 'a', document_class: null, score: 40, signals: [{ code: 'x', severity: 'high' }] },
          { id: 'b', document_class: null, score: null, signals: [] },
        ],
      },
      { lowest_score: 40, is_suspicious: true, signals_count: 1, severities: { high: 1 } },
    ],
    [
      { assessed_documents: [{ id: 'b', document_class: null, score: null, signals: [] }] },
      { lowest_score: null, is_suspicious: null },
    ],
  ],
  tax_vs_bank: [
    [
      { tax_revenue: [{ ...year, bank_revenue: 800, difference_ratio: -0.2, flag: 'major' }] },
      { is_consistent: false, difference_ratio: -0.2, tax_year: 2024 },
    ],
    [
      { tax_revenue: [{ ...year, bank_revenue: null, difference_ratio: null, flag: null }] },
      { is_consistent: null, tax_year: null },
    ],
  ],
  funder_registry: [
    [
      { creditors: [{ name: 'Forward Financing LLC', source: 'debt_schedule' }, nobody()] },
      { known_count: 1, unknown_names: ['Aunt Ruth'], types: ['mca'] },
    ],
    [{ creditors: [] }, { known_count: null }],
  ],
  debt_schedule_compare: [
    [
      {
        debt_schedule: [{ creditor: 'Kapitus', balance: 9000, payment: 510 }],
        positions: [
          { funder: 'Kapitus Servicing', ...position },
          { funder: 'Libertas', ...position },
        ],
      },
      { undisclosed_count: 1, is_consistent: false, not_seen: [] },
    ],
    [
      { debt_schedule: [{ creditor: 'Kapitus', balance: null, payment: null }], positions: [] },
      { undisclosed_count: 0, is_consistent: true },
    ],
  ],
  ofac_screen: [
    [
      {
        screened_names: ['Acme'],
        sdn_hits: [],
        sdn_list: { date: '2025-01-01', entries: 3, digest: 'd' },
      },
      { is_hit: false, hits_count: 0, list_date: '2025-01-01' },
    ],
  ],
}

function printed(name: string) {
  return { name, source: 'ein_letter', document_id: null }
}

function nobody() {
  return { name: 'Aunt Ruth', source: 'debt_schedule' }
}

describe('enrichers', () => {
  for (const enricher of ENRICHERS)
    test(`${enricher.name} finds what its inputs show, and null where they show nothing`, () => {
      const cases = CASES[enricher.name] ?? []
      assert.ok(cases.length > 0, 'it has a case')
      for (const [inputs, expected] of cases) {
        const values = enricher.run(inputs)
        const shown = Object.fromEntries(
          Object.keys(expected).map((name) => [name, values[name]!.value]),
        )
        assert.deepEqual(shown, expected, JSON.stringify(inputs))
        assert.deepEqual(
          Object.keys(values),
          enricher.outputs.map(({ name }) => name),
        )
      }
    })

  test('a value has a confidence from 0 to 1, and what is unknown has none', () => {
    for (const { name, run } of ENRICHERS)
      for (const [inputs] of CASES[name]!)
        for (const [field, { value, confidence }] of Object.entries(run(inputs))) {
          const isFit = value === null ? confidence === null : confidence! > 0 && confidence! <= 1
          assert.ok(isFit, `${name}.${field}: ${JSON.stringify(value)} at ${confidence}`)
        }
  })

  test('a run that found nothing has no confidence', () => {
    assert.equal(overallConfidence({ a: { value: null, confidence: null, evidence: null } }), null)
  })

  // Businesses that were written before the words were looked at, with the sector of each.
  const HELD_OUT: readonly (readonly [string, string])[] = [
    ["Tony's Pizza & Subs", '72'],
    ['Sunrise Family Dental PLLC', '62'],
    ['R&J Freight Carriers Inc', '48'],
    ['Evergreen Lawn & Tree Care', '56'],
    ['Precision Collision Center', '81'],
    ['Lopez Roofing and Gutters', '23'],
    ['Bright Beginnings Day Care', '62'],
    ['Lakeside Liquor & Wine', '44'],
    ['Summit Staffing Solutions', '56'],
    ['Golden Nails & Spa', '81'],
    ['Metro Plumbing & Drain', '23'],
    ['Pacific Seafood Grill', '72'],
    ['North Star Bookkeeping', '54'],
    ['Vega Auto Repair', '81'],
    ['Quick Stop Convenience', '44'],
    ['Iron Works Fitness', '71'],
    ['Coastal Realty Group', '53'],
    ['Blue Line Trucking', '48'],
    ['Hartley Law Offices', '54'],
    ['The Copper Mug Tavern', '72'],
  ]

  test('the industry is of the right sector for 9 of 10 held-out names, and is never sure', () => {
    const { run } = ENRICHERS.find(({ name }) => name === 'naics_classifier')!
    const wrong = HELD_OUT.filter(([name, sector]) => {
      const { naics_code: code } = run({ company_name: name })
      assert.ok((code?.confidence ?? 0) < 0.9, name)
      return !String(code?.value).startsWith(sector)
    })
    assert.ok(wrong.length <= HELD_OUT.length / 10, `wrong: ${wrong.join('; ')}`)
  })
})

const SDN = [
  '36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  `173,"ZZYZX TRADING COMPANY","-0- ","CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"a.k.a. 'ZT IMPEX'."`,
  '2674,"DOE-INVENTED, Jonathan Q","individual","SDNT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1960."',
  '\u001A',
].join('\r\n')
const ALT = '2674,1,"aka","INVENTED, Johnny","-0- "\r\n'

describe('the list of specially designated nationals', () => {
  const index = indexSdnList(parseSdnList(SDN, ALT)!)

  for (const [name, entry] of [
    ['Jonathan Q. Doe-Invented', '2674'],
    ['Johnny Invented', '2674'],
    ['ZT Impex', '173'],
    ['Aerocaribbean Airline', '36'],
  ] as const)
    test(`${name} is found whatever the order of its words`, () => {
      assert.equal(screenNames(index, [name])[0]?.entry_id, entry)
    })

  test('a name that shares a word is no hit', () => {
    assert.deepEqual(screenNames(index, ['Maple Trading Company', 'John Doe', '']), [])
  })

  test('a file that is no list is refused', () => {
    assert.equal(parseSdnList('<html>Not found</html>', null), null)
  })
})
