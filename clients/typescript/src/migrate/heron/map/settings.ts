import type { EmailTemplateCreateParams } from '../../../generated/email-templates.ts'
import type { FunderCreateParams } from '../../../generated/funders.ts'
import type { PolicyCreateParams } from '../../../generated/policies.ts'
import type { WebhookCreateParams } from '../../../generated/webhooks.ts'
import { EVENTS, type Match } from '../tables/tables.ts'
import type { HeronClass, HeronFunder, HeronPolicy, HeronTemplate, HeronWebhook } from '../types.ts'
import { groupBy } from './group.ts'
import { mapCheck } from './rules.ts'

/** A name that `POST /v1/document-classes` takes. */
export function toClassName({ name }: Pick<HeronClass, 'name'>): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  return `${words}_`.length > 2 ? words.slice(0, 64) : `heron_${words}`
}

export interface MappedPolicy {
  policy: PolicyCreateParams
  /** Checks that stay inactive, with the reason. */
  notes: string[]
}

/** Published when every check has a counterpart; else a draft, which decides nothing yet. */
export function mapPolicy(given: HeronPolicy): MappedPolicy {
  const name = (given.name || `Heron policy ${given.heron_id}`).slice(0, 200)
  const checks = (given.checks ?? []).map((check, index) => {
    const own = check.name || check.attribute_label || 'check'
    return mapCheck(check, `${name}: ${own} (${index + 1})`.slice(0, 250))
  })
  const isWhole = checks.length > 0 && checks.every(({ state }) => state !== 'none')
  return {
    policy: {
      name,
      description: `Imported from Heron (${given.heron_id}).`,
      rules: checks.map(({ rule }) => rule),
      status: isWhole ? 'published' : 'draft',
    },
    notes: checks.flatMap(({ state, note, rule }) =>
      state === 'exact' ? [] : [`${rule.name} [${state}]: ${note}`],
    ),
  }
}

const CHANNELS: Record<string, string> = { email: 'email', api: 'api', web_portal: 'web_portal' }

export function mapFunder(given: HeronFunder): FunderCreateParams {
  const email = given.submission_email_address
  const channel = CHANNELS[given.submission_channel ?? ''] ?? 'manual'
  return {
    name: (given.name ?? given.heron_id).slice(0, 200),
    aliases: (given.aliases ?? []).slice(0, 50),
    // An API needs an address and a key, which Heron does not show.
    submission_channel: channel === 'api' || (channel === 'email' && !email) ? 'manual' : channel,
    ...(email ? { submission_email: email } : {}),
    metadata: { heron_id: given.heron_id },
  }
}

/** Inactive: the names of values inside are Heron’s. It has no subject; its name stands in. */
export function mapTemplate(given: HeronTemplate): EmailTemplateCreateParams {
  const recipients = [given.to_address, given.cc_address].filter((one) => !!one) as string[]
  return {
    name: given.name ?? given.heron_id,
    subject: (given.name ?? given.heron_id).replaceAll(/[_-]+/g, ' '),
    html: given.html_body ?? '',
    description: `Imported from Heron (${given.heron_id}); its values are still to be renamed.`,
    recipients: recipients.filter((one) => /^[^{}\s]+@[^{}\s]+$/.test(one)),
    ...(given.reply_to_address?.includes('@') ? { reply_to: given.reply_to_address } : {}),
    is_active: false,
  }
}

export interface MappedWebhook {
  /** Ids of the rows of Heron that it stands for. */
  heronIds: string[]
  webhook: WebhookCreateParams | null
  notes: { topic: string; state: Match; note: string }[]
}

/** Heron has a row for each topic; here one address has all its events. They are made paused. */
export function mapWebhooks(given: HeronWebhook[]): MappedWebhook[] {
  const byUrl = groupBy(
    given.filter(({ url }) => !!url),
    ({ url }) => url!,
  )
  return [...byUrl].map(([url, rows]) => {
    const entries = rows.map(({ topic }) => ({ topic: topic ?? '', entry: EVENTS[topic ?? ''] }))
    const events = [...new Set(entries.flatMap(({ entry }) => entry?.event ?? []))]
    return {
      heronIds: rows.map(({ heron_id }) => heron_id),
      webhook:
        events.length === 0
          ? null
          : {
              url,
              events,
              is_active: false,
              description: 'Imported from Heron; paused.',
              metadata: { heron_id: rows[0]!.heron_id },
            },
      notes: entries.flatMap(({ topic, entry }) =>
        entry?.state === 'exact'
          ? []
          : [
              {
                topic,
                state: entry?.state ?? 'none',
                note: entry?.difference ?? 'It is no topic that is known.',
              },
            ],
      ),
    }
  })
}
