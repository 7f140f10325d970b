import type { Context } from '../../platform/context.ts'
import type { Body } from '../../platform/route.ts'
import { getEntry, type ProviderEntry } from './catalogue.ts'
import type { LinkRow } from './links/store.ts'
import type { Integration, Link } from './schemas.ts'
import type { IntegrationRow } from './store.ts'

export function presentIntegration(
  { environment }: Pick<Context, 'environment'>,
  row: IntegrationRow,
): Body<typeof Integration> {
  const { credentialsSealed, category, takenCount, lastReadAt, nextReadAt, ...rest } = row
  const { consecutiveFailures, ...shown } = rest
  const isMailbox = takenCount !== null && consecutiveFailures !== null
  return {
    ...shown,
    mailbox: isMailbox ? { takenCount, lastReadAt, nextReadAt, consecutiveFailures } : null,
    config: { ...row.config },
    category: category as ProviderEntry['category'],
    mode: environment.mode,
    credentialsSet: credentialsSealed !== null,
    capabilities: [...getEntry(row.provider).capabilities],
  }
}

export function presentLink(row: LinkRow): Body<typeof Link> {
  return {
    id: row.id,
    integrationId: row.integrationId,
    submissionId: row.submissionId,
    externalItemId: row.externalItemId,
    status: row.status,
    institutionName: row.institutionName,
    accounts: row.accounts,
    lastSyncedAt: row.lastSyncedAt,
    nextSyncAt: row.nextSyncAt,
    consecutiveFailures: row.consecutiveFailures,
    consentExpiresAt: row.consentExpiresAt,
    error: row.error,
    dataSourceId: row.dataSourceId,
    createdAt: row.createdAt,
  }
}
