import type { Service } from '../../service.ts'

export type Fields = Record<string, unknown>

interface Listed extends Fields {
  id: string
}

/** A kind of configuration: how its things are read and written, and by what they are named. */
export interface Kind {
  /** Of the folder. */
  name: string
  /** All that can be written. */
  fields: readonly string[]
  getName: (fields: Fields) => string
  list: (service: Service) => Promise<Listed[]>
  create: (service: Service, fields: Fields) => Promise<unknown>
  update: (service: Service, id: string, fields: Fields) => Promise<unknown>
  remove: (service: Service, id: string) => Promise<unknown>
}

/** What the resources of the client have in common; each checks what it is given. */
interface Resource {
  list: () => { toArray: () => Promise<unknown> }
  get: (id: string) => Promise<unknown>
  create: (fields: never) => Promise<unknown>
  update: (id: string, fields: never) => Promise<unknown>
  delete: (id: string) => Promise<unknown>
}

function kind(name: string, open: (service: Service) => Resource, fields: string): Kind {
  return {
    name,
    fields: fields.split(/\s+/),
    getName: ({ name: own, url }) => String(own ?? url),
    // Nodes of a workflow come with the thing alone, and built-in things are nobody's to change.
    list: async (service) => {
      const listed = (await open(service).list().toArray()) as Listed[]
      const own = listed.filter((one) => one.is_builtin !== true)
      return Promise.all(own.map(({ id }) => open(service).get(id) as Promise<Listed>))
    },
    create: (service, given) => open(service).create(given as never),
    update: (service, id, given) => open(service).update(id, given as never),
    remove: (service, id) => open(service).delete(id),
  }
}

/** In this order: a policy names rules, a workflow may name all of them. */
export const KINDS: readonly Kind[] = [
  kind(
    'rules',
    ({ rules }) => rules,
    `name description metric metric_params date_range operator value value_to expression tolerance on_missing
     outcome severity weight mode is_active message reason_code tags effective_from effective_to`,
  ),
  kind(
    'policies',
    ({ policies }) => policies,
    'name description kind rule_ids groups decision score_bands auto_evaluate is_active effective_from status',
  ),
  kind(
    'email-templates',
    ({ emailTemplates }) => emailTemplates,
    `name subject description text html trigger recipients attachments from_name reply_to is_active`,
  ),
  kind(
    'webhooks',
    ({ webhooks }) => webhooks,
    'url events description headers notification_email is_active metadata',
  ),
  kind('workflows', ({ workflows }) => workflows, 'name description trigger nodes edges variables'),
]
