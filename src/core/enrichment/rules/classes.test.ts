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
    [
      '- WIRE OUT BNF: BAYSIDE RECEIVABLES FUNDING OBI: REVERSE CONSOL PMT 3 OF 30',
      'debt.reverse_consolidation_payment',
    ],
  ],
  'a name that an entry prints without blanks is that name': [
    ['- ACH CORP DEBIT PAYMENT WASTECONNECTIONS MARLOW DENTAL 004188', 'expenses.cleaning_waste'],
    ['- ACH DEBIT SHERWINWILLIAMS 0041', 'cogs.materials'],
  ],
  'a town of two words is no truck stop': [
    [
      '- CARD PURCHASE 03/10 RIVERSIDE COFFEE LOVES PARK IL CARD 4471',
      'expenses.meals_entertainment',
    ],
    ['- CARD PURCHASE 03/10 LOVES MEMPHIS TN CARD 4471', 'cogs.fuel'],
  ],
  'one word of the name of two partners is not its namesake': [
    [
      '- OUTGOING WIRE BEN: ALDER & LOWELL TRUST OBI: SHAREHOLDER DISTRIBUTION',
      'equity.distribution',
    ],
    ['- ACH DEBIT LOWELL 0041882', 'debt.collections'],
  ],
  'a dispute that a lawyer is wired for is none of cards': [
    [
      '- FED WIRE OUT 0267 HARLAN & DOYLE ATTORNEYS AT LAW DISPUTE',
      'expenses.professional_services',
    ],
    ['- MERCHANT BANKCARD DISPUTE 0312', 'revenue.chargeback'],
  ],
  'a purpose that holds whoever is named outweighs a merchant': [
    ['- AMERICAN RED CRS DONATION 118827 CASA GUSTO', 'expenses.charity'],
    ['- UPS STORE INC ROYALTY & MKTG FEES', 'expenses.franchise_fees'],
    ['- GTR DAYTON CHAMBER ANNUAL DUES SHELL ARCHITECTS', 'expenses.memberships_dues'],
    ['- A PETROV SUBCONTRACT ROOFING WK10', 'cogs.subcontractors'],
    ['+ FLORIDA DEPT OF REVENUE UNCLAIMED PROP 2603', 'income.other'],
    ['+ TRAVELERS CAS AGT COMMSN 2603', 'revenue.commission'],
    ['+ DIRECT DEPOSIT METRO HOUSING HAP PMT 0044', 'revenue.rental'],
  ],
  'what is paid back to a person is a refund, whatever it was for': [
    ['- ZELLE SENT LEONA PRICE REFUND CATERING DEPOSIT', 'revenue.customer_refund'],
  ],
  'a phrase of what is paid covers no word of what is received': [
    ['- ACH DEBIT ORMOND ROYALTY PMT', 'expenses.franchise_fees'],
    ['+ ACH CREDIT ORMOND ROYALTY PMT', 'revenue.commission'],
    ['- ACH DEBIT ORMOND PENSION PLAN', 'expenses.benefits'],
    ['+ ACH CREDIT ORMOND PENSION PLAN', 'income.pension'],
  ],
  'a council pays its suppliers and takes the rates of a company': [
    ['+ BGC NORWICH CITY COUNCIL CREDITORS 0041882', 'revenue.government_contract'],
    ['- DD NORWICH CITY COUNCIL 0041882', 'taxes.property'],
  ],
  'a British purchase at a machine is parking, and a cut SERVICE STATION is fuel': [
    ['- UPT HIGH STREET SHOPPING', 'expenses.tolls_parking'],
    ['- WILLOW LANE SERVI', 'expenses.fuel'],
  ],
  'a check that its payee cashed at the bank is a check': [
    ['- CASHED CHECK # 2218', 'expenses.checks_paid'],
    ['- CASHED CHECK', 'transfers.cash_withdrawal'],
  ],
  'a town that is printed before the merchant is no collector, shop or truck stop': [
    ['- 4410 DBT PURCHASE 081926 LOWELL MA HAYMAKER TAVERN', 'expenses.meals_entertainment'],
    ['- DEBIT CARD PURCHASE HAYMAKER COFFEE LOWELL MA', 'expenses.meals_entertainment'],
    [
      '- DEBIT CARD PURCHASE-PIN 08-03-26 LOVES PARK IL 7107 OAK TAVERN',
      'expenses.meals_entertainment',
    ],
    ['- ACH DEBIT LOWELL 0041882', 'debt.collections'],
  ],
  'a dispute outweighs the trade of the company that sold': [
    ['- 5/3 BANKCARD SYS CHARGEBK 4386572906 OAK COFFEE 071926', 'revenue.chargeback'],
    ['- BNKCD CHRGBACK 00210 HOLLIS GAMES', 'revenue.chargeback'],
  ],
  'money drawn from a card is an advance, money sent to it a payment': [
    ['+ CREDIT CARD CASH ADVANCE DEPOSIT CHASE INK 4471', 'debt.card_cash_advance'],
    ['- CHASE INK PAYMENT 4471', 'debt.credit_card_payment'],
  ],
  'the code of a bill payment before a person is no forecourt': [
    ['- BP R MERRICK DIVIDEND Q3', 'equity.distribution'],
    ['- BP JOHN MERRICK WAGES', 'expenses.payroll'],
    ['- BP S MAIN ST 0441', 'expenses.fuel'],
  ],
  'a state pays benefits, refunds taxes and buys': [
    ['+ ELECTRONIC DEPOSIT FROM MN UI REF=26014 3411816100UI BENEFIT', 'income.government_benefit'],
    ['+ PA UC BENEFITS 0441', 'income.government_benefit'],
    ['+ MI UIA BENEFIT PMT', 'income.government_benefit'],
    ['+ MN UI TAX REFUND', 'income.tax_refund'],
    ['- MN UI FUND TAX', 'taxes.payroll'],
    ['+ CORPORATE ACH VENDOR PAY COMMONWEALTH OF VA 0441', 'revenue.government_contract'],
    ['+ VENDOR PAY COMM OF MASS 0441', 'revenue.government_contract'],
  ],
  'a tax on heavy vehicles is known by its cut words': [
    ['- KY TRANS CAB WGT DIST HIGHWAY USE 0441', 'taxes.other'],
    ['- OREGON DOT WEIGHT MILE TAX', 'taxes.other'],
  ],
  'the finance arm of a maker of trucks lends on vehicles': [
    ['- ACH DEBIT PACCAR FINANCIAL 0441', 'debt.auto_loan'],
    ['- ACH DEBIT NAVISTAR FINANCIAL PAYMENT', 'debt.auto_loan'],
  ],
  'the name of a branch behind a deposit at its counter pays nothing back': [
    ['+ COUNTER DEPOSIT TARGET PLAZA MOBILE AL', 'revenue.cash_deposit'],
    ['+ BKOFAMERICA BC 06/05 #000003340 DEPOSIT SUBWAY ROAD TULSA OK', 'revenue.cash_deposit'],
  ],
  'a marketplace pays its seller, whose trade is not bought': [
    ['+ AMZN8KQ7 MARKETPLACE HOLLIS TOYS 6NKQ88', 'revenue.online_marketplace'],
    ['+ CARD PURCHASE RETURN OAK MARKETPLACE 0331', 'income.vendor_refund'],
  ],
  'the word savings on a transfer names the own savings, that of a bank does not': [
    ['- TFR 88524984 SAVINGS', 'transfers.savings'],
    ['- TRANSFER TO DIME SAVINGS BANK', 'transfers.external_own'],
  ],
  'a wire to a law firm for a retainer pays its services': [
    [
      '- WIRE OUT BNF:MORGAN TATE PC ID:12 PMT DET:RETAINER MATTER 41',
      'expenses.professional_services',
    ],
    [
      '- ONLINE DOMESTIC WIRE TRANSFER VIA: X/1220 A/C: ALDER FOUNDRY LLC REF: INV 20',
      'transfers.wire',
    ],
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
