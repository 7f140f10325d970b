import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Papa from 'papaparse'
import type { RawTransaction } from '../values/transaction.ts'
import { enrich } from './enrich.ts'

/** Labelled descriptors that are not ours: read where they lie, never copied (decisions 4). */
const folder = join(process.env['ASSAY_SAMPLES_DIR'] ?? '../shared/samples', 'enrichment')

interface Label {
  description: string
  amount_sign: string
  our_slug: string
}

interface Acceptance {
  label_slug: string
  family: string
  accepted: string
}

function read<T>(name: string): T[] {
  const text = readFileSync(join(folder, name), 'utf8')
  return Papa.parse<T>(text, { header: true, skipEmptyLines: true }).data
}

function rowOf({ description, amount_sign }: Label, index: number): RawTransaction {
  return {
    id: `row-${index}`,
    accountId: 'checking',
    date: '2025-03-04',
    description,
    amount: amount_sign === '+' ? 4321 : -4321,
    currency: 'USD',
    balance: null,
    mccCode: null,
    bankType: null,
    checkNumber: null,
    isPending: false,
    isDuplicate: false,
    providerCategory: null,
    override: null,
  }
}

function familyOf(slug: string): string {
  if (slug === 'debt.interest_charge' || slug.startsWith('fees.')) return 'fee'
  if (slug === 'debt.credit_card_payment' || slug.startsWith('transfers.')) return 'transfer'
  if (slug.startsWith('debt.')) return 'debt'
  if (/^(revenue|income|returns)\./.test(slug)) return 'income'
  return /^(expenses|cogs|taxes)\./.test(slug) ? 'expense' : 'none'
}

function accepts(accepted: string, slug: string): boolean {
  return accepted
    .split('|')
    .some((pattern) =>
      pattern.endsWith('*') ? slug.startsWith(pattern.slice(0, -1)) : slug === pattern,
    )
}

/** Each descriptor alone, so that no row helps another. */
function measure(name: string): { family: number; exact: number; misses: string[] } {
  const rules = new Map(read<Acceptance>('accept.csv').map((rule) => [rule.label_slug, rule]))
  const labels = read<Label>(name)
  const counts = { family: 0, exact: 0 }
  const misses: string[] = []
  for (const [index, label] of labels.entries()) {
    const rule = rules.get(label.our_slug)!
    const input = { accounts: [], company: NOBODY, periods: [], asOf: null }
    const [row] = enrich({ ...input, transactions: [rowOf(label, index)] }).transactions
    const { slug } = row!.categories[0]!
    const isExact = accepts(rule.accepted, slug)
    if (isExact || familyOf(slug) === rule.family) counts.family += 1
    if (isExact) counts.exact += 1
    else
      misses.push(
        `${label.description} | ${label.our_slug} | ${slug} | ${row!.categories[0]!.ruleId}`,
      )
  }
  return { family: counts.family / labels.length, exact: counts.exact / labels.length, misses }
}

const NOBODY = {
  name: null,
  ownerNames: [],
  entityType: null,
  naicsCode: null,
  state: null,
  businessStartDate: null,
  ownerFico: null,
  requestedAmount: null,
}

for (const [name, floor] of [
  ['labelled-sample.csv', { family: 0.92, exact: 0.86 }],
  ['labelled-uk-sample.csv', { family: 0.66, exact: 0.57 }],
] as const) {
  test(`descriptors of ${name} get the right family and leaf at least as often as promised`, (t) => {
    if (!existsSync(join(folder, name))) return t.skip(`${folder} is not here`)
    const { family, exact, misses } = measure(name)
    t.diagnostic(`${name}: family ${family.toFixed(3)}, exact ${exact.toFixed(3)}`)
    if (process.env['SHOW_MISSES']) t.diagnostic(misses.join('\n'))
    assert.ok(family >= floor.family, `family ${family}`)
    assert.ok(exact >= floor.exact, `exact ${exact}`)
  })
}
