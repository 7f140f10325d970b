import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { SandboxLimits } from './outcome.ts'

/** What a child is and may read. */
export interface ChildPlan {
  /** Absolute path of the script that a child runs that starts now. */
  entry: () => string
  /** Files and folders the child may read; all else, and all writing, is refused. */
  readablePaths: string[]
  /** What Node's own wall lets through besides, such as `--allow-addons`. */
  nodeFlags?: readonly string[]
  limits: SandboxLimits
}

/** How children are started on this machine. */
export interface Walls {
  /** The walls that work here, outermost last: `permission+prlimit+unprivileged+bwrap`. */
  level: string
  /** The words that go before `node`; empty when only Node's own wall is left. */
  prefix: string[]
  /** Names of the walls this machine lacks. */
  missing: string[]
}

interface Wall {
  name: string
  /** Not tried when the wall of this name stands: it does the same, and more. */
  unless?: string
  words(plan: ChildPlan): string[]
}

/**
 * The least a child is given. It finds nothing of ours in its environment, the time zone is fixed
 * so that a document reads the same everywhere, and one pool thread saves its memory.
 */
export const CHILD_ENV = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  UV_THREADPOOL_SIZE: '1',
}

/**
 * Private memory that Node maps without using it (thread stacks, heap reservations): 640 MB,
 * measured with the PDF reader loaded. The limit counts it; the watchdog on real use does not.
 */
const UNUSED_MEMORY_MB = 640

/** What a child works before its first document and between two looks at it, and room to spare. */
const START_SECONDS = 10
/** Belongs to no account, so that no file and no process on the machine is the child's to touch. */
const UNPRIVILEGED_ID = 61_984
const MEBIBYTE = 1024 * 1024
const TRIAL_TIMEOUT_MS = 5000

/** A child in an endless loop would not see that we are gone; the kernel does. */
const DIES_WITH_US = ['--no-new-privs', '--pdeathsig=KILL']

/** In the order they are put around the child; each is kept when it works with those before it. */
const WALLS: Wall[] = [
  {
    // Not `--as`: WebAssembly reserves 10 GB of addresses it never uses, and takes whatever address
    // space a limit leaves, so that the next allocation fails. `--data` counts writable memory.
    name: 'prlimit',
    words: ({ limits }) => [
      'prlimit',
      `--data=${(limits.rssMb + UNUSED_MEMORY_MB) * MEBIBYTE}`,
      // A child that has used the first half takes no document more; the second is the last one's.
      `--cpu=${Math.ceil((2 * limits.extendedCpuMs) / 1000) + START_SECONDS}`,
      `--fsize=${64 * MEBIBYTE}`,
      '--nofile=64',
      '--core=0',
    ],
  },
  {
    name: 'unprivileged',
    words: () => [
      'setpriv',
      `--reuid=${UNPRIVILEGED_ID}`,
      `--regid=${UNPRIVILEGED_ID}`,
      '--clear-groups',
      ...DIES_WITH_US,
    ],
  },
  { name: 'setpriv', unless: 'unprivileged', words: () => ['setpriv', ...DIES_WITH_US] },
  { name: 'bwrap', words: bubblewrap },
  {
    name: 'unshare',
    unless: 'bwrap',
    words: () => ['unshare', '--user', '--map-current-user', '--net', '--ipc'],
  },
]

/**
 * Finds the walls that stand on this machine by starting a child behind them that reads all it is
 * to read. A machine without any still has Node's own wall against files, network and processes.
 */
export async function findWalls(plan: ChildPlan): Promise<Walls> {
  const kept: Wall[] = []
  const missing: string[] = []
  for (const wall of WALLS) {
    if (kept.some(({ name }) => name === wall.unless)) continue
    if (await stands([...kept, wall], plan)) kept.push(wall)
    else missing.push(wall.name)
  }
  const level = ['permission', ...kept.map(({ name }) => name)].join('+')
  return { level, prefix: kept.flatMap((wall) => wall.words(plan)), missing }
}

/** The command line of a child behind these walls. */
export function childCommand({ prefix }: Pick<Walls, 'prefix'>, plan: ChildPlan): string[] {
  return [...prefix, process.execPath, ...nodeFlags(plan), plan.entry()]
}

/** No `--allow-net`, `--allow-fs-write`, `--allow-worker`; what else there is, the plan names. */
function nodeFlags({ readablePaths, nodeFlags: opened = [] }: ChildPlan): string[] {
  return [
    '--permission',
    ...opened,
    ...readablePaths.map((path) => `--allow-fs-read=${path}`),
    '--max-old-space-size=256',
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
  ]
}

async function stands(walls: Wall[], plan: ChildPlan): Promise<boolean> {
  const prefix = walls.flatMap((wall) => wall.words(plan))
  const read = 'for (const path of process.argv.slice(1)) fs.accessSync(path, fs.constants.R_OK)'
  const node = [process.execPath, ...nodeFlags(plan), '-e', read, ...plan.readablePaths]
  const [command = '', ...rest] = [...prefix, ...node]
  const options = { env: CHILD_ENV, cwd: '/', timeout: TRIAL_TIMEOUT_MS }
  return promisify(execFile)(command, rest, options).then(
    () => true,
    () => false,
  )
}

/** A file system with the system's libraries, Node and what the child may read; no network. */
function bubblewrap({ readablePaths }: ChildPlan): string[] {
  const system = ['/usr', '/lib', '/lib64', '/bin', '/etc/ld.so.cache']
  const ours = [process.execPath, ...readablePaths]
  const mounted = [
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    ...ours.flatMap((path) => ['--ro-bind', path, path]),
  ]
  const alone = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL']
  return ['bwrap', ...alone, '--proc', '/proc', '--dev', '/dev', ...mounted, '--chdir', '/']
}
