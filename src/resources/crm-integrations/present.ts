import type { Context } from '../../platform/context.ts'
import { openCredentials, type IntegrationRow } from './store.ts'
import { countSynced, listLastSyncs, type SyncRow } from './syncs/store.ts'

/** Integrations with what their syncs came to. */
export async function presentIntegrations(
  ctx: Context,
  rows: readonly IntegrationRow[],
): Promise<{ id: string }[]> {
  const ids = rows.map(({ id }) => id)
  const [last, synced] = [await listLastSyncs(ctx, ids), await countSynced(ctx, ids)]
  return rows.map((row) => {
    const sync = last.get(row.id)
    return {
      ...toIntegration(ctx, row),
      stats: { synced: synced.get(row.id) ?? 0, failed: sync?.counts.failed ?? 0 },
      lastSync: sync
        ? { id: sync.id, status: sync.status, at: sync.finishedAt ?? sync.createdAt }
        : null,
    }
  })
}

export async function presentIntegration(ctx: Context, row: IntegrationRow): Promise<object> {
  const [shown] = await presentIntegrations(ctx, [row])
  return shown!
}

function toIntegration(ctx: Context, row: IntegrationRow) {
  const { config } = row
  return {
    ...row,
    livemode: ctx.environment.mode === 'live',
    credentialsSet: row.credentialsSealed !== null,
    credentialNames: Object.keys(openCredentials(ctx, row)),
    config: { ...config, sandbox: config.isSandbox },
  }
}

export function presentSync(row: SyncRow): { id: string } {
  const { counts, ...rest } = row
  return { ...rest, ...counts, dryRun: row.isDryRun, pending: row.submissionIds.length } as {
    id: string
  }
}
