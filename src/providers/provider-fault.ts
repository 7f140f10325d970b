/** What went wrong with a call to a provider, as far as it decides what comes next. */
export type FaultKind =
  /** Nothing came back, or the other side is down. */
  | 'unreachable'
  /** It wants to be left alone for a while. */
  | 'throttled'
  /** What came back is not what its reference describes. */
  | 'nonsense'
  /** It refuses our credentials or the request. */
  | 'refused'
  /** The person whose account it is has to sign in again. */
  | 'person_needed'
  /** Rows changed while they were paged: the update begins again. */
  | 'changed_meanwhile'

interface FaultDetails {
  kind: FaultKind
  /** The provider's own code, or ours where it gives none. */
  code: string
  message: string
  /** How long the other side wants to be left alone; null where it does not say. */
  retryAfterSeconds?: number | null
}

/** A call that did not bring what it was made for. Its message holds nothing of the response. */
export class ProviderFault extends Error {
  readonly kind: FaultKind
  readonly code: string
  readonly retryAfterSeconds: number | null

  constructor({ kind, code, message, retryAfterSeconds = null }: FaultDetails) {
    super(message)
    this.kind = kind
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
