/** PostgreSQL settings by name. */
export type Settings = Record<string, string>

/**
 * One small database on a shared machine: a footprint of tens of megabytes, and no helper process
 * that one client does not need. Durability stays at PostgreSQL's defaults.
 */
export const SMALL_FOOTPRINT: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  huge_pages: 'off',
  // The queries are short; compiling one costs more than it saves.
  jit: 'off',
  // Reads happen in the backend instead of in three helper processes.
  io_method: 'sync',
  autovacuum_max_workers: '2',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  // The data directory is on a local disk, where a random page costs little more than the next one.
  random_page_cost: '1.1',
  // Partitioned tables take a lock per partition.
  max_locks_per_transaction: '128',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Server events only: a failed statement may quote an account number.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}
