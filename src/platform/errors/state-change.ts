import { ApiError } from './api-error.ts'

export interface StateChange {
  /** What changes, as in `A submission`. */
  thing: string
  from: string
  to: string
  /** Where it may go from there. */
  allowed: readonly string[]
  /** The parameter that names the new state. */
  param?: string
}

/** `invalid_state_transition`, naming the states that can be reached. */
export function stateChangeRefusal({ param = 'status', ...change }: StateChange): ApiError {
  const { thing, from, to, allowed } = change
  const options = allowed.length === 0 ? 'nothing' : allowed.join(', ')
  const message = `${thing} that is ${from} cannot become ${to}; allowed from ${from}: ${options}.`
  return new ApiError('invalid_state_transition', message, { param })
}
