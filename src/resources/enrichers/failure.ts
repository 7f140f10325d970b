/** Why a result failed: the codes in its `error`. */
export const FAILURES = {
  not_installed: 'The app that the enricher belongs to is not installed.',
  server_timeout: 'Your server did not respond within 20 seconds.',
  server_unreachable: 'Your server could not be reached, or its address is not a public one.',
  server_failed: 'Your server responded with a status other than 2xx.',
  invalid_response: 'The response of your server is not the JSON that is expected.',
  internal_error: 'Something went wrong on our side; the result can be requested again.',
} as const
export type FailureCode = keyof typeof FAILURES

/** An enricher that cannot give a result. */
export class EnricherFailed extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string = FAILURES[code]) {
    super(message)
    this.code = code
  }
}
