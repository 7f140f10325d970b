import type { Service } from '../../service.ts'

export type Fields = Record<string, unknown>

interface Listed extends Fields {
  id: string
}

/** A kind of configuration: how its things are read and written, and by what they are named. */
export interface Kind {
  /** Of the folder. */
  name: string
  /** What a file keeps: all that can be written. */
  fields: readonly string[]
  getName: (fields: Fields) => string
  list: (service: Service) => Promise<Listed[]>
  create: (service: Service, fields: Fields) => Promise<unknown>
  update: (service: Service, id: string, fields: Fields) => Promise<unknown>
  remove: (service: Service, id: string) => Promise<unknown>
}

const byName = ({ name }: Fields): string => String(name)

/** In this order: a policy names rules, a workflow may name all of them. */
export const KINDS: readonly Kind[] = [
  {
    name: 'rules',
    fields: ['name', 'description', 'metric', 'metric_params', 'date_range', 'operator', 'value', 'value_to',
      'expression', 'tolerance', 'on_missing', 'outcome', 'severity', 'weight', 'mode', 'is_active', 'message',
      'reason_code', 'tags', 'effective_from', 'effective_to'], // prettier-ignore
    getName: byName,
    list: (service) => service.rules.list().toArray() as Promise<unknown> as Promise<Listed[]>,
    create: (service, fields) => service.rules.create(fields as never),
    update: (service, id, fields) => service.rules.update(id, fields),
    remove: (service, id) => service.rules.delete(id),
  },
  {
    name: 'policies',
    fields: ['name', 'description', 'kind', 'rule_ids', 'groups', 'decision', 'score_bands', 'auto_evaluate',
      'is_active', 'effective_from', 'status'], // prettier-ignore
    getName: byName,
    list: (service) => service.policies.list().toArray() as Promise<unknown> as Promise<Listed[]>,
    create: (service, fields) => service.policies.create(fields as never),
    update: (service, id, fields) => service.policies.update(id, fields),
    remove: (service, id) => service.policies.delete(id),
  },
  {
    name: 'email-templates',
    fields: ['name', 'subject', 'description', 'text', 'html', 'trigger', 'recipients', 'attachments',
      'from_name', 'reply_to', 'is_active'], // prettier-ignore
    getName: byName,
    list: async (service) => {
      const all = await service.emailTemplates.list().toArray()
      return all.filter((one) => !one.is_builtin) as unknown as Listed[]
    },
    create: (service, fields) => service.emailTemplates.create(fields as never),
    update: (service, id, fields) => service.emailTemplates.update(id, fields),
    remove: (service, id) => service.emailTemplates.delete(id),
  },
  {
    name: 'webhooks',
    fields: [
      'url',
      'events',
      'description',
      'headers',
      'notification_email',
      'is_active',
      'metadata',
    ],
    getName: ({ url }) => String(url),
    list: (service) => service.webhooks.list().toArray() as Promise<unknown> as Promise<Listed[]>,
    create: (service, fields) => service.webhooks.create(fields as never),
    update: (service, id, fields) => service.webhooks.update(id, fields),
    remove: (service, id) => service.webhooks.delete(id),
  },
  {
    name: 'workflows',
    fields: ['name', 'description', 'trigger', 'nodes', 'edges', 'variables'],
    getName: byName,
    list: async (service) => {
      const all = await service.workflows.list().toArray()
      return Promise.all(
        all.map(({ id }) => service.workflows.get(id)),
      ) as Promise<unknown> as Promise<Listed[]>
    },
    create: (service, fields) => service.workflows.create(fields as never),
    update: (service, id, fields) => service.workflows.replace(id, fields),
    remove: (service, id) => service.workflows.delete(id),
  },
]
