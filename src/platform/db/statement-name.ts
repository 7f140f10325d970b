// insert into usage_counters as u (…)
const WRITE = /\b(insert into|update|delete from)\s+"?(\w+)/i
// select * from claim_idempotency_key(…)
const READ = /\bfrom\s+"?(\w+)/i
// select id from submissions where … for no key update
const LOCKS = /\bfor (?:no key )?(?:update|share)\b/i

/**
 * `insert transactions`, `select documents`: what a statement does first that changes anything.
 * Without its values, so that it can be logged.
 */
export function statementName(text: string): string {
  const [, verb = 'select', table] = WRITE.exec(text.replace(LOCKS, '')) ?? []
  const named = table ?? READ.exec(text)?.[1] ?? /\b(\w+)\(/.exec(text)?.[1] ?? 'nothing'
  return `${verb.split(' ')[0]!.toLowerCase()} ${named}`
}

/** Whether a statement names rows to be locked; what it waits for is mostly their lock. */
export function isLocking(text: string): boolean {
  return LOCKS.test(text)
}
