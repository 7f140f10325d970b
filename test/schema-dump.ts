import type { Pool } from '../src/platform/db/connect.ts'

/** Sections of the dump: a title and the query whose `line` column it prints. */
const SECTIONS = [
  {
    title: 'Tables',
    query: `
      select format(E'%s\\n%s', c.relname, string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')), E'\\n' order by a.attnum)) as line
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname order by c.relname`,
  },
  {
    title: 'Constraints',
    query: `
      select format('%s %s: %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as line
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c') and not c.relispartition
      order by 1`,
  },
  {
    title: 'Indexes',
    query: `
      select pg_get_indexdef(i.indexrelid) as line
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1`,
  },
  {
    title: 'Row security',
    query: `
      select format('%s to %s using %s check %s', p.polrelid::regclass,
        (select string_agg(rolname, ', ' order by rolname) from pg_roles where oid = any (p.polroles)),
        pg_get_expr(p.polqual, p.polrelid), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-')) as line
      from pg_policy p join pg_class c on c.oid = p.polrelid where not c.relispartition order by 1`,
  },
  {
    title: 'Rights',
    query: `
      select format('%s to %s: %s', table_name, grantee, string_agg(lower(privilege_type), ', ' order by privilege_type)) as line
      from information_schema.role_table_grants g join pg_class c on c.relname = g.table_name and not c.relispartition
      where table_schema = 'public' and grantee in ('assay_app', 'assay_system') group by table_name, grantee order by 1`,
  },
  {
    title: 'Functions',
    query: `
      select format('%s, %s%s', oid::regprocedure, case when prosecdef then 'definer ' || pg_get_userbyid(proowner) else 'invoker' end,
        case when has_function_privilege('public', oid, 'execute') then ', public' else '' end) as line
      from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  },
]

/**
 * The effect of all migrations as text, read from the catalog; partitions are left out, they depend
 * on the date.
 */
export async function dumpSchema(pool: Pool): Promise<string> {
  const parts: string[] = ['-- The effect of all migrations. Generated: npm run golden\n']
  for (const { title, query } of SECTIONS) {
    const { rows } = await pool.query<{ line: string }>(query)
    parts.push(`-- ${title}\n\n${rows.map(({ line }) => line).join('\n')}\n`)
  }
  return parts.join('\n')
}
