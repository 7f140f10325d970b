import type { Exception } from './one-node.ts'

/** Statements that are for more than one node, or of a form that Citus refuses, and why they stay. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: /from pg_locks.* from system_next_due/,
    fault: /rows of a function of the system beside a table/,
    reason: 'pg_locks is of the coordinator and is spread over no nodes',
  },
]
