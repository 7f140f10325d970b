import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rankChoices, type Findable } from './rank.ts'

const METRICS: Findable[] = [
  {
    name: 'Average daily balance to monthly revenue',
    more: 'Balance over true revenue of a month',
  },
  { name: 'True revenue', more: 'Of the whole period' },
  { name: 'Revenue share of deposits', more: 'True revenue over all deposits' },
  { name: 'Monthly true revenue', aliases: ['true revenue'], more: 'Mean of a month' },
  { name: 'Daily true revenue' },
]
const CATEGORIES: Findable[] = [
  { name: 'Gambling winnings', more: 'Paid out, not a loan' },
  { name: 'Charitable donations', more: 'Balloons' },
  { name: 'Term loan proceeds', more: 'debt.loan_proceeds' },
  { name: 'SBA or EIDL proceeds', more: 'Disbursement of a loan' },
  { name: 'Owner or shareholder loan', more: 'equity.owner_loan' },
  { name: 'Owner draw', more: 'equity.owner_draw' },
]

const find = (choices: readonly Findable[], text: string): string[] =>
  rankChoices(choices, text).map(({ name }) => name)

describe('what is typed into a picker', () => {
  test('takes what people call it before what is called so', () => {
    assert.deepEqual(find(METRICS, 'True revenue').slice(0, 3), [
      'Monthly true revenue',
      'True revenue',
      'Daily true revenue',
    ])
    assert.deepEqual(find(METRICS, 'revenue true').slice(-2), [METRICS[2]!.name, METRICS[0]!.name])
  })

  test('takes the beginning of what people call it before a word in the middle of a name', () => {
    const advances: Findable[] = [
      { name: 'Factoring advance' },
      { name: 'MCA or revenue-based advance received', aliases: ['advance'] },
    ]
    for (const text of ['advance', 'adv']) assert.match(find(advances, text)[0]!, /^MCA/, text)
  })

  test('finds names before descriptions, and a possessive as its word', () => {
    assert.deepEqual(find(CATEGORIES, 'owner’s loan'), ['Owner or shareholder loan'])
    assert.equal(find(CATEGORIES, "owner's loan")[0], 'Owner or shareholder loan')
    assert.deepEqual(find(CATEGORIES, 'loan'), [
      'Term loan proceeds',
      'Owner or shareholder loan',
      'Gambling winnings',
      'SBA or EIDL proceeds',
    ])
  })

  test('finds a part of a word last, nothing by letters strewn about, all by nothing', () => {
    assert.deepEqual(find(CATEGORIES, 'lloon'), ['Charitable donations'])
    assert.deepEqual(find(CATEGORIES, 'own dra'), ['Owner draw'])
    assert.deepEqual(find(CATEGORIES, 'gwin'), [])
    assert.equal(find(CATEGORIES, ' ').length, CATEGORIES.length)
  })
})
