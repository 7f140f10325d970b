import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alone, bareRow } from '../../../../fixtures/labelled.ts'
import { enrich } from '../enrich.ts'

function classify(description: string, amount: number): string {
  return enrich(alone([bareRow(description, amount, 0)])).transactions[0]!.categories[0]!.slug
}

const IN = 500_000
const OUT = -500_000

test('a funder or a remittance in the memo of a wire decides nothing', () => {
  for (const memo of ['INV 1180 FORWARD FINANCING PHASE 2', 'REMITTANCE INFO INV 20440']) {
    const text = `WIRE REF# 20260518-00002290 ORIG=CAROLINA GREENS HOA BNF=PALM LANDSCAPING OBI=${memo}`
    assert.equal(classify(text, IN), 'revenue.wire_customer', memo)
  }
  const invoice = 'Outgoing Wire,To: TEST AND COMPANY, Remittance Info: "08/18/23 Invoice"'
  assert.equal(classify(invoice, OUT), 'transfers.wire')
})

test('the name of the account holder behind an entry names no purpose', () => {
  const text = 'TEXAS COMPTROLLE SALESTAX 260520 04418837/60519 CORNERSTONE HVAC INC'
  assert.equal(classify(text, OUT), 'taxes.sales')
})

test('the purpose that a transfer or a wire states in its memo counts', () => {
  const draw = 'Online Banking Transfer Conf# t1x90qk2m; OWNER DRAW MAY'
  assert.equal(classify(draw, OUT), 'equity.owner_draw')
  assert.equal(
    classify('WIRE OUT REF 26-0441 OBI SHAREHOLDER DISTRIBUTION', OUT),
    'equity.distribution',
  )
})

test('a gift in the note of a payment to a person is no purchase', () => {
  assert.equal(
    classify('Zelle to Dana on 05/14 Ref #Rp0Yq4Kt2M Birthday Gift', OUT),
    'transfers.p2p',
  )
})

test('a reference before the name of a wire hides no name', () => {
  const text = 'INCOMING WIRE TRANSFER WIRE REF# 4043381008 HARBORWAY VENTURES LP SERIES SEED'
  assert.equal(classify(text, IN), 'equity.investor_funding')
})

test('a settlement with a minus takes refunds back, a wallet names the seller behind it', () => {
  const stripe = 'STRIPE DES:TRANSFER ID:ST-NEG441882 INDN:HARBOR LANE CO ID:1800948598 CCD'
  assert.equal(classify(stripe, OUT), 'revenue.customer_refund')
  const wallet = 'PAYPAL INST XFER STARBUCKS WEB ID: PAYPALSI01'
  assert.equal(classify(wallet, OUT), 'expenses.meals_entertainment')
})

test('every state refunds its taxes by the token that its treasury prints', () => {
  for (const state of ['CA', 'TX', 'NY', 'PA', 'NC', 'NJ', 'MD', 'GA', 'MA', 'IL', 'OH', 'VT']) {
    assert.equal(
      classify(`ACH CREDIT STATE OF ${state} ${state}STTAXRFD 118820447`, IN),
      'income.tax_refund',
      state,
    )
  }
})
