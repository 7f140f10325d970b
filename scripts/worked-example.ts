import { code, page } from './markdown.ts'
import { readMetric, readRows, type Deal, type MetricResponse } from './worked-example/deal.ts'
import { LESSONS, type Lesson } from './worked-example/lessons.ts'
import { money, percent } from './worked-example/words.ts'

/**
 * `docs/worked-example.md`: numbers of the demo deal, added up from the rows that the API gives for
 * them. Throws when a number made by hand is not the one of the API.
 */
export async function workedExample(deal: Deal): Promise<string> {
  const sections: string[] = []
  for (const lesson of LESSONS) sections.push(...(await buildSection(deal, lesson)))
  const origin = 'Written by `npm run golden` from the responses of the API; do not edit.'
  return page('Worked example', origin, [
    'Every number of Assay can be made again without Assay: its rows, added up, are the number. This page',
    'does so for the deal that `npm run demo` underwrites: Juniper Lane Cafe, an operating and a payroll',
    'account, July to September 2025, in US dollars. Inflows are positive.',
    '',
    'A number is read with `GET /v1/submissions/:id/metrics/:name?include=formula`; its',
    '`evidence.href` is the address of its rows. Each row is a line of a statement, and says in which',
    'document, on which page and where on it. Everything below was computed from those rows alone, and',
    'this page is not written when a sum is another than the number.',
    '',
    ...sections,
  ])
}

async function buildSection(deal: Deal, { metric: name, work }: Lesson): Promise<string[]> {
  const metric = await readMetric(deal, name)
  const { href, transactions_count: count } = metric.evidence
  const evidence = href === null ? [] : await readRows(deal, href)
  const { byHand, lines } = await work({ deal, metric, evidence })
  if (byHand !== metric.value || evidence.length !== count) {
    throw new Error(`${name} is ${byHand} by hand and ${metric.value} by the API`)
  }
  const { start_date, end_date, name: window } = metric.date_range
  return [
    `## ${metric.label}: ${shown(metric)}`,
    '',
    `${code(name)}, formula ${metric.formula_id}: ${metric.formula}.`,
    `From ${start_date} to ${end_date} (${code(window)}).`,
    ...(href === null ? [] : [`Its ${count} rows: ${code(href.replaceAll(deal.id, ':id'))}.`]),
    '',
    ...lines,
    '',
    `The API returns ${code(`"value": ${metric.value}`)}.`,
    '',
  ]
}

function shown({ unit, value }: MetricResponse): string {
  if (unit === 'amount') return money(Math.round(value! * 100))
  return unit === 'ratio' ? percent(value!) : `${value}`
}
