import { openPool, type Connection } from './connect.ts'

/** Any number that is ours: two processes make the same partition one after the other. */
const ADVISORY_LOCK = 7_228_390_452

/**
 * Makes the partitions of the coming months. What keeps it from that, such as a table locked by a
 * long copy, goes to `onTrouble` after a second: rows without a partition of their month go to the
 * default one, so that nothing need wait.
 */
export async function makePartitions(
  connection: Connection,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  try {
    await connection.query(`begin; select set_config('lock_timeout', '1s', true);
      select pg_advisory_xact_lock(${ADVISORY_LOCK}); call make_partitions(); commit`)
  } catch (error) {
    await connection.query('rollback')
    onTrouble(error)
  }
}

/** The same for a process that has run for long; throws what kept it from that. */
export async function keepPartitions(connectionString: string): Promise<void> {
  const pool = openPool({ connectionString, connectionsMax: 1 })
  try {
    const connection = await pool.connect()
    let failure: unknown
    await makePartitions(connection, (error) => (failure = error)).finally(() =>
      connection.release(),
    )
    if (failure !== undefined) throw failure
  } finally {
    await pool.end()
  }
}
