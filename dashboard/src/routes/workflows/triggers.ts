import type { Schema } from './schema.ts'

interface TriggerType {
  type: string
  label: string
  config: Schema
}

const TEXT: Schema = { type: 'string' }

/** What can start a run, with the form of its settings. */
export const TRIGGERS: readonly TriggerType[] = [
  { type: 'manual', label: 'By hand or through the API', config: {} },
  { type: 'submission_created', label: 'A deal is created', config: {} },
  { type: 'submission_processed', label: 'A deal has been processed', config: {} },
  { type: 'document_parsed', label: 'A document has been read', config: {} },
  { type: 'policy_evaluated', label: 'A policy has decided', config: {} },
  {
    type: 'event',
    label: 'Another event happens',
    config: { properties: { event_type: TEXT }, required: ['event_type'] },
  },
  {
    type: 'schedule',
    label: 'At set times',
    config: {
      properties: { cron: TEXT, timezone: TEXT, catch_up: { enum: ['none', 'one'] } },
      required: ['cron', 'timezone'],
    },
  },
  {
    type: 'webhook',
    label: 'Another program calls its address',
    config: { properties: { is_signed: { type: 'boolean' } } },
  },
  {
    type: 'email_received',
    label: 'An e-mail comes in',
    config: { properties: { from: { type: 'array', items: TEXT }, subject: TEXT } },
  },
]

export function nameTrigger(type: string): string {
  return TRIGGERS.find((one) => one.type === type)?.label ?? type
}
