import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { inserted, json, sql } from '../../../platform/db/sql.ts'

export const APP_SECRETS = sealedColumn({
  table: 'app_installations',
  column: 'secrets_sealed',
  holds: 'addresses and keys of an installed app that nobody may read again',
  place: 'app_installations/secrets',
  boundTo: ['id'],
})

/** An app that the environment has switched on. */
export interface Installation {
  id: string
  slug: string
  version: string
  status: 'active' | 'error' | 'disabled'
  config: Record<string, unknown>
  secrets: Record<string, string>
  installedBy: string
  installedAt: string
}

type Stored = Omit<Installation, 'secrets'> & { secretsSealed: string | null }

/** What is installed, by slug. */
export async function listInstallations(ctx: Context): Promise<Map<string, Installation>> {
  const rows = await ctx.db.rows<Stored>(sql`
    select id, slug, version, status, config, secrets_sealed, installed_by, installed_at
    from app_installations where environment_id = ${ctx.environment.id} order by installed_at, id`)
  return new Map(rows.map((row) => [row.slug, open(ctx, row)]))
}

/** Null where it is not installed. */
export async function findInstallation(ctx: Context, slug: string): Promise<Installation | null> {
  const row = await ctx.db.row<Stored>(sql`
    select id, slug, version, status, config, secrets_sealed, installed_by, installed_at
    from app_installations where environment_id = ${ctx.environment.id} and slug = ${slug}`)
  return row && open(ctx, row)
}

/** Whether it was not there before. */
export async function insertInstallation(
  ctx: Context,
  given: Pick<Installation, 'slug' | 'version' | 'config' | 'secrets'>,
): Promise<boolean> {
  const id = randomUUIDv7()
  const { slug, version, config, secrets } = given
  const hasSecrets = Object.keys(secrets).length > 0
  const row = {
    environment_id: ctx.environment.id,
    id,
    slug,
    version,
    config: json(config),
    secrets_sealed: hasSecrets ? APP_SECRETS.at(ctx, id).seal(JSON.stringify(secrets)) : null,
    installed_by: ctx.actor.name,
  }
  const made = await ctx.db.row(sql`
    insert into app_installations ${inserted(row)}
    on conflict (environment_id, slug) do nothing returning id`)
  return made !== null
}

/** Whether it was there. */
export async function deleteInstallation(ctx: Context, slug: string): Promise<boolean> {
  const gone = await ctx.db.row(sql`
    delete from app_installations
    where environment_id = ${ctx.environment.id} and slug = ${slug} returning id`)
  return gone !== null
}

/** Of an app that a connection stands for: without the one there is not the other. */
export async function deleteInstallationByConnection(
  ctx: Context,
  connectionId: string,
): Promise<void> {
  await ctx.db.run(sql`
    delete from app_installations
    where environment_id = ${ctx.environment.id} and config ->> 'connection_id' = ${connectionId}`)
}

function open(ctx: Context, { secretsSealed, ...row }: Stored): Installation {
  const text = secretsSealed && APP_SECRETS.at(ctx, row.id).open(secretsSealed)
  return { ...row, secrets: text ? (JSON.parse(text) as Record<string, string>) : {} }
}
