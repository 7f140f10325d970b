import type { Pool } from '../../../../src/platform/db/server/connect.ts'

/** What the rows of an earlier release look like: only columns that it had. */
export const ENVIRONMENT = '0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90'
const TENANT = '0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e91'
const DEALS = 100

/** A tenant with a hundred deals and so many transactions among them, and their events. */
export async function fillOldRows(pool: Pool, transactionsCount: number): Promise<void> {
  const id = (text: string): string => `md5(${text})::uuid`
  const statements = [
    `insert into tenants (id, name) values ('${TENANT}', 'Of the last release')`,
    `insert into environments (id, tenant_id, mode) values ('${ENVIRONMENT}', '${TENANT}', 'live')`,
    `insert into submissions (environment_id, id, name)
     select '${ENVIRONMENT}', ${id("'deal ' || n")}, 'Deal ' || n from generate_series(1, ${DEALS}) n`,
    `insert into accounts (environment_id, id, submission_id, fingerprint, name, type, currency, is_included)
     select '${ENVIRONMENT}', ${id("'account ' || n")}, ${id("'deal ' || n")}, 'f' || n, 'Checking', 'checking', 'USD', true
     from generate_series(1, ${DEALS}) n`,
    `insert into transactions (environment_id, id, submission_id, account_id, source, date, amount, currency,
       raw_description, description)
     select '${ENVIRONMENT}', ${id("'row ' || n")}, ${id(`'deal ' || 1 + n % ${DEALS}`)},
       ${id(`'account ' || 1 + n % ${DEALS}`)}, 'api', date '2026-01-01' + n % 180, n % 100000 - 50000, 'USD',
       'CARD PURCHASE ' || n % 5000, 'CARD PURCHASE ' || n % 5000
     from generate_series(1, ${transactionsCount}) n`,
    `insert into events (environment_id, id, type, payload)
     select '${ENVIRONMENT}', 'evt_' || md5('event ' || n), 'submission.created', '{}'::bytea
     from generate_series(1, ${transactionsCount / 10}) n`,
  ]
  for (const text of statements) await pool.query(text)
  await pool.query('analyze')
}

/** What the last release sends all day: statements with its columns alone, by name. */
export const OLD_STATEMENTS: Readonly<Record<string, string>> = {
  'create a deal': `insert into submissions (environment_id, id, name) values ('${ENVIRONMENT}', gen_random_uuid(), 'New')`,
  'rename a deal': `update submissions set name = 'Renamed', updated_at = now()
    where environment_id = '${ENVIRONMENT}' and id = md5('deal 1')::uuid`,
  'list deals': `select id, name, status, created_at from submissions
    where environment_id = '${ENVIRONMENT}' order by created_at desc, id desc limit 50`,
  'list rows': `select id, date, amount, description from transactions
    where environment_id = '${ENVIRONMENT}' and submission_id = md5('deal 2')::uuid limit 100`,
  'add a row': `insert into transactions (environment_id, id, submission_id, account_id, source, date, amount, currency,
      raw_description, description)
    values ('${ENVIRONMENT}', gen_random_uuid(), md5('deal 1')::uuid, md5('account 1')::uuid, 'api', date '2026-02-01', 100,
      'USD', 'NEW', 'NEW')`,
  'emit an event': `insert into events (environment_id, id, type, payload)
    values ('${ENVIRONMENT}', 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'submission.updated', '{}'::bytea)`,
  'add a job': `insert into jobs (environment_id, id, kind, payload)
    values ('${ENVIRONMENT}', gen_random_uuid(), 'of-the-last-release', '{}')`,
  'drop a job': `delete from jobs where (environment_id, id) in (
    select environment_id, id from jobs where environment_id = '${ENVIRONMENT}' limit 1)`,
}
