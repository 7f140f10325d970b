import type { AuditLog } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'

/** What entries are about, by what people call it. */
const KINDS: readonly (readonly [kind: string, name: string])[] = [
  ['submission', 'Deal'],
  ['document', 'Document'],
  ['transaction', 'Transaction'],
  ['feedback', 'Correction'],
  ['position', 'Position'],
  ['note', 'Note'],
  ['policy', 'Policy'],
  ['rule', 'Rule'],
  ['funder', 'Funder'],
  ['funder_submission', 'Deal at a funder'],
  ['email', 'E-mail'],
  ['stip_request', 'Request of stips'],
  ['workflow', 'Workflow'],
  ['settings', 'Settings'],
  ['api_key', 'API key'],
  ['webhook', 'Webhook'],
  ['session', 'Sign-in'],
  ['membership', 'Member of the team'],
  ['invitation', 'Invitation'],
]

const NAMES = new Map(KINDS)

export const KIND_CHOICES = [['', 'Any record'] as const, ...KINDS]

/** `Deal Maple Street Bakery`; the kind alone where the record has no name of its own. */
export function nameRecord({ resource_type: kind, resource_name: name }: AuditLog): string {
  const words = NAMES.get(kind) ?? toWords(kind)
  return name === null ? words : `${words} ${name}`
}
