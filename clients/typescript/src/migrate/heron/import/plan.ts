import { mapCheck, mapRule } from '../map/rules.ts'
import { isSkipped, mapRow } from '../map/rows.ts'
import { mapWebhooks } from '../map/settings.ts'
import { CLASSES } from '../tables/tables.ts'
import type { HeronEndUser, HeronSource } from '../types.ts'
import type { RunOptions } from './run.ts'

/** What an import would do, with what is left to a person. */
export interface Plan {
  source: string
  counts: Record<string, number>
  /** Deals whose rows and files were counted; the others are estimated from them. */
  sampledDeals: number
  estimatedRows: number
  estimatedMinutes: number
  unknownLabels: string[]
  /** Rules and checks that differ here, or stay inactive. */
  rules: { name: string; state: 'near' | 'none'; note: string }[]
  ownClasses: string[]
  topics: { topic: string; state: string; note: string }[]
  /** Rows that cannot be imported, by reason, of the sampled deals. */
  skippedRows: Record<string, number>
}

const SAMPLE = 25
/** Measured on two cores: rows that are written and enriched in a second, deals that are processed. */
const ROWS_A_SECOND = 1_500
const DEALS_A_SECOND = 6

/** Reads and counts; nothing is written, here or in Heron. */
export async function makePlan(source: HeronSource, options: RunOptions): Promise<Plan> {
  const settings = await readSettings(source)
  const sampled = await sampleDeals(source, options)
  const deals = options.sample ?? (await source.countEndUsers()) ?? sampled.total
  const perDeal = sampled.deals === 0 ? 0 : sampled.rows / sampled.deals
  const estimatedRows = Math.round(perDeal * deals)
  const seconds = estimatedRows / ROWS_A_SECOND + deals / DEALS_A_SECOND
  return {
    source: source.description,
    counts: { ...settings.counts, deals, filesOfSample: sampled.files },
    sampledDeals: sampled.deals,
    estimatedRows,
    estimatedMinutes: Math.ceil(seconds / 60),
    unknownLabels: [...sampled.unknownLabels].sort(),
    rules: settings.rules,
    ownClasses: settings.ownClasses,
    topics: settings.topics,
    skippedRows: sampled.skipped,
  }
}

async function readSettings(
  source: HeronSource,
): Promise<Pick<Plan, 'counts' | 'rules' | 'ownClasses' | 'topics'>> {
  const [rules, policies, classes, funders, templates, webhooks, merchants] = [
    await source.list('rules'),
    await source.list('policies'),
    await source.list('classes'),
    await source.list('funders'),
    await source.list('templates'),
    await source.list('webhooks'),
    await source.list('merchants'),
  ]
  const checks = policies.flatMap(({ name, checks: own }) =>
    (own ?? []).map((check) => mapCheck(check, `${name}: ${check.name ?? check.attribute_label}`)),
  )
  return {
    counts: {
      rules: rules.length,
      policies: policies.length,
      classes: classes.length,
      funders: funders.length,
      templates: templates.length,
      webhooks: webhooks.length,
      merchants: merchants.length,
    },
    rules: [...rules.map(mapRule), ...checks].flatMap(({ state, rule, note }) =>
      state === 'exact' ? [] : [{ name: rule.name, state, note: note ?? '' }],
    ),
    ownClasses: classes.map(({ name }) => name).filter((name) => CLASSES[name] === undefined),
    topics: mapWebhooks(webhooks).flatMap(({ notes }) => notes),
  }
}

interface Sampled {
  deals: number
  total: number
  rows: number
  files: number
  unknownLabels: Set<string>
  skipped: Record<string, number>
}

async function sampleDeals(source: HeronSource, options: RunOptions): Promise<Sampled> {
  const sampled: Sampled = {
    deals: 0,
    total: 0,
    rows: 0,
    files: 0,
    unknownLabels: new Set(),
    skipped: {},
  }
  for await (const endUser of source.endUsers(options.since)) {
    sampled.total += 1
    if (sampled.deals < SAMPLE) await countDeal(source, endUser, { options, sampled })
    else if ((await source.countEndUsers()) !== null) break
  }
  return sampled
}

async function countDeal(
  source: HeronSource,
  endUser: HeronEndUser,
  { options, sampled }: { options: RunOptions; sampled: Sampled },
): Promise<void> {
  sampled.deals += 1
  sampled.files += (await source.files(endUser)).length
  for await (const { rows } of source.transactions(endUser, { page: 1 })) {
    sampled.rows += rows.length
    for (const given of rows) {
      const mapped = mapRow(given, options)
      if (isSkipped(mapped))
        sampled.skipped[mapped.reason] = (sampled.skipped[mapped.reason] ?? 0) + 1
      else if (mapped.unknownLabel !== null) sampled.unknownLabels.add(mapped.unknownLabel)
    }
  }
}

/** The plan as lines for people. */
export function describePlan(plan: Plan): string[] {
  const { counts, rules } = plan
  const list = (title: string, items: string[]): string[] =>
    items.length === 0 ? [] : [title, ...items.map((item) => `  ${item}`)]
  return [
    `Plan for ${plan.source}; nothing is written.`,
    ...Object.entries(counts).map(([name, count]) => `  ${name}: ${count}`),
    `  rows: about ${plan.estimatedRows} (from ${plan.sampledDeals} deals)`,
    `  time: about ${plan.estimatedMinutes} min`,
    ...list('Labels that the tables do not have:', plan.unknownLabels),
    ...list('Classes that will be made:', plan.ownClasses),
    ...list(
      `Rules that differ here or stay inactive (${rules.length}):`,
      rules.map(({ name, state, note }) => `${name} [${state}]: ${note}`),
    ),
    ...list(
      'Topics of webhooks:',
      plan.topics.map(({ topic, state, note }) => `${topic} [${state}]: ${note}`),
    ),
    ...list(
      'Rows that cannot be imported:',
      Object.entries(plan.skippedRows).map(([reason, count]) => `${reason}: ${count}`),
    ),
  ]
}
