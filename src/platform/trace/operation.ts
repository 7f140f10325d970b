import { AsyncLocalStorage } from 'node:async_hooks'

/** A request or a job, for what notes something of it without knowing it. */
interface Operation {
  /** A route's endpoint, or `job <kind>`. */
  name: string
  traceId: string
}

const operations = new AsyncLocalStorage<Operation>()

/** Runs work as an operation. */
export function asOperation<T>(operation: Operation, work: () => T): T {
  return operations.run(operation, work)
}

/** The name of the operation that is under way; `house` for what belongs to none. */
export function operationName(): string {
  return operations.getStore()?.name ?? 'house'
}

/** Its trace; null for what belongs to none. */
export function operationTrace(): string | null {
  return operations.getStore()?.traceId ?? null
}
