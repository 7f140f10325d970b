import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { DOCUMENT_CLASSES } from './classes/index.ts'
import { classify } from './classify.ts'
import type { Classification, DocumentClass } from './document-class.ts'
import type { PageText } from './page-text.ts'
import { createPdfReader } from './pdf/pdfium.ts'
import { readPages } from './read-statement.ts'

/** A page whose lines stand at these heights (of 792 points). */
function page(lines: [top: number, text: string][], number = 1): PageText {
  return {
    number,
    width: 612,
    height: 792,
    lines: lines.map(([top, text]) => ({ text, box: [50, top, 500, top + 10] })),
  }
}

function classifyPages(pages: PageText[], filename = 'scan.pdf'): Classification {
  return classify({ filename, format: 'pdf', pages, classes: DOCUMENT_CLASSES })
}

/** A class that is recognized by the given cues only. */
function classWith(name: string, cues: Partial<DocumentClass['cues']>): DocumentClass {
  const none = { title: [], strong: [], weak: [], negative: [], filename: [] }
  const shape = { label: name, family: 'other', description: '', parser: 'form' } as const
  const lists = { extractionFields: [], aliases: [], requiredForProcessing: false }
  return { name, ...shape, ...lists, cues: { ...none, ...cues } }
}

test('a document is of the class whose cues it shows, with confidence by the lead', () => {
  const lines: [number, string][] = [
    [40, 'Statement of Account'],
    [300, 'Beginning Balance 100.00'],
    [320, 'Ending Balance 80.00'],
  ]
  const result = classifyPages([page(lines)])
  assert.equal(result.documentClass, 'bank_statement')
  const [best, next] = result.candidates
  const lead = best!.score - (next?.score ?? 0)
  assert.equal(result.confidence, 1 - Math.exp(-lead / 4))
  assert.ok(result.cues.includes('strong: beginning balance'))
})

test('a title counts only in the top quarter and cues only on the first three pages', () => {
  const classes = [classWith('deal_memo', { title: ['deal memo'], strong: ['memo number'] })]
  const find = (pages: PageText[]) => classify({ filename: 'a', format: 'pdf', pages, classes })
  const cue: [number, string] = [500, 'Memo number 7']
  assert.equal(find([page([[100, 'DEAL MEMO'], cue])]).documentClass, 'deal_memo')
  assert.equal(find([page([[400, 'DEAL MEMO'], cue])]).documentClass, 'other')
  const late = [page([]), page([]), page([]), page([[100, 'DEAL MEMO'], cue], 4)]
  assert.deepEqual(find(late).candidates, [])
})

test('a class without a lead of two points is left to a person', () => {
  const classes = [
    classWith('left', { strong: ['alpha', 'beta'], weak: ['gamma'] }),
    classWith('right', { strong: ['alpha', 'beta'] }),
  ]
  const pages = [page([[400, 'alpha beta gamma']])]
  const result = classify({ filename: 'a', format: 'pdf', pages, classes })
  assert.deepEqual([result.documentClass, result.confidence], ['other', 0])
  assert.deepEqual(
    result.candidates.map((each) => each.score),
    [5, 4],
  )
})

test('a negative cue takes three points and a file name gives one', () => {
  const cues = { strong: ['alpha', 'beta', 'delta'], negative: ['gamma'], filename: ['deal'] }
  const classes = [classWith('x', cues)]
  const pages = [page([[400, 'alpha beta delta gamma']])]
  const result = classify({ filename: 'My_Deal-2024.pdf', format: 'pdf', pages, classes })
  assert.deepEqual(result.candidates, [{ documentClass: 'x', score: 4 }])
})

test('a cue is found across a line break and never inside a word', () => {
  const classes = [classWith('x', { strong: ['purchased amount', 'void'], title: ['ucc 1'] })]
  const pages = [
    page([
      [20, 'UCC-1'],
      [400, 'the Purchased'],
      [412, 'Amount; avoid voids'],
    ]),
  ]
  const result = classify({ filename: 'a', format: 'pdf', pages, classes })
  assert.deepEqual(result.cues, ['title: ucc 1', 'strong: purchased amount'])
})

test('exports and messages are known by their format, with the subtype', () => {
  const of = (format: string, filename: string) =>
    classify({ filename, format, pages: [], classes: DOCUMENT_CLASSES })
  const csv = of('csv', 'a.txt')
  assert.deepEqual([csv.documentClass, csv.documentSubtype], ['transaction_export', 'csv'])
  assert.equal(csv.confidence, 0.99)
  assert.equal(of('ofx', 'a.ofx').documentSubtype, 'ofx')
  assert.equal(of('ofx', 'A.QFX').documentSubtype, 'qfx')
  assert.equal(of('ofx', 'a.qbo').documentSubtype, 'qbo')
  for (const format of [
    'xlsx',
    'xls',
    'mt940',
    'camt053',
    'bai2',
    'norma43',
    'cfonb120',
    'qif',
    'json',
  ])
    assert.equal(of(format, 'a').documentClass, 'transaction_export')
  assert.equal(of('eml', 'a').documentClass, 'email_message')
})

