import {
  sumOfColumn,
  writeSubtitle,
  type Paper,
  type PaperBlock,
  type PaperFacts,
  type PaperLine,
  type PaperList,
  type PaperSection,
  type PaperTable,
} from '../../core/values/paper/paper.ts'
import { isFigure, writeValue } from './values.ts'

/** A paper as one page of HTML that needs nothing else: no script, no address. */
export function renderHtml(paper: Paper): string {
  const { title, footer, sections, currency, brand } = paper
  const stripe = brand?.color ? `header{border-top:6px solid ${brand.color};padding-top:.6rem}` : ''
  const links = sections.map(({ title: name }, index) => `<a href="#s${index}">${escape(name)}</a>`)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escape(title)}</title><style>${STYLE}${stripe}</style></head><body>`,
    `<header><h1>${escape(title)}</h1><p>${escape(writeSubtitle(paper))}</p><nav>${links.join(' ')}</nav></header>`,
    '<main>',
    ...sections.map((section, index) => sectionHtml(section, { index, currency })),
    `</main><footer>${escape(footer)}</footer></body></html>`,
    '',
  ].join('\n')
}

const STYLE = `
body{font:14px/1.45 system-ui,sans-serif;color:#1b2430;max-width:1180px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;color:#17365d;margin:0}h2{color:#17365d;border-top:2px solid #1f5fa8;padding-top:.5rem;margin-top:2rem}
h3,caption{font-size:1rem;color:#17365d;text-align:left;font-weight:600;margin:.8rem 0 .3rem}
nav a{margin-right:.7rem}p.note,p.empty,footer,header p{color:#5c6773}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:12.5px;font-variant-numeric:tabular-nums}
th{background:#17365d;color:#fff;text-align:left;padding:.3rem .5rem;font-weight:600}
td{padding:.25rem .5rem;vertical-align:top;overflow-wrap:anywhere}tbody tr:nth-child(even){background:#f3f5f8}
.n{text-align:right;white-space:nowrap;overflow-wrap:normal}.neg{color:#a31515}tfoot td{font-weight:600;border-top:2px solid #17365d}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.4rem 1.5rem}
dt{color:#5c6773;font-size:12px}dd{margin:0;font-weight:600}dl.strong dd{font-size:1.4rem;color:#17365d}
svg{width:100%;height:auto}@media print{nav{display:none}thead{display:table-header-group}}
`

interface Place {
  index: number
  currency: string
}

function sectionHtml({ title, note, blocks }: PaperSection, { index, currency }: Place): string {
  return [
    `<section id="s${index}"><h2>${escape(title)}</h2>`,
    ...(note === null ? [] : [`<p class="note">${escape(note)}</p>`]),
    ...blocks.map((block) => blockHtml(block, currency)),
    '</section>',
  ].join('\n')
}

function blockHtml(block: PaperBlock, currency: string): string {
  if (block.kind === 'facts') return factsHtml(block, currency)
  if (block.kind === 'list') return listHtml(block)
  return block.kind === 'line' ? lineHtml(block) : tableHtml(block, currency)
}

function factsHtml({ facts }: PaperFacts, currency: string): string {
  const isStrong = facts.every((fact) => fact.isStrong)
  const items = facts.map(
    ({ label, value, as }) =>
      `<div><dt>${escape(label)}</dt><dd>${escape(writeValue(value, as, currency))}</dd></div>`,
  )
  return `<dl${isStrong ? ' class="strong"' : ''}>${items.join('')}</dl>`
}

function listHtml({ title, items, empty }: PaperList): string {
  const head = `<h3>${escape(title)}</h3>`
  if (items.length === 0) return `${head}<p class="empty">${escape(empty)}</p>`
  return `${head}<ul>${items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`
}

function tableHtml(table: PaperTable, currency: string): string {
  const { title, columns, rows, empty, omitted } = table
  if (rows.length === 0) return `<h3>${escape(title)}</h3><p class="empty">${escape(empty)}</p>`
  const head = columns.map(
    ({ label, as }) => `<th scope="col"${isFigure(as) ? ' class="n"' : ''}>${escape(label)}</th>`,
  )
  const body = rows.map((row) => {
    const cells = columns.map(({ as }, index) => cellHtml(row[index] ?? null, as, currency))
    return `<tr>${cells.join('')}</tr>`
  })
  const rest = omitted === null ? '' : `<p class="note">${escape(omitted)}</p>`
  return [
    `<div class="scroll"><table><caption>${escape(title)}</caption>`,
    `<thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody>`,
    `${footHtml(table, currency)}</table></div>${rest}`,
  ].join('')
}

function footHtml({ columns, rows }: PaperTable, currency: string): string {
  if (rows.length < 2 || !columns.some(({ isSummed }) => isSummed)) return ''
  const cells = columns.map(({ isSummed, as }, index) => {
    if (isSummed) return cellHtml(sumOfColumn(rows, index), as, currency)
    return `<td>${index === 0 ? 'Total' : ''}</td>`
  })
  return `<tfoot><tr>${cells.join('')}</tr></tfoot>`
}

function cellHtml(
  value: PaperTable['rows'][number][number],
  as: PaperTable['columns'][number]['as'],
  currency: string,
): string {
  const isNegative = typeof value === 'number' && value < 0
  const names = [...(isFigure(as) ? ['n'] : []), ...(isNegative ? ['neg'] : [])]
  const text = escape(writeValue(value, as, currency))
  return names.length === 0 ? `<td>${text}</td>` : `<td class="${names.join(' ')}">${text}</td>`
}

const CHART = { width: 1000, height: 180 }

function lineHtml({ title, points }: PaperLine): string {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return ''
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const toX = (index: number): string => ((index / (points.length - 1)) * CHART.width).toFixed(1)
  const toY = (value: number): string =>
    (CHART.height * (1 - (value - low) / (high - low))).toFixed(1)
  let isOpen = false
  const path = points.map(({ value }, index) => {
    const step = value === null ? '' : `${isOpen ? 'L' : 'M'}${toX(index)} ${toY(value)}`
    isOpen = value !== null
    return step
  })
  const zero = toY(0)
  const label = `${title}, from ${points[0]!.date} to ${points.at(-1)!.date}, between ${low} and ${high}`
  return [
    `<h3>${escape(title)}</h3>`,
    `<svg viewBox="0 -4 ${CHART.width} ${CHART.height + 8}" role="img" aria-label="${escape(label)}">`,
    `<path d="M0 ${zero}H${CHART.width}" stroke="#5c6773" stroke-width=".8"/>`,
    `<path d="${path.join('')}" fill="none" stroke="#1f5fa8" stroke-width="1.6"/></svg>`,
  ].join('')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
