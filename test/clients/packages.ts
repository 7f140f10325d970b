import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLIENTS, findMissing, goEnvironment } from './languages.ts'

/** A published package: built, installed into an empty folder, and run there. */
export interface Package {
  name: string
  skip: string | false
  /** Prints the quickstart of a deal with one file. */
  run: (file: string, env: Record<string, string>) => Promise<string>
}

const ROOT = join(CLIENTS, '..')
const TIMEOUT_MS = 110_000
const SETUPTOOLS = ['-c', 'import sys, setuptools, pip; sys.exit(sys.version_info < (3, 9))']

export const PACKAGES: readonly Package[] = [
  { name: 'npm', skip: findMissing('npm', ['--version']), run: runNpm },
  { name: 'sdist', skip: findMissing('python3', SETUPTOOLS), run: runSdist },
  { name: 'Go module', skip: findMissing('go', ['version']), run: runModule },
]

/** The Node of whoever runs the tests, as a user has one: the client promises older ones than ours. */
const NODE_OF_USER = process.env.npm_node_execpath ?? process.execPath

interface Running {
  cwd: string
  env?: NodeJS.ProcessEnv
}

async function exec(command: string, args: string[], { cwd, env }: Running): Promise<string> {
  const options = { cwd, timeout: TIMEOUT_MS, env: { ...process.env, ...env } }
  return (await promisify(execFile)(command, args, options)).stdout
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'assay-package-'))
}

async function runNpm(file: string, env: Record<string, string>): Promise<string> {
  const source = emptyFolder()
  const from = `${CLIENTS}/typescript`
  for (const name of ['package.json', 'index.cjs', 'README.md'])
    cpSync(`${from}/${name}`, `${source}/${name}`)
  const compiler = [
    `${ROOT}/node_modules/typescript/bin/tsc`,
    '-p',
    from,
    '--outDir',
    `${source}/dist`,
  ]
  await exec(process.execPath, compiler, { cwd: source })
  await exec('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: source })
  const tarball = readdirSync(source).find((name) => name.endsWith('.tgz'))!
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), '{}')
  await exec(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(source, tarball)],
    { cwd: folder },
  )
  const required = "process.stdout.write(typeof require('assay-client').Service)"
  const kind = await exec(NODE_OF_USER, ['-e', required], { cwd: folder })
  if (kind !== 'function') throw new Error(`require gives ${kind}`)
  cpSync(`${from}/examples/quickstart.mjs`, join(folder, 'quickstart.mjs'))
  return exec(NODE_OF_USER, ['quickstart.mjs', file], { cwd: folder, env })
}

/** The sdist is installed without the network, so the build has the setuptools that are here. */
async function runSdist(file: string, env: Record<string, string>): Promise<string> {
  const source = emptyFolder()
  const from = `${CLIENTS}/python`
  cpSync(from, source, { recursive: true, filter: (path) => !/__pycache__|egg-info/.test(path) })
  const build = 'from setuptools import build_meta as b; print(b.build_sdist("dist"))'
  await exec('python3', ['-c', build], { cwd: source })
  const archive = readdirSync(join(source, 'dist'))[0]!
  const folder = emptyFolder()
  await exec('tar', ['-xzf', join(source, 'dist', archive), '--strip-components=1'], {
    cwd: folder,
  })
  // A wheel needs a package that not every Python has; the sources of the sdist need nothing.
  const env39 = { ...env, PYTHONPATH: join(folder, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
  cpSync(`${from}/examples/quickstart.py`, join(folder, 'quickstart.py'))
  return exec('python3', ['quickstart.py', file], { cwd: folder, env: env39 })
}

async function runModule(file: string, env: Record<string, string>): Promise<string> {
  const folder = emptyFolder()
  const lines = [
    'module quickstart',
    'go 1.19',
    'require assay.example/client v0.1.0',
    `replace assay.example/client => ${CLIENTS}/go`,
  ]
  writeFileSync(join(folder, 'go.mod'), lines.join('\n'))
  mkdirSync(join(folder, 'quickstart'))
  cpSync(`${CLIENTS}/go/examples/quickstart/main.go`, join(folder, 'quickstart/main.go'))
  return exec('go', ['run', './quickstart', file], {
    cwd: folder,
    env: { ...goEnvironment(), ...env },
  })
}
