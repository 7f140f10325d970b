import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import type { Paper, PaperTable } from '../../core/values/paper/paper.ts'
import { renderHtml } from './html.ts'
import { renderPdf } from './pdf/document.ts'
import { toWinAnsi } from './pdf/win-ansi.ts'
import { writeValue } from './values.ts'
import { buildWorkbook } from './workbook.ts'

const AT = new Date('2025-04-02T08:00:00Z')

const table = (rows: PaperTable['rows']): PaperTable => ({
  kind: 'table',
  title: 'Sums',
  columns: [
    { label: 'Name', as: 'text', width: 30 },
    { label: 'In', as: 'amount', width: 10, isSummed: true },
    { label: 'Out', as: 'amount', width: 10, isSummed: true },
    { label: 'Net', as: 'amount', width: 10, isSummed: true, sumOf: { plus: [1], minus: [2] } },
  ],
  rows,
  empty: 'Nothing here.',
  omitted: null,
})

const paper = (...blocks: Paper['sections'][number]['blocks']): Paper => ({
  title: 'A file <b>',
  subtitle: 'of a test',
  currency: 'USD',
  footer: 'made by a test',
  sections: [{ title: 'First', note: null, blocks }],
})

const ROWS = [
  ['=HYPERLINK("http://evil")', 10.1, 0.2, 9.9],
  ['second', 0.2, 5, -4.8],
]

test('a workbook has numbers as numbers, sums as formulas, and a name that looks like one as text', async () => {
  const book = await readXlsx(await buildWorkbook(paper(table(ROWS))))
  const sheet = book.sheets.find(({ name }) => name === 'Sums')!
  assert.deepEqual(sheet.rows[1], ROWS[0])
  assert.deepEqual(
    sheet.rows[3]!.slice(1).map((value) => Math.round((value as number) * 100)),
    [1030, 520, 510],
  )
  const cells = [...sheet.cells!.entries()].filter(([, { formula }]) => formula)
  const formulas = Object.fromEntries(cells.map(([at, { formula }]) => [at, formula]))
  assert.deepEqual(formulas, {
    '1,3': 'B2-C2',
    '2,3': 'B3-C3',
    '3,1': 'SUM(B2:B3)',
    '3,2': 'SUM(C2:C3)',
    '3,3': 'SUM(D2:D3)',
  })
})

test('a column of a workbook is as wide as what stands in it, and no wider than a line', async () => {
  const rows = [
    ['a'.repeat(40), 1, 2, -1],
    ['b'.repeat(400), 1_234_567.89, 2, 1_234_565.89],
  ]
  const zip = unzipSync(await buildWorkbook(paper(table(rows))))
  const sheet = strFromU8(zip['xl/worksheets/sheet2.xml']!)
  const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  )
  assert.deepEqual(widths, [70, 15, 8, 15])
})

test('a sum over an unknown value is unknown, on every kind of paper', async () => {
  const rows = [
    ['a', 1, null, null],
    ['b', 2, 3, -1],
  ]
  const book = await readXlsx(await buildWorkbook(paper(table(rows))))
  assert.equal(book.sheets.at(-1)!.rows[3]![2] ?? null, null)
  assert.match(renderHtml(paper(table(rows))), /<tfoot>.*3\.00.*–.*–.*<\/tfoot>/)
})

test('a page of HTML shows what it was given as text, and needs nothing from elsewhere', () => {
  const html = renderHtml(paper(table(ROWS)))
  assert.match(html, /A file &lt;b&gt;/)
  assert.doesNotMatch(html, /<script|<link|src=/)
  assert.match(html, /class="n neg">-\$4\.80/)
})

test('the name and the color of whoever hands a paper on stand on it, and neither where none is set', async () => {
  const own = { ...paper(), brand: { name: 'Acme <Funding>', color: '#a1b2c3' } }
  const html = renderHtml(own)
  assert.match(html, /border-top:6px solid #a1b2c3/)
  assert.ok(html.includes('Acme &lt;Funding&gt; · of a test'))
  const { sheets } = await readXlsx(await buildWorkbook(own))
  assert.ok(sheets[0]!.rows.flat().includes('Acme <Funding> · of a test'))
  assert.notDeepEqual(await renderPdf(own, AT), await renderPdf(paper(), AT))
  assert.equal(renderHtml({ ...paper(), brand: { name: null, color: null } }), renderHtml(paper()))
})

test('a PDF is the same for the same paper, however long it is, and an empty one is one too', async () => {
  const long = Array.from({ length: 120 }, (_, index) => [`${index} ${'W'.repeat(200)}`, -1, 2, -3])
  const line = {
    kind: 'line' as const,
    title: 'Line',
    points: [
      { date: '2025-01-01', value: -5 },
      { date: '2025-01-02', value: null },
      { date: '2025-01-03', value: 7 },
    ],
  }
  const first = await renderPdf(paper(table(long), line), AT)
  assert.deepEqual(first, await renderPdf(paper(table(long), line), AT))
  assert.ok(countPages(first) >= 8, String(countPages(first)))
  assert.equal(countPages(await renderPdf(paper(table([])), AT)), 1)
})

test('a letter that no PDF reader has loses its accent or is a question mark, never another', () => {
  assert.equal(toWinAnsi('Žižkov Łódź\n株 – “x”…'), 'Žižkov ?ódz ? – “x”…')
})

test('a value is written by its kind, and one that rounds to zero has no sign', () => {
  const write = (value: number | null, kind: 'amount' | 'ratio' | 'count'): string =>
    writeValue(value, kind, 'USD')
  assert.deepEqual(
    [write(-0.001, 'amount'), write(null, 'amount'), write(0.125, 'ratio')],
    ['$0.00', '–', '12.5 %'],
  )
  assert.equal(writeValue(1234567, 'amount', 'JPY'), 'JPY 1,234,567')
  assert.equal(writeValue(-1234.5, 'amount', 'CAD'), '-CA$1,234.50')
})

function countPages(pdf: Buffer): number {
  return Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])
}
