import type { Pool } from '../src/platform/db/server/connect.ts'

/** A part of a dump: a title and the query whose `line` column it prints. */
interface Section {
  title: string
  query: string
}

/** What a reviewer reads. */
const SECTIONS: readonly Section[] = [
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

/** Everything else of a schema in which two databases could differ, partitions included. */
const DETAILS: readonly Section[] = [
  {
    title: 'Relations',
    query: `
      select format('%s %s%s owner %s options %s security %s%s bound %s rights %s', c.oid::regclass, c.relkind,
        c.relpersistence, pg_get_userbyid(c.relowner), c.reloptions, c.relrowsecurity, c.relforcerowsecurity,
        pg_get_expr(c.relpartbound, c.oid), array(select unnest(c.relacl)::text order by 1)) as line
      from pg_class c where c.relnamespace = 'public'::regnamespace order by 1`,
  },
  {
    title: 'Columns',
    query: `
      select format('%s.%s %s%s storage %s generated %s rights %s', c.oid::regclass, a.attname,
        format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end, a.attstorage,
        a.attgenerated::text || coalesce(pg_get_expr(d.adbin, d.adrelid), ''), array(select unnest(a.attacl)::text order by 1)) as line
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  },
  {
    title: 'Constraints and triggers',
    query: `
      select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
      from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
  },
  {
    title: 'Indexes of all tables',
    query: `select indexdef as line from pg_indexes where schemaname = 'public' order by 1`,
  },
  {
    title: 'Policies',
    query: `
      select format('%s %s %s %s %s using %s check %s', tablename, policyname, permissive, roles, cmd, qual, with_check) as line
      from pg_policies order by 1`,
  },
  {
    title: 'Bodies of functions',
    query: `
      select format('%s%s owner %s rights %s', pg_get_functiondef(p.oid), obj_description(p.oid), pg_get_userbyid(proowner),
        array(select unnest(proacl)::text order by 1)) as line
      from pg_proc p
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      order by p.oid::regprocedure::text`,
  },
  {
    title: 'Extensions, types, the schema itself',
    query: `
      select format('extension %s %s', extname, extversion) as line from pg_extension
      union all select format('type %s', typname) from pg_type
        where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
      union all select format('schema %s', array(select unnest(nspacl)::text order by 1)) from pg_namespace
        where nspname = 'public'
      union all select format('default rights %s', defaclacl) from pg_default_acl order by 1`,
  },
]

/**
 * The effect of all migrations as text, read from the catalog; partitions are left out, they depend
 * on the date.
 */
export async function dumpSchema(pool: Pool): Promise<string> {
  const head = '-- The effect of all migrations. Generated: npm run golden\n'
  return [head, ...(await printSections(pool, SECTIONS))].join('\n')
}

/** Lines of the schema in every detail, and of all rows but for the times of their writing. */
export async function dumpDatabase(pool: Pool): Promise<string[]> {
  const parts = await printSections(pool, [...SECTIONS, ...DETAILS])
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const tables = rows.map(({ name }) => ({
    title: `Rows of ${name}`,
    query: `select (to_jsonb(t) - '{applied_at,created_at,updated_at}'::text[])::text as line from ${name} t order by 1`,
  }))
  return [...parts, ...(await printSections(pool, tables))].flatMap((part) => part.split('\n'))
}

async function printSections(pool: Pool, sections: readonly Section[]): Promise<string[]> {
  const parts: string[] = []
  for (const { title, query } of sections) {
    const { rows } = await pool.query<{ line: string }>(query)
    parts.push(`-- ${title}\n\n${rows.map(({ line }) => line).join('\n')}\n`)
  }
  return parts
}
