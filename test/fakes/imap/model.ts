export interface FakeMessage {
  uid: number
  raw: Buffer
  arrivedAt: Date
  flags: Set<string>
}

export interface FakeFolder {
  uidValidity: number
  uidNext: number
  messages: FakeMessage[]
}

/** What goes wrong at the other side. */
export interface ImapFaults {
  /** Signing in is refused. */
  refusesUser: boolean
  /** A connection breaks off with this message. */
  breaksAtUid: number | null
  /** Each command gets words that are no IMAP. */
  isNonsense: boolean
}

/** A mail server that speaks IMAP4rev1 (RFC 3501) with MOVE, as far as any client needs to read. */
export interface FakeImap {
  url: string
  port: number
  user: string
  password: string
  folders: Map<string, FakeFolder>
  faults: ImapFaults
  /** Commands as they came, without what follows LOGIN. */
  commands: string[]
  connections: number
  deliver(raw: Buffer | string, options?: { folder?: string; arrivedAt?: Date }): number
  /** As after a restored backup: other UIDs, under another UIDVALIDITY. */
  renumber(folder?: string): void
  close(): Promise<void>
}

/** One connection. */
export interface Session {
  fake: FakeImap
  isSignedIn: boolean
  selected: FakeFolder | null
  isSecure: boolean
  offersTls: boolean
  write: (bytes: string | Buffer) => void
  end: () => void
  breakOff: () => void
  secure: () => void
}
