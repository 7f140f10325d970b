import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alone, bareRow } from '../../../../fixtures/labelled.ts'
import { enrich } from '../enrich.ts'

function classify(description: string, amount: number): string {
  return enrich(alone([bareRow(description, amount, 0)])).transactions[0]!.categories[0]!.slug
}

/** Each class of wording with lines that nothing but its own rule decides. */
const CLASSES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'accounts payable that pay us are a customer, whatever their company sells': [
    ['+ BRIDGEPORT HOTEL VENDOR PAY 0031133', 'revenue.ach_customer'],
    ['+ GEICO ACCTS PAYABLE V00482', 'revenue.ach_customer'],
  ],
  'one word that begins the name of another company is not its namesake': [
    [
      '+ WT FED#04821 /ORG=ALLSTATE MECHANICAL CONTRACTORS INC SRF# 20250312',
      'revenue.wire_customer',
    ],
    ['+ INCOMING WIRE ORG:PRUDENTIAL ROOFERS INC OBI:INV 1123', 'revenue.wire_customer'],
    ['- BP SHENZHEN HENG GARMENT LTD', 'cogs.inventory'],
  ],
  'the sponsor of an arena is not paid there': [
    ['- POS PURCHASE STATE FARM STADIUM GLENDALE AZ', 'expenses.meals_entertainment'],
    ['- CITIZENS BANK PARK PHILADELPHIA PA', 'expenses.meals_entertainment'],
  ],
  'cash that a courier took is credited before its count': [
    ['+ LOOMIS UNIT 0482 PROVISIONAL CREDIT', 'revenue.cash_deposit'],
    ['+ PROVISIONAL CREDIT CLAIM 25031079', 'returns.bank_adjustment'],
  ],
  'an entry that is called REVERSAL takes an entry back, also of a funder': [
    [
      '+ ORIG CO NAME:PAYCHEX ORIG ID:91 DESC DATE:250314 CO ENTRY DESCR:REVERSAL SEC:CCD TRACE#:02',
      'returns.reversal',
    ],
    ['+ ACH CREDIT KAPITUS REVERSAL', 'returns.reversal'],
  ],
  'a purchase of a seller who is called Fee is no fee': [
    ['- DEBIT CARD PURCHASE 03-10 FEE BROTHERS SYRUPS', 'cogs.food_beverage'],
    ['- DEBIT CARD REPLACEMENT FEE', 'fees.bank'],
  ],
  'the note of a payment names rent, a refund or a sister company': [
    ['+ ZELLE FROM CARLA NUNEZ ON 04/01 REF # X8K2 APRIL RENT APT 2', 'revenue.rental'],
    ['- FED WIRE OUT BNF WELDON ORCHARDS INC OBI CUSTOMER REFUND', 'revenue.customer_refund'],
    ['- BOOK TRANSFER DR BNF HARBOR HOLDINGS LLC OBI INTERCOMPANY', 'transfers.affiliate'],
  ],
  'a duty that a state names is not its income tax': [
    ['- UTAH STATE TAX COMM IFTA FUEL TAX QTR4', 'taxes.other'],
    ['- UTAH STATE TAX COMM TAX PYMT', 'taxes.state'],
  ],
  'the duty that words name outweighs the name of an authority': [
    ['- MN DEPT REV WITHHOLDING', 'taxes.payroll'],
    ['- AZ DEPT OF REV TPT', 'taxes.sales'],
  ],
  'a consolidator is paid for a consolidation': [
    ['- UNITED FIRST LLC REVERSE CONSOLIDATION WKLY', 'debt.reverse_consolidation_payment'],
  ],
  'a movement that the bank does not name has no category': [
    ['+ MISCELLANEOUS CREDIT 0055796', 'uncategorized.inflow'],
    ['- MISC DEBIT TRACER 001465252', 'uncategorized.outflow'],
  ],
}

for (const [guarantee, lines] of Object.entries(CLASSES)) {
  test(guarantee, () => {
    for (const [line, slug] of lines) {
      const amount = line.startsWith('+') ? 432_100 : -432_100
      assert.equal(classify(line.slice(2), amount), slug, line)
    }
  })
}

test('every deposited item that comes back takes a deposit back, however it is cut short', () => {
  for (const item of ['DEPOSITED ITEM', 'DEP ITEM', 'DEPOSITED CHECK', 'DEP CHK']) {
    for (const returned of ['RETURNED', 'RETD', 'RTN', 'UNPAID', 'CHARGEBACK']) {
      const line = `${item} ${returned} 0312`
      assert.equal(classify(line, -432_100), 'returns.returned_deposit', line)
    }
  }
})
