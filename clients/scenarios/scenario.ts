/** A call of a client against a scripted service, with what must come of it in every language. */
export interface Scenario {
  name: string
  client?: { api_key?: string | null; max_retries?: number; timeout_ms?: number }
  call: ScenarioCall
  /** What the service does with each request, in order; the last stays. */
  script?: Reply[]
  expect: Expectation
}

export interface ScenarioCall {
  /** Such as `submissions.riskScore`; `construct` only makes a client. */
  method: string
  args?: (string | number)[]
  params?: Record<string, unknown>
  options?: { idempotency_key?: string; timeout_ms?: number; max_retries?: number }
  /** Of a list or a stream: how many items to take. */
  take?: number
  /** Of `webhooks.constructEvent`. */
  webhook?: WebhookVector
}

export interface WebhookVector {
  payload: string
  headers: Record<string, string>
  secrets: string[]
  /** Seconds since 1970. */
  now: number
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  text?: string
  /** Pieces of bytes, in base64, with a pause between. */
  chunks?: string[]
  /** A string of this length as `data`. */
  bulk?: number
  fault?: 'reset_before' | 'reset_after' | 'truncate' | 'cut' | 'silent' | 'drip' | 'gzip'
  /** The header Retry-After as a date, so many seconds from now. */
  retry_date?: number
}

export interface Expectation {
  /** What must be in the data; a list has as many items. */
  data?: unknown
  error?: Record<string, unknown>
  response?: Record<string, unknown>
  /** How many requests came. */
  requests?: number
  /** What must be in each request. */
  request?: ExpectedRequest
  /** What must be in the last request. */
  last?: ExpectedRequest
  /** Every request has one and the same idempotency key. */
  same_key?: boolean
}

export interface ExpectedRequest {
  method?: string
  path?: string
  /** The path alone. */
  route?: string
  /** Null for one that must not be there. */
  headers?: Record<string, string | null>
  body?: unknown
  /** Texts that stand in the body. */
  includes?: string[]
}

/** What a runner prints of a scenario. */
export interface Outcome {
  name: string
  data?: unknown
  error?: Record<string, unknown>
  response?: Record<string, unknown>
}

/** A request as the service has it. */
export interface Seen {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}
