import type { TObject } from 'typebox'
import type { Config } from '../../../config.ts'

export const APP_CATEGORIES = [
  'fraud',
  'data',
  'crm',
  'communication',
  'analytics',
  'workflow',
] as const

export const CAPABILITIES = [
  'enricher',
  'import',
  'workflow_nodes',
  'document_classes',
  'webhooks',
] as const

/** The code that an app switches on, by name. */
export interface SwitchedOn {
  enrichers?: readonly string[]
  /** Providers whose payloads are imported with the options of the config. */
  imports?: readonly string[]
  nodeTypes?: readonly string[]
  /** CRMs that an installation connects, so that workflows can write into them. */
  crms?: readonly string[]
  /** Mailboxes that an installation has read, so that mails become deals and their files. */
  mailboxes?: readonly string[]
}

/** An entry of the catalogue: what it switches on, what it may do, and what it has to know. */
export interface App {
  slug: string
  name: string
  description: string
  category: (typeof APP_CATEGORIES)[number]
  version: string
  /** Scopes that an installation accepts. */
  permissions: readonly string[]
  /** The form to set it up. A field with `writeOnly` is a secret, and is never shown again. */
  config: TObject
  switchesOn: SwitchedOn
  /** It signs what it sends, by a secret that the installation shows once. */
  hasSigningSecret?: true
  /** Why this copy of the service cannot offer it; null where it can. */
  findObstacle?: (config: Config) => string | null
}
