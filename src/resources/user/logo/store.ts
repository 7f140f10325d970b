import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface LogoRow {
  contentType: string
  width: number
  height: number
  sizeBytes: number
  sha256: string
  storageKey: string
  wrappedKey: string
  updatedAt: string
}

export async function findLogo(ctx: Context): Promise<LogoRow | null> {
  return ctx.db.row<LogoRow>(sql`
    select content_type, width, height, size_bytes, sha256, storage_key, wrapped_key, updated_at
    from logos where environment_id = ${ctx.environment.id}`)
}

export async function upsertLogo(ctx: Context, logo: Omit<LogoRow, 'updatedAt'>): Promise<void> {
  await ctx.db.run(sql`
    insert into logos (environment_id, content_type, width, height, size_bytes, sha256, storage_key, wrapped_key, updated_by)
    values (${ctx.environment.id}, ${logo.contentType}, ${logo.width}, ${logo.height}, ${logo.sizeBytes}, ${logo.sha256},
      ${logo.storageKey}, ${logo.wrappedKey}, ${ctx.actor.name})
    on conflict (environment_id) do update
    set content_type = excluded.content_type, width = excluded.width, height = excluded.height,
      size_bytes = excluded.size_bytes, sha256 = excluded.sha256, storage_key = excluded.storage_key,
      wrapped_key = excluded.wrapped_key, updated_by = excluded.updated_by, updated_at = excluded.updated_at`)
}

export async function deleteLogo(ctx: Context): Promise<void> {
  await ctx.db.run(sql`delete from logos where environment_id = ${ctx.environment.id}`)
}
