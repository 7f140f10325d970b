import { AsyncLocalStorage } from 'node:async_hooks'

const operations = new AsyncLocalStorage<string>()

/** Runs work under the name of an operation: a route's endpoint, or `job <kind>`. */
export function asOperation<T>(name: string, work: () => T): T {
  return operations.run(name, work)
}

/** The operation that is under way; `house` for what belongs to none. */
export function operationName(): string {
  return operations.getStore() ?? 'house'
}
