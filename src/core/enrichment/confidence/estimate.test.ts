import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alone, bareRow, judgeBattery } from '../../../../fixtures/labelled.ts'
import { getFamily } from '../../values/categories.ts'
import { enrich } from '../enrich.ts'

const battery = ['battery-1.csv', 'battery-2.csv', 'battery-3.csv', 'battery-4.csv'].flatMap(
  judgeBattery,
)

test('what is said with 0.9 or more of wordings that others wrote is right 99 times in 100', () => {
  const sure = battery.filter(({ assigned }) => assigned.confidence >= 0.9)
  assert.ok(sure.length > battery.length / 3, String(sure.length))
  const right = sure.filter(({ isExact }) => isExact).length
  assert.ok(right / sure.length >= 0.99, `${right} of ${sure.length}`)
})

test('a family is at least as sure as its leaf', () => {
  for (const { assigned } of battery) {
    assert.ok(assigned.familyConfidence! >= assigned.confidence, assigned.slug)
  }
})

test('a merchant of several trades is sure only where another word says which', () => {
  assert.ok(judge('7-ELEVEN 33412', -4_000).assigned.confidence < 0.85)
  assert.ok(judge('ACH DEBIT GUSTO 6SEMK', -4_000).assigned.confidence < 0.85)
  assert.ok(judge('ACH DEBIT GUSTO NET PAYROLL 6SEMK', -4_000).assigned.confidence >= 0.85)
})

test('a credit of a seller without a word of a refund is never sure', () => {
  assert.ok(judge('STAPLES 00118', 4_000).assigned.confidence <= 0.85)
})

test('a transfer of an own account, which the line cannot know, is not sure', () => {
  assert.ok(judge('ONLINE TRANSFER TO CHK XXXX4471', -4_000).assigned.confidence < 0.9)
})

test('a financier of several products is a sure debt and an unsure leaf', () => {
  const [{ assigned }] = [judge('ACH DEBIT ONDECK 4410', -40_000)]
  assert.equal(getFamily(assigned.slug), 'debt')
  assert.ok(assigned.confidence < 0.8 && assigned.familyConfidence! >= 0.9)
})

test('revenue that only its channel names, without a payer, is for review', () => {
  assert.equal(judge('ACH CREDIT 4418820', 500_000).needsReview, true)
  assert.equal(judge('ACH CREDIT HARTWELL PROPERTY 4418820', 500_000).needsReview, false)
})

function judge(description: string, amount: number) {
  const row = enrich(alone([bareRow(description, amount, 0)])).transactions[0]!
  return { assigned: row.categories[0]!, needsReview: row.needsReview }
}
