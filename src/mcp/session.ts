import type { Selection } from './catalogue.ts'
import type { SendToApi } from './calls/api.ts'

/** What a server acts with: one key, and what of the catalogue it offers. */
export interface Session {
  send: SendToApi
  /** Null where the process has none. */
  key: string | null
  selection: Selection
  /** The folder whose files a caller of the own machine may upload; null for others. */
  filesRoot: string | null
  now: () => number
  /** The API refused the key. */
  onUnauthorized?: () => void
}
