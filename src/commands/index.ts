import { dispatch, type Command } from './dispatch.ts'
import { TOOLS_COMMAND } from './packed.ts'

/** The commands of `npm run assay -- <command>`; each is loaded only when it is called. */
const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'API and worker in one process, on the embedded database unless DATABASE_URL is set',
    load: async () => (await import('./serve.ts')).startAll,
  },
  {
    name: 'api',
    summary: 'The API alone; needs DATABASE_URL',
    load: async () => (await import('./serve.ts')).startApi,
  },
  {
    name: 'worker',
    summary: 'A worker alone; needs DATABASE_URL',
    load: async () => (await import('./serve.ts')).startWorkerOnly,
  },
  {
    name: 'migrate',
    summary: 'Brings the database to this version',
    load: async () => (await import('./migrate.ts')).migrateOnly,
  },
  TOOLS_COMMAND,
  {
    name: 'demo',
    summary:
      'A deal from upload to scorecard in a throw-away copy; takes files of your own; `workflow` first lets a workflow decide on it',
    load: async () => (await import('./demo/run.ts')).runDemo,
  },
  {
    name: 'create-tenant',
    summary:
      'A tenant with its keys: --name NAME, --owner EMAIL for a link that invites one, --json',
    load: async () => (await import('./tenants.ts')).createTenantCommand,
  },
  {
    name: 'keys',
    summary: 'API keys: the first ones, or `list`, `create`, `activate`, `revoke` (--tenant ID)',
    load: async () => (await import('./keys/keys.ts')).runKeys,
  },
  {
    name: 'users',
    summary:
      'People: `list`, or by address `invite` (--role), `reset-link`, `sessions`, `disable`, `enable`',
    load: async () => (await import('./users/users.ts')).runUsers,
  },
  {
    name: 'setup-link',
    summary: 'Another link that makes the first owner, while there is none',
    load: async () => (await import('./users/users.ts')).runSetupLink,
  },
  {
    name: 'key-ring',
    summary: 'The keys that seal stored values: `list`, `rotate` (a new one), `reencrypt`',
    load: async () => (await import('./upkeep/key-ring.ts')).runKeyRing,
  },
  {
    name: 'audit',
    summary: 'The audit log: `verify` recomputes its chain, `heads` prints the signed ends of it',
    load: async () => (await import('./upkeep/audit.ts')).runAudit,
  },
  {
    name: 'verify',
    summary: 'Looks at everything that must hold: rows, files, seals, counters, audit log; --json',
    load: async () => (await import('./upkeep/verify.ts')).runVerify,
  },
  {
    name: 'backup',
    summary: 'One archive of tables, files and key names, while the service works: backup FILE',
    load: async () => (await import('./upkeep/backup.ts')).runBackup,
  },
  {
    name: 'restore',
    summary: 'An archive into an empty database and folder, then verify: restore FILE',
    load: async () => (await import('./upkeep/backup.ts')).runRestore,
  },
  {
    name: 'rollups',
    summary:
      'The counters of the portfolios: `check` holds them against the rows, `rebuild` recounts',
    load: async () => (await import('./upkeep/rollups.ts')).runRollups,
  },
  {
    name: 'settings',
    summary: 'Every setting with its default and meaning',
    load: async () => (await import('./settings.ts')).printSettings,
  },
  {
    name: 'fault-points',
    summary: 'Where FAULT can provoke a fault in tests: points, and the operations that pass them',
    load: async () => (await import('./settings.ts')).printFaultPoints,
  },
]

/** Runs one of them, as `dispatch` has it. */
export function runCommand(args: string[]): Promise<void> {
  return dispatch({ call: 'npm run assay', commands: COMMANDS }, args)
}
