import { getMethod, type Route } from '../../route.ts'

/** Whether a route takes a body and with it an idempotency key, which belongs to a caller. */
export function isWrite(declared: Route): boolean {
  const method = getMethod(declared)
  return declared.scope !== null && method !== 'GET' && method !== 'DELETE'
}
