import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import PdfKit from 'pdfkit'
import { signed } from '../../../../fixtures/signed.ts'
import { TAMPERINGS, type Original } from '../../../../fixtures/tampered.ts'
import { isBusinessDay } from '../../values/days/business-days.ts'
import { createPdfReader } from '../pdf/pdfium.ts'
import { readStatement, type AssessedReading } from '../read-statement.ts'
import type { Tools } from '../formats/format.ts'

const FIXTURES = fileURLToPath(new URL('../../../../fixtures/statements', import.meta.url))

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

function read(bytes: Uint8Array): Promise<AssessedReading> {
  return readStatement(bytes, { filename: 'statement.pdf' }, tools)
}

function original(): Original {
  const folder = `${FIXTURES}/running-balance/funded`
  const truth = JSON.parse(readFileSync(`${folder}/truth.json`, 'utf8')) as Original['truth']
  return { bytes: readFileSync(`${folder}/statement.pdf`), truth }
}

describe('an altered statement', () => {
  for (const { name, make, expected } of TAMPERINGS) {
    test(`${name} is found`, async () => {
      const { failure, signals } = await read(make(original()))
      assert.equal(failure, null)
      const codes = new Set(signals.map(({ code }) => code))
      for (const code of expected)
        assert.ok(codes.has(code), `${code} not in ${[...codes].join(', ')}`)
    })
  }

  test('shows where it was altered, what stands there and what stood there', async () => {
    const { make } = TAMPERINGS.find(({ name }) => name.includes('in a later revision'))!
    const { signals } = await read(make(original()))
    const before = signals.find(({ code }) => code === 'orphan_content')!
    assert.equal(before.page, 1)
    assert.equal(before.box?.length, 4)
    assert.notEqual(before.found, before.expected)
  })
})

test('a signature over an unchanged file is no signal', async () => {
  const { signals } = await read(signed(original().bytes))
  assert.deepEqual(signals, [])
})

/** A table whose cells are filled white over a watermark that was drawn before them. */
async function watermarked(color: string, angle: number): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'LETTER' })
  pdf.rotate(angle, { origin: [300, 400] }).fontSize(angle === 0 ? 60 : 12)
  pdf.fillColor(color).text('CONFIDENTIAL COPY', 60, 380, { lineBreak: false })
  pdf.rotate(-angle, { origin: [300, 400] }).fontSize(10)
  for (let row = 0; row < 30; row += 1) {
    pdf.rect(50, 100 + row * 18, 500, 17).fill('#ffffff')
    pdf
      .fillColor('#000000')
      .text(`03/${String(row + 1).padStart(2, '0')} SUPPLIES`, 60, 104 + row * 18)
    pdf.text(`${row + 10}.25`, 460, 104 + row * 18)
  }
  pdf.end()
  return Buffer.concat(await Array.fromAsync(pdf as AsyncIterable<Buffer>))
}

test('a watermark under filled cells is no covered text, however it is drawn', async () => {
  for (const [color, angle] of [
    ['#d0d0d0', 0],
    ['#000000', 0],
    ['#202020', 35],
  ] as const) {
    const { signals } = await read(await watermarked(color, angle))
    const codes = signals.map(({ code }) => code)
    assert.deepEqual(
      codes.filter((code) => ['white_box_overlay', 'hidden_text'].includes(code)),
      [],
      color,
    )
  }
})

