import type { DealParity } from '../parity/collect.ts'
import type { Lens, MetricParity, Verdict } from '../parity/parity.ts'
import { KINDS } from '../import/journal.ts'
import { isOpen, isSameDecision, type Report } from './summary.ts'

const VERDICTS: Record<Verdict, string> = {
  equal: 'equal',
  within_tolerance: 'within tolerance',
  explained: 'explained',
  different: 'different',
  not_comparable: 'not comparable',
}
const CAUSES: Record<Lens, string> = {
  labels: 'category differs',
  pending: 'pending counted',
  transfers: 'transfer paired here',
  period: 'period cut',
}
/** More deals than anybody reads; all are in the JSON and the CSV. */
const DEALS_MAX = 500

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1e; --quiet: #5c5c62; --soft: #f1f1f3; --line: #d4d4d9; --bad: #b3261e; --fine: #17693f; --mid: #7a4f00 }
@media (prefers-color-scheme: dark) { :root { --paper: #161618; --ink: #ececef; --quiet: #a6a6ae; --soft: #242428; --line: #3c3c42; --bad: #ff8a80; --fine: #6fd39c; --mid: #f0c060 } }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem }
.lead { font-size: 1.15rem; margin: 1rem 0 } .big { font-size: 2.4rem; font-weight: 600 }
.cards { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0 }
.cards div { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .9rem; min-width: 7rem }
.cards b { display: block; font-size: 1.3rem; font-variant-numeric: tabular-nums }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-weight: 600; background: var(--soft) } .n { text-align: right; white-space: nowrap }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; padding: .4rem .8rem }
summary { cursor: pointer; font-weight: 600 } details details { border: 0; padding: 0 }
.different, .failed { color: var(--bad) } .equal, .within_tolerance { color: var(--fine) } .explained { color: var(--mid) }
code { overflow-wrap: anywhere } .muted { color: var(--quiet) }
.scroll:focus-visible { outline: 2px solid var(--fine) }
`

/** A table wider than a phone is scrolled by keys as well. */
const SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'

/** One page without scripts or addresses outside, to keep and to send. */
export function toHtml(report: Report): string {
  const { parity, source, finishedAt, deals } = report
  const share =
    parity.sameDecision === null ? '–' : `${Math.round(parity.sameDecision * 1000) / 10} %`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Parity with Heron</title><style>${STYLE}</style></head><body><main>
<h1>Parity with Heron</h1>
<p class="muted">From ${escape(source)}, ${escape(finishedAt)}</p>
<p class="lead"><span class="big">${share}</span> of ${parity.deals} deals would have the same paper grade and the same policy result.</p>
<div class="cards">${Object.entries(VERDICTS)
    .map(([verdict, name]) => card(name, parity.verdicts[verdict as Verdict], verdict))
    .join('')}</div>
<h2>Causes of differences</h2>
<div class="cards">${Object.entries(CAUSES)
    .map(([cause, name]) => card(name, parity.causes[cause as Lens], ''))
    .join('')}</div>
<h2>Deals</h2>
${deals.slice(0, DEALS_MAX).map(showDeal).join('')}
${deals.length > DEALS_MAX ? `<p>${deals.length - DEALS_MAX} more are in report.json and differences.csv.</p>` : ''}
<h2>Import</h2>${showCounts(report)}
${showProblems(report)}
${showWebhooks(report)}
</main></body></html>
`
}

function card(name: string, count: number, kind: string): string {
  return `<div><b class="${kind}">${count}</b>${escape(name)}</div>`
}

function showDeal(deal: DealParity): string {
  const open = deal.metrics.filter(isOpen)
  const rest = deal.metrics.filter((metric) => !isOpen(metric))
  const isSame = isSameDecision(deal)
  return `<details${isSame ? '' : ' open'}><summary>${escape(deal.name)} <span class="${isSame ? 'equal' : 'different'}">${
    isSame ? 'same decision' : 'another decision'
  }</span> <span class="muted">${open.length} differences</span></summary>
<p>${showGrade(deal)}${deal.policies.map(showPolicy).join('')}</p>
${open.length === 0 ? '' : table(open)}
${open.map(showRows).join('')}
<details><summary>${rest.length} other metrics</summary>${table(rest)}</details>
</details>`
}

