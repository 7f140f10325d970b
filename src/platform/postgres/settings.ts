/** PostgreSQL settings by name. */
export type Settings = Record<string, string>

/**
 * One small database on a shared machine: no helper process that one client does not need.
 * Durability stays at PostgreSQL's defaults.
 */
const SHARED_MACHINE: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
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

const MIB = 1024 * 1024

/** The settings of a server on a machine that has so much memory, for all that runs on it. */
export function sizeServer(memoryBytes: number): Settings {
  return { ...SHARED_MACHINE, ...sizeMemory(memoryBytes) }
}

/**
 * The service and its readers want memory too, and the system keeps what the server has read in its
 * own cache: so the server's is a sixteenth and not the quarter that a machine of its own would
 * give it. Every megabyte of it costs the server 30 kB as soon as it starts. A sort may take its
 * share in each of sixty connections.
 */
function sizeMemory(memoryBytes: number): Settings {
  const share = (part: number, least: number, most: number): string =>
    `${Math.min(most, Math.max(least, floorToPower(memoryBytes / MIB / part)))}MB`
  return {
    shared_buffers: share(16, 64, 1024),
    effective_cache_size: share(2, 256, 65_536),
    work_mem: share(1024, 4, 32),
    maintenance_work_mem: share(64, 64, 256),
  }
}

/** A machine of "8 GB" has a little less or more: the power of two below is the same for all. */
function floorToPower(megabytes: number): number {
  // What the kernel keeps for itself is up to a tenth.
  return 2 ** Math.floor(Math.log2(Math.max(1, megabytes * 1.1)))
}
