import type { Session } from './session.ts'

/** How far the rows of a link have been read. */
export interface Position {
  /** Where the last whole update ended; null before the first. */
  cursor: string | null
  /** Where the update under way has come to; null between updates. */
  pageCursor: string | null
}

/** One page of rows, as the provider wrote it. */
export interface Page {
  text: string
  rowCount: number
  next: Position
  hasMore: boolean
}

/** What a link keeps sealed. */
export interface LinkAccess {
  accessToken?: string
  /** Of a session that is over, until it is exchanged for an access token. */
  publicToken?: string
  customerId?: string
}

/** What an integration says of how it is called, beside its address. */
export interface ConnectorConfig {
  /** Folder of a mailbox. */
  mailbox?: string
}

/** One third party that is called: translates, and decides nothing. */
export interface Connector {
  credentialNames: readonly string[]
  /** Where it is reached unless an integration says otherwise; null where each says it. */
  baseUrls: { live: string; test: string } | null
  /** One cheap call that shows whether the credentials are right. Throws `ProviderFault`. */
  check: (session: Session, config: ConnectorConfig) => Promise<void>
}

/** One whose customers link their accounts. */
export interface Adapter extends Connector {
  baseUrls: { live: string; test: string }
  /** Reads the next page. Throws `ProviderFault`. */
  pull: (session: Session, access: LinkAccess, position: Position) => Promise<Page>
  /** Has the provider forget what was linked; one that it does not know is forgotten. */
  remove: (session: Session, access: LinkAccess) => Promise<void>
}