test('a date that programs without a clock write is not a date of creation', async () => {
  const { make } = TAMPERINGS.find(({ name }) => name === 'made in the middle of its period')!
  const text = Buffer.from(make(original())).toString('latin1')
  const early = Buffer.from(text.replace(/(CreationDate \(D:)\d{14}/, '$120000101000000'), 'latin1')
  assert.notEqual(early.indexOf('D:20000101000000'), -1)
  const { signals } = await read(early)
  assert.ok(!signals.some(({ code }) => code === 'created_before_period_end'))
})

test('no untouched fixture has a signal', async () => {
  const paths = globSync(`${FIXTURES}/*/*/statement.pdf`)
  assert.ok(paths.length > 20)
  for (const path of paths) {
    const { signals } = await read(readFileSync(path))
    const codes = signals.map(({ code }) => code)
    assert.deepEqual(codes, [], path)
  }
})

const ROUNDS = fileURLToPath(new URL('../../../../fixtures/first-contact', import.meta.url))
/** What a print that contradicts itself, or lacks a page, may show. */
const INCOMPLETE = [
  'running_balance_break',
  'reconciliation_failure',
  'section_total_mismatch',
  'daily_balance_mismatch',
  'page_numbering_gap',
]

interface Truth {
  expect?: string
  layout?: string
  statements?: { transactions: { date: string }[] }[]
}

/** What the truth itself shows: some authors dated ACH and wires on days that are none of business. */
function knownSignals({ expect, layout = '', statements = [] }: Truth): string[] {
  const dates = statements.flatMap(({ transactions }) => transactions.map(({ date }) => date))
  return [
    ...(expect === 'flag' ? INCOMPLETE : []),
    // Some authors print by a word processor, which the file says.
    ...(layout.startsWith('office-') ? ['producer_office'] : []),
    ...(dates.filter((date) => !isBusinessDay(date)).length >= 3 ? ['weekend_settlement'] : []),
  ]
}

/** The routing numbers that they print are invented, and fail their check digits. */
const INVENTED_ROUTING = [
  's02-tamarind-navigate-checking.pdf',
  's02-prairie-stage-daily-balance.pdf',
  'tri-rivers-credit-union-shares.pdf',
  's03-transaction-history.pdf',
  's04-credit-union-two-accounts.pdf',
  'prairie-ending-daily.pdf',
  'us-neobank-two-accounts-minus.pdf',
  'us-fintech-two-accounts.pdf',
  'combined-everyday-and-savings.pdf',
]

/** Of every round it would take half a minute. */
const NEWEST_ROUNDS = 4

function readNumber(round: string): number {
  return Number(/\d+$/.exec(round)![0])
}

test('no untouched file of layouts that nobody here had seen has a signal above low', async () => {
  const rounds = globSync(`${ROUNDS}/round-*`)
    .toSorted((one, other) => readNumber(one) - readNumber(other))
    .slice(-NEWEST_ROUNDS)
  const paths = rounds.flatMap((round) => globSync(`${round}/{statements,documents}/*.pdf`))
  assert.ok(paths.length > 60)
  const found: string[] = []
  for (const path of paths.filter((path) => !/altered|tampered/.test(path))) {
    const known = knownSignals(JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Truth)
    if (INVENTED_ROUTING.some((name) => path.endsWith(name)))
      known.push('routing_or_account_checksum')
    for (const code of await heavySignals(path, known)) found.push(`${path}: ${code}`)
  }
  assert.deepEqual(found, [])
})

/** The signals above low that are not known of the file. */
async function heavySignals(path: string, known: readonly string[]): Promise<string[]> {
  const { signals } = await read(readFileSync(path))
  return signals
    .filter(({ severity }) => severity !== 'info' && severity !== 'low')
    .map(({ code }) => code)
    .filter((code) => !known.includes(code))
}

const samples = `${process.env.ASSAY_SAMPLES_DIR ?? '../shared/samples'}/statements`
const skip = existsSync(samples) ? false : `no samples in ${samples}`

/** What these invented statements are: edited, made before their period, or with sums of other rows. */
const TRUE_OF_SAMPLES: Record<string, readonly string[]> = {
  'monopoly-example-card-sg.pdf': [
    'orphan_content',
    'font_mismatch_in_column',
    'font_added_late',
    'incremental_update',
    'moddate_after_creation',
  ],
  'sb-burnett-pnc-virtual-wallet.pdf': ['section_total_mismatch', 'daily_balance_mismatch'],
  'tf-chase-total-checking.pdf': ['created_before_period_end'],
}

test('no sample statement has a signal above low that is not true of it', { skip }, async () => {
  const expectations = JSON.parse(readFileSync(`${samples}/expected.json`, 'utf8')) as Record<
    string,
    { reconciles: boolean | null }
  >
  for (const path of globSync(`${samples}/*.pdf`)) {
    const name = path.split('/').at(-1)!
    const isBroken = expectations[name]?.reconciles === false
    const known = [...(TRUE_OF_SAMPLES[name] ?? []), ...(isBroken ? INCOMPLETE : [])]
    assert.deepEqual(await heavySignals(path, known), [], name)
  }
})