test('the form of a tax return and the kind of a bank statement are recognized', () => {
  const form = (title: string) =>
    classifyPages([
      page([
        [30, title],
        [60, 'U.S. Income Tax Return, OMB No. 1545-0123'],
      ]),
    ]).documentSubtype
  assert.equal(form('Form 1120-S'), 'form_1120s')
  assert.equal(form('Form 1120'), 'form_1120')
  assert.equal(form('Form 1065'), 'form_1065')
  const body: [number, string][] = [
    [300, 'Beginning Balance'],
    [320, 'Ending Balance'],
  ]
  const kind = (title: string) => classifyPages([page([[30, title], ...body])]).documentSubtype
  assert.equal(kind('Business Checking'), 'business_checking')
  assert.equal(kind('Account Statement'), 'checking')
})

test('a document without text is left to a person', () => {
  assert.equal(classifyPages([]).documentClass, 'other')
})

const samples = process.env.ASSAY_SAMPLES_DIR ?? '../shared/samples'
const skip = !existsSync(samples) && `no samples in ${samples}`

/** Classes of the sample documents by ours. */
const SAMPLE_CLASSES: Record<string, string> = {
  'balance-sheet.pdf': 'balance_sheet',
  'invoice-plumbing-2.pdf': 'invoice',
  'loan-application-low-risk.pdf': 'iso_application',
  'paystub-northwind.pdf': 'paystub',
  'paystub-template.pdf': 'paystub',
}

test(
  'the sample documents and statements with text are classified without their names',
  { skip },
  async () => {
    const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
    const tools = { pdf: await createPdfReader(new Uint8Array(readFileSync(wasm))) }
    const read = async (path: string): Promise<string> => {
      const { format, pages } = await readPages(
        readFileSync(path),
        { hints: { filename: 'a.pdf' }, tools },
        'head',
      )
      return classify({ filename: 'a.pdf', format, pages, classes: DOCUMENT_CLASSES }).documentClass
    }
    for (const [name, expected] of Object.entries(SAMPLE_CLASSES)) {
      assert.equal(await read(join(samples, 'documents', name)), expected, name)
    }
    const printed: Record<string, { account_type: string; needs_ocr?: boolean }> = JSON.parse(
      readFileSync(join(samples, 'statements/expected.json'), 'utf8'),
    )
    for (const name of readdirSync(join(samples, 'statements')).filter((each) =>
      each.endsWith('.pdf'),
    )) {
      const statement = printed[name]
      if (!statement || statement.needs_ocr) continue
      const isCard = statement.account_type === 'credit_card'
      const expected = isCard ? 'credit_card_statement' : 'bank_statement'
      assert.equal(await read(join(samples, 'statements', name)), expected, name)
    }
  },
)

test('a check is known by its signs for machines, and by what is stamped across it', () => {
  const check: [number, string][] = [
    [50, 'FERNHOLLOW PET RESORT LLC 2051'],
    [120, 'PAY TO THE ORDER OF ______________________ $ ______'],
    [140, '______________________________ DOLLARS'],
    [200, "|:102099994|: 0088134420||' 2051"],
  ]
  const found = classifyPages([{ ...page(check), stamps: ['VOID'] }])
  assert.equal(found.documentClass, 'voided_check')
  assert.ok(found.cues.includes('title: micr line') && found.cues.includes('title: void mark'))
  assert.ok(!found.candidates.some(({ documentClass }) => documentClass === 'passport'))
})

test('a check without its signs for machines is known by the payee that is left blank', () => {
  const check: [number, string][] = [
    [100, 'PEPPERWOOD TILE & STONE LLC 1408'],
    [160, 'PAY TO THE ORDER OF ______________________________ $ ____________'],
    [190, 'DOLLARS'],
    [270, 'Routing 121000044 Account 0088213390 Check 1408'],
  ]
  assert.equal(classifyPages([page(check)]).documentClass, 'voided_check')
  const note: [number, string][] = [
    [100, 'The maker promises to pay to the order of First Gannet Bank'],
  ]
  assert.ok(!classifyPages([page(note)]).cues.includes('title: blank payee'))
})

test('the paid checks that come with a statement are no voided check', () => {
  const checks: [number, string][] = [50, 250, 450].flatMap((top): [number, string][] => [
    [top, 'PAY TO THE ORDER OF Grove Holdings $ 200.00'],
    [top + 60, "|:102099994|: 0088134420||' 2051"],
  ])
  const [full] = classifyPages([page(checks.slice(0, 2))]).candidates
  const [several] = classifyPages([page(checks)]).candidates
  assert.ok(several!.score < full!.score)
})

