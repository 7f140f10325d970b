import { Type, type TSchema } from 'typebox'
import type { Trigger } from './graph.ts'
import { ConditionConfig } from './nodes/flow.ts'
import { closed, Name, Values } from './nodes/node-type.ts'

export interface TriggerType {
  type: string
  label: string
  description: string
  config: TSchema
  /** The event that this type is another name for; a mail is none that a webhook could have. */
  eventType: string | null
  /** Why nothing fires it yet; null where something does. */
  unavailable: string | null
}

/** The type of event that a trigger looks for; null for any other trigger. */
export function findEventType({ type, config }: Trigger): string | null {
  if (type === 'event') return String(config.event_type)
  return TRIGGER_TYPES.find((one) => one.type === type)?.eventType ?? null
}

const Filter = { filter: Type.Optional(closed(ConditionConfig)) }

/** What can start a run. */
export const TRIGGER_TYPES: readonly TriggerType[] = [
  {
    type: 'manual',
    label: 'Manual',
    description: 'A person, a program or another workflow starts it.',
    config: closed({ input_schema: Type.Optional(Values) }),
    eventType: null,
    unavailable: null,
  },
  {
    type: 'event',
    label: 'Event',
    description: 'An event of a type happens.',
    config: closed({ event_type: Name, ...Filter }),
    eventType: null,
    unavailable: null,
  },
  ...['submission.created', 'submission.processed', 'document.parsed', 'policy.evaluated'].map(
    (eventType) => ({
      type: eventType.replace('.', '_'),
      label: `On ${eventType}`,
      description: `The event ${eventType} happens.`,
      config: closed(Filter),
      eventType,
      unavailable: null,
    }),
  ),
  {
    type: 'schedule',
    label: 'Schedule',
    description: 'At the times of a schedule, by the clocks of a zone.',
    config: closed({
      cron: Type.String({ minLength: 9, maxLength: 100 }),
      timezone: Name,
      catch_up: Type.Optional(Type.Enum(['none', 'one'])),
    }),
    eventType: null,
    unavailable: null,
  },
  {
    type: 'webhook',
    label: 'Webhook',
    description: 'Another program calls the address of the workflow.',
    config: closed({ is_signed: Type.Optional(Type.Boolean()) }),
    eventType: null,
    unavailable: null,
  },
  {
    type: 'email_received',
    label: 'E-mail received',
    description: 'An e-mail of some senders or with words in its subject has come in and was read.',
    config: closed({
      from: Type.Optional(Type.Array(Name, { maxItems: 50 })),
      subject: Type.Optional(Name),
    }),
    eventType: 'email.received',
    unavailable: null,
  },
]
