import type { KnownKey, TenantKeys } from './find.ts'

/** What a caller with the key meets: the state of its row, and whether it has expired. */
export function formatState(key: KnownKey, nowMs: number): string {
  const isExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= nowMs
  if (key.status === 'revoked') return `revoked ${key.revokedAt ?? key.graceEndsAt ?? ''}`.trimEnd()
  if (isExpired) return `expired ${key.expiresAt}`
  return key.status === 'rotating' ? `rotating until ${key.graceEndsAt}` : key.status
}

/** The keys of each tenant as lines: id, hint, state, last use, name. */
export function formatKeys(listed: readonly TenantKeys[], nowMs: number): string {
  if (listed.length === 0) return 'There is no tenant yet.'
  return listed
    .map(({ tenantId, keys }) => [`tenant ${tenantId}`, ...formatRows(keys, nowMs)].join('\n'))
    .join('\n\n')
}

function formatRows(keys: readonly KnownKey[], nowMs: number): string[] {
  if (keys.length === 0) return ['  no keys']
  const rows = keys.map((key) => [
    key.id,
    key.hint,
    formatState(key, nowMs),
    key.lastUsedAt === null ? 'never used' : `used ${key.lastUsedAt} from ${key.lastUsedIp}`,
    key.scopes.join(','),
    key.name,
  ])
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd(),
  )
}
