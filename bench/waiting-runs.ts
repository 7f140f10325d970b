import type { Pool } from '../src/platform/db/server/connect.ts'

/** So many further runs that wait as this one does: copies of its rows under ids of their own. */
export async function copyWaitingRun(pool: Pool, runId: string, count: number): Promise<void> {
  await pool.query(`create table copies as
    select gen_random_uuid() as run_id, gen_random_uuid() as step_id, n from generate_series(1, ${count}) as n`)
  const copy = (table: string, changes: string, where: string): Promise<unknown> =>
    pool.query(
      `insert into ${table} select copied.* from ${table} as original, copies,
         jsonb_populate_record(original, ${changes}) as copied where ${where}`,
      [runId],
    )
  await copy(
    'workflow_runs',
    `jsonb_build_object('id', copies.run_id, 'trace_id', md5(copies.n::text))`,
    'original.id = $1',
  )
  for (const [table, id] of [
    ['workflow_steps', 'id'],
    ['workflow_waits', 'step_id'],
  ])
    await copy(
      table!,
      `jsonb_build_object('run_id', copies.run_id, '${id}', copies.step_id)`,
      `original.run_id = $1 and original.${id} in (select step_id from workflow_waits)`,
    )
  await pool.query('drop table copies')
  await pool.query('analyze workflow_runs, workflow_steps, workflow_waits')
}
