import type { LinkAccess, Position } from '../../../providers/adapter.ts'
import type { LinkRow } from '../links/store.ts'
import type { IntegrationRow } from '../store.ts'

/** A sync that has begun: the link as it was then, and what opens it. */
export interface Begun {
  link: LinkRow
  integration: IntegrationRow
  access: LinkAccess
  position: Position
}