test('what a license voids, or a tax form may be, is no voided check', () => {
  const lines: [number, string][] = [
    [40, 'FOOD ESTABLISHMENT PERMIT'],
    [60, 'This permit shall be posted on the premises and is void upon change of ownership.'],
  ]
  assert.equal(classifyPages([page(lines)]).documentClass, 'business_license')
  const { cues } = classifyPages([page([[40, 'VOID CORRECTED']])])
  assert.ok(!cues.includes('title: void mark'))
})

test('a letter is what its subject says, though it names the sums of another document', () => {
  const letter: [number, string][] = [
    [228, 'Re: Payoff request, agreement RK-771 dated August 4, 2025'],
    [255, 'Dear Ms. Adeyemi:'],
    [300, 'of purchased receivables is $41,820.00, to which a wire fee of $250.00 is added.'],
    [320, 'The total payoff amount is therefore $42,070.00, with the daily remittance of $139.40.'],
    [340, 'The original purchase price was $75,000.00 and the purchased amount $101,250.00.'],
    [360, 'Upon receipt we will issue a zero balance letter.'],
  ]
  assert.equal(classifyPages([page(letter)]).documentClass, 'payoff_letter')
})

test('what running text mentions is no title', () => {
  const text =
    'are shown on the pay stub that every employee receives with the second direct deposit'
  const { cues } = classifyPages([page([[60, text]])])
  assert.ok(!cues.includes('title: pay stub'))
})

test('what stands right under the amount of a row is no title of the document', () => {
  const { cues } = classifyPages([
    page([
      [60, 'From Hsu Dental Group +$842.27'],
      [71, 'Invoice 2807'],
    ]),
  ])
  assert.ok(!cues.includes('title: invoice'))
})

test('a list of balances by age is that of customers or of vendors, whatever its title calls it', () => {
  const aging = (party: string): string =>
    classifyPages([
      page([
        [60, `Open ${party} Balances by Age`],
        [90, `${party}  Not yet due  1 - 30 past due  31 - 60  61 - 90  91 and over`],
        [110, 'Abel & Sons Roofing  3,442.59  3,803.72  -  229.67  -'],
      ]),
    ]).documentClass
  assert.deepEqual(['Customer', 'Vendor'].map(aging), ['ar_aging', 'ap_aging'])
})

test('a letter that names model, serial number and price of a machine is no offer of one', () => {
  const lines = [
    [40, 'IMPORTANT SAFETY RECALL'],
    [90, 'Dear customer, our records show that you registered a dishwasher.'],
    [110, 'Have ready the model and the serial number, and the date of purchase.'],
  ] as [number, string][]
  assert.equal(classifyPages([page(lines)]).documentClass, 'other')
})

test('a notice of changed terms with an example of rows is no statement', () => {
  const notice = page([
    [40, 'Changes to your deposit account agreement'],
    [60, 'Business Checking and Savings'],
    [80, 'After January 15, 2027, the new terms apply.'],
    [100, 'The following is an invented account and is not yours.'],
    [120, 'Beginning balance  $400.00'],
    [140, 'Deposit  $250.00  Withdrawals  Overdraft  Checking  Member FDIC'],
  ])
  assert.equal(classifyPages([notice]).documentClass, 'other')
})

test('a bill for energy that calls itself a tax invoice is one for energy', () => {
  const lines: [number, string][] = [
    [40, 'Wattlegrove Energy'],
    [60, 'Tax invoice'],
    [80, 'Account number: 6 0417 7731'],
    [100, 'Supply period: 4 Aug 2025 to 2 Nov 2025'],
    [120, 'Total amount due $742.36   Due date 27 Nov 2025'],
    [140, 'Supply address: Unit 4, 29 Foundry Road, Delacombe VIC 3356'],
    [150, 'Usage 1,904 kWh 29.50c $561.68'],
    [160, 'Daily supply charge 91 days $1.2454 $113.33'],
  ]
  assert.equal(classifyPages([page(lines)]).documentClass, 'utility_bill')
})

test('an aged summary of customers is one of receivables', () => {
  const lines: [number, string][] = [
    [40, 'Customer Aged Summary As at Nov 30, 2025'],
    [60, 'Name Total Current 1 to 30 31 to 60 61 to 90 91+'],
    [80, 'Brandon Cold Storage 1,240.00 1,240.00 - - - -'],
  ]
  assert.equal(classifyPages([page(lines)]).documentClass, 'ar_aging')
})

test('a notice of what a bank does with personal information is no credit report', () => {
  const { documentClass } = classifyPages([
    page([
      [40, 'FACTS'],
      [50, 'What does Pinebrook do with your personal information?'],
      [90, 'credit history and credit scores'],
      [110, 'account balances and payment history'],
      [200, 'Reasons we can share your personal information'],
      [220, 'to respond to court orders, or report to credit bureaus'],
    ]),
  ])
  assert.equal(documentClass, 'other')
})
