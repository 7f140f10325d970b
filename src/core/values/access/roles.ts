import { READING_SCOPES } from './scopes.ts'

/** What a person may be in an organization, the most powerful first. */
export const ROLES = ['owner', 'admin', 'underwriter', 'analyst', 'developer', 'broker'] as const
export type Role = (typeof ROLES)[number]

/** Named sets of scopes: what a person may do is decided by scopes, as it is for a key. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly string[]>> = {
  owner: ['*'],
  admin: ['*'],
  underwriter: [
    ...readAndWrite('submissions', 'documents', 'transactions', 'analytics', 'funders', 'entities'),
    ...readAndWrite('workflows', 'emails'),
    'policies:read',
    // What brokers brought, to decide on it.
    'broker:read',
    // Every page prints amounts and days by them.
    'settings:read',
    'pii:read',
  ],
  analyst: [...READING_SCOPES, 'transactions:write'],
  developer: [
    ...readAndWrite('keys', 'webhooks', 'workflows', 'integrations'),
    'audit:read',
    'usage:read',
    'settings:read',
  ],
  broker: readAndWrite('broker'),
}

/** Whether a person of one role may give, change or take away another. */
export function isRoleWithin(role: Role, own: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(own)
}

function readAndWrite(...areas: string[]): string[] {
  return areas.flatMap((area) => [`${area}:read`, `${area}:write`])
}
