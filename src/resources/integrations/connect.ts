import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { ProviderFault } from '../../providers/provider-fault.ts'
import type { Session } from '../../providers/session.ts'
import { CREDENTIALS } from '../records/links/sealed.ts'
import { keepCalls } from './calls/store.ts'
import type { IntegrationRow } from './store.ts'

type Callable = Pick<IntegrationRow, 'id' | 'config' | 'credentialsSealed'>

/** What it takes to call the provider of an integration. */
export function openSession(ctx: OutsideContext, integration: Callable): Session {
  const { id, config, credentialsSealed } = integration
  const credentials =
    credentialsSealed === null
      ? {}
      : (JSON.parse(CREDENTIALS.at(ctx, id).open(credentialsSealed)) as Record<string, string>)
  return toSession(ctx, { id, baseUrl: config.base_url ?? '', credentials })
}

export function toSession(
  ctx: OutsideContext,
  given: Pick<Session, 'id' | 'baseUrl' | 'credentials'>,
): Session {
  const { house, trace } = ctx
  return { ...given, egress: house.egress, trace, now: house.now, calls: [] }
}

/** Calls a provider and keeps what was called, however it ended. Throws `ProviderFault`. */
export async function withSession<T>(
  ctx: OutsideContext,
  session: Session,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  try {
    return await work(session)
  } finally {
    await keepCalls(ctx, session.id, session.calls)
  }
}

/** The same for a request: what the provider refuses is an error with its code. */
export async function callForRequest<T>(
  ctx: OutsideContext,
  integration: Callable,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  try {
    return await withSession(ctx, openSession(ctx, integration), work)
  } catch (error) {
    throw error instanceof ProviderFault ? toRequestError(error) : error
  }
}

function toRequestError({ code, message, retryAfterSeconds }: ProviderFault): ApiError {
  const isLate = code === 'provider_unreachable' && message.includes('did not respond')
  const headers = retryAfterSeconds === null ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } } // prettier-ignore
  return new ApiError(isLate ? 'provider_timeout' : 'provider_error', message, { providerCode: code, ...headers }) // prettier-ignore
}
