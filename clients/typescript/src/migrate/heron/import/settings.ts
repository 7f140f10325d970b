import { asManual, mapRule } from '../map/rules.ts'
import { mapFunder, mapPolicy, mapTemplate, mapWebhooks, toClassName } from '../map/settings.ts'
import { CLASSES, toGroup } from '../tables/tables.ts'
import type { HeronMerchant, HeronRule } from '../types.ts'
import { write, type Run } from './run.ts'

/** Everything that comes before deals: classes, groups of merchants, rules, policies … */
export async function importSettings(run: Run): Promise<void> {
  await importClasses(run)
  for (const merchant of await run.source.list('merchants')) await importMerchant(run, merchant)
  for (const rule of await run.source.list('rules')) await importRule(run, rule)
  await importPolicies(run)
  await importFunders(run)
  await importTemplates(run)
}

/** A class that comes with the service is not made a second time. */
async function importClasses(run: Run): Promise<void> {
  const { journal, service } = run
  for (const given of await run.source.list('classes')) {
    const known = CLASSES[given.name]
    if (known && !journal.find('classes', given.name))
      journal.note('classes', { id: given.name, our: known.class, status: 'existing' })
    const name = toClassName(given)
    await write(run, {
      kind: 'classes',
      id: given.name,
      send: (options) =>
        service.documentClasses.create(
          {
            name,
            label: (given.display_name ?? given.name).slice(0, 255),
            description: given.description?.slice(0, 900) ?? 'Imported from Heron.',
            parser: 'none',
          },
          options,
        ),
    })
  }
}

async function importMerchant(run: Run, given: HeronMerchant): Promise<void> {
  const { service, journal } = run
  const { merchant_heron_id: id, merchant_name: name } = given
  const group = toGroup(given.group_id ?? '')
  if (journal.find('merchants', id)) return
  const [found] = await service.merchants
    .list({ q: name, limit: 1 })
    .page()
    .then(({ data }) => data)
  if (group === null || !found || found.name.toLowerCase() !== name.toLowerCase()) {
    const reason = group === null ? `no_group: ${given.group_id}` : `no_merchant: ${name}`
    journal.note('merchants', { id, our: null, status: 'skipped', reason })
    return
  }
  await write(run, {
    kind: 'merchants',
    id,
    send: (options) => service.merchants.update(found.id, { groups: [group] }, options),
  })
}

async function importRule(run: Run, given: HeronRule): Promise<void> {
  const { service, journal } = run
  const id = given.heron_id
  if (journal.find('rules', id)) return
  const find = async () => {
    const page = await service.rules.list({ tag: `heron:${id}`, limit: 1 }).page()
    return page.data[0]?.id ?? null
  }
  const mapped = mapRule(given)
  const entry = await write(run, {
    kind: 'rules',
    id,
    find,
    send: (options) => service.rules.create(mapped.rule, options),
  })
  if (entry.status !== 'failed') {
    if (mapped.note !== null)
      journal.note('rules', { ...entry, reason: `${mapped.state}: ${mapped.note}` })
    return
  }
  // Refused as it stands, such as a date range that the metric has not: kept as a note.
  const manual = asManual(mapped.rule.name, entry.reason ?? 'It was refused.', given)
  const kept = await write(run, {
    kind: 'rules',
    id,
    find,
    send: ({ idempotencyKey }) =>
      service.rules.create(manual.rule, { idempotencyKey: `${idempotencyKey}:manual` }),
  })
  if (kept.status === 'imported')
    journal.note('rules', { ...kept, reason: `none: ${entry.reason}` })
}

async function importPolicies(run: Run): Promise<void> {
  const { service, journal } = run
  for (const given of await run.source.list('policies')) {
    if (journal.find('policies', given.heron_id)) continue
    const { policy, notes } = mapPolicy(given)
    const entry = await write(run, {
      kind: 'policies',
      id: given.heron_id,
      send: (options) => service.policies.create(policy, options),
    })
    if (entry.status === 'imported' && notes.length > 0)
      journal.note('policies', { ...entry, reason: notes.join(' · ').slice(0, 2_000) })
  }
}

async function importFunders(run: Run): Promise<void> {
  for (const given of await run.source.list('funders'))
    await write(run, {
      kind: 'funders',
      id: given.heron_id,
      send: (options) => run.service.funders.create(mapFunder(given), options),
    })
}

async function importTemplates(run: Run): Promise<void> {
  for (const given of await run.source.list('templates'))
    await write(run, {
      kind: 'templates',
      id: given.heron_id,
      send: (options) => run.service.emailTemplates.create(mapTemplate(given), options),
    })
}

/** Last, and paused: no receiver hears of deals that are only being moved. */
export async function importWebhooks(run: Run): Promise<void> {
  const { service, journal, secrets } = run
  const existing = await service.webhooks.list().toArray()
  for (const { heronIds, webhook, notes } of mapWebhooks(await run.source.list('webhooks'))) {
    const [id] = heronIds as [string]
    const note = notes.map((one) => `${one.topic} [${one.state}]: ${one.note}`).join(' · ')
    if (webhook === null) {
      if (!journal.find('webhooks', id))
        journal.note('webhooks', { id, our: null, status: 'skipped', reason: `no_event: ${note}` })
      continue
    }
    const entry = await write(run, {
      kind: 'webhooks',
      id,
      find: async () => existing.find(({ metadata }) => metadata.heron_id === id)?.id ?? null,
      send: async (options) => {
        const made = await service.webhooks.create(webhook, options)
        secrets.push({ url: webhook.url, secret: made.secret })
        return made
      },
    })
    if (entry.status === 'imported' && note !== '' && entry.reason === undefined)
      journal.note('webhooks', { ...entry, reason: note })
  }
}