function showGrade({ paperGrade }: DealParity): string {
  if (paperGrade === null) return 'No paper grade. '
  return `Paper grade ${escape(paperGrade.ours)}, with Heron’s figures ${escape(paperGrade.withHeron)}. `
}

function showPolicy({ name, heron, ours }: DealParity['policies'][number]): string {
  const kind = heron === ours ? 'equal' : 'different'
  return `Policy ${escape(name)}: Heron ${escape(heron)}, <span class="${kind}">here ${escape(ours)}</span>. `
}

function table(metrics: MetricParity[]): string {
  const rows = metrics.map(
    (
      one,
    ) => `<tr><td>${escape(one.label)}${one.metric === null ? '' : `<br><span class="muted">${escape(one.metric)}</span>`}</td>
<td>${escape(one.dateRange)}</td><td class="n">${show(one.heron)}</td><td class="n">${show(one.ours)}</td>
<td class="n">${show(one.difference)}</td><td class="${one.verdict}">${VERDICTS[one.verdict]}</td>
<td>${one.causes.map((cause) => CAUSES[cause]).join(', ')}${one.note === null ? '' : `<br><span class="muted">${escape(one.note)}</span>`}</td></tr>`,
  )
  return `${SCROLL}<table><thead><tr><th>Metric</th><th>Days</th><th class="n">Heron</th><th class="n">Here</th>
<th class="n">Difference</th><th>Verdict</th><th>Cause</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function showRows({ label, dateRange, rows }: MetricParity): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    (
      row,
    ) => `<tr><td>${escape(row.date)}</td><td class="n">${show(row.amount)}</td><td>${escape(row.description)}</td>
<td>${escape(row.heronLabel ?? '–')}</td><td>${escape(row.slug)}</td><td>${CAUSES[row.cause]}</td><td class="n">${show(row.effect)}</td></tr>`,
  )
  return `<details><summary>${rows.length} rows behind ${escape(label)}, ${escape(dateRange)}</summary>${SCROLL}<table>
<thead><tr><th>Date</th><th class="n">Amount</th><th>Description</th><th>Heron’s label</th><th>Category here</th><th>Cause</th><th class="n">Effect</th></tr></thead>
<tbody>${lines.join('')}</tbody></table></div></details>`
}

function showCounts({ counts }: Report): string {
  const rows = KINDS.map((kind) => {
    const { imported, existing, skipped, failed } = counts[kind]
    const cells = [imported, existing, skipped]
      .map((count) => `<td class="n">${count}</td>`)
      .join('')
    return `<tr><td>${kind}</td>${cells}<td class="n ${failed > 0 ? 'failed' : ''}">${failed}</td></tr>`
  })
  return `${SCROLL}<table><thead><tr><th>Kind</th><th class="n">imported</th><th class="n">here before</th>
<th class="n">skipped</th><th class="n">failed</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const PROBLEMS_MAX = 1_000

function showProblems({ problems }: Report): string {
  if (problems.length === 0) return ''
  const lines = problems
    .slice(0, PROBLEMS_MAX)
    .map(
      ({ kind, id, status, reason }) =>
        `<tr><td>${kind}</td><td><code>${escape(id)}</code></td><td class="${status}">${status}</td><td>${escape(reason)}</td></tr>`,
    )
  return `<h2>Notes (${problems.length})</h2>${SCROLL}<table><thead><tr><th>Kind</th><th>Heron’s id</th><th>State</th><th>Why</th></tr></thead>
<tbody>${lines.join('')}</tbody></table></div>`
}

function showWebhooks({ webhooks }: Report): string {
  if (webhooks.length === 0) return ''
  const lines = webhooks.map(
    ({ url, secret }) => `<tr><td>${escape(url)}</td><td><code>${escape(secret)}</code></td></tr>`,
  )
  return `<h2>Secrets of webhooks</h2><p>They are shown this once. The webhooks are paused.</p>
${SCROLL}<table><thead><tr><th>Address</th><th>Secret</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

function show(value: number | string | null): string {
  if (value === null) return '–'
  if (typeof value === 'string') return escape(value)
  const minimumFractionDigits = Number.isInteger(value) ? 0 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: 4 })
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)
}
