import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface Descriptor {
  /** A hash of 64 bits, as text: a number would not hold it. */
  key: string
  text: string
  lastDate: string
}

/** Descriptors of a submission that the index lacks or has with an earlier date. */
export async function listNewDescriptors(
  ctx: Context,
  submissionId: string,
): Promise<Descriptor[]> {
  return ctx.db.rows<Descriptor>(sql`
    select said.key::text as key, said.text, said.last_date from (
      select descriptor_key as key, max(date) as last_date,
        max(normalized_description) || ' ' || coalesce(max(merchant_name), '') as text
      from transactions
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and descriptor_key is not null
      group by descriptor_key) said
    left join descriptors d on d.environment_id = ${ctx.environment.id} and d.key = said.key
    where d.key is null or d.last_date < said.last_date`)
}

/** Returns the texts of new descriptors; a fixed order, so that two writers never deadlock. */
export async function addDescriptors(
  ctx: Context,
  descriptors: readonly Descriptor[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ text: string; isNew: boolean }>(sql`
    insert into descriptors as d (environment_id, key, text, last_date)
    select ${ctx.environment.id}, key, text, last_date
    from unnest(${descriptors.map(({ key }) => key)}::bigint[], ${descriptors.map(({ text }) => text)}::text[],
      ${descriptors.map(({ lastDate }) => lastDate)}::date[]) as r (key, text, last_date)
    order by key
    on conflict (environment_id, key) do update set last_date = excluded.last_date
    where d.last_date < excluded.last_date
    returning text, xmax = 0 as is_new`)
  return rows.filter(({ isNew }) => isNew).map(({ text }) => text)
}

/** Adds to the counts of words; a word of no descriptor is deleted. */
export async function countWords(
  ctx: Context,
  changes: readonly (readonly [string, number])[],
): Promise<void> {
  if (changes.length === 0) return
  const words = changes.map(([word]) => word)
  await ctx.db.run(sql`
    insert into search_words as w (environment_id, word, descriptors_count)
    select ${ctx.environment.id}, word, change
    from unnest(${words}::text[], ${changes.map(([, change]) => change)}::integer[]) as r (word, change)
    order by word
    on conflict (environment_id, word) do update
    set descriptors_count = w.descriptors_count + excluded.descriptors_count`)
  await ctx.db.run(sql`
    delete from search_words
    where environment_id = ${ctx.environment.id} and word = any (${words}::text[])
      and descriptors_count <= 0`)
}

/** The descriptors of a submission. */
export async function listDescriptorKeys(ctx: Context, submissionId: string): Promise<string[]> {
  const rows = await ctx.db.rows<{ key: string }>(sql`
    select distinct descriptor_key::text as key from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and descriptor_key is not null`)
  return rows.map(({ key }) => key)
}

/** Deletes those that no transaction uses, and returns their texts. */
export async function deleteUnusedDescriptors(
  ctx: Context,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ text: string }>(sql`
    delete from descriptors d
    where d.environment_id = ${ctx.environment.id} and d.key = any (${keys}::bigint[])
      and not exists (
        select from transactions t
        where t.environment_id = d.environment_id and t.descriptor_key = d.key)
    returning d.text`)
  return rows.map(({ text }) => text)
}
