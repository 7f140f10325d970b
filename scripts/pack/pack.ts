import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { packageReadme } from './readme.ts'

const ROOT = `${import.meta.dirname}/../..`
const PROGRAM = 'dist/assay.mjs'
/** Node.js 20 has all that the tools use; the service itself comes with its own. */
const ENGINES = { node: '>=20' }

interface Manifest {
  version: string
  license: string
}

/**
 * Writes the package of the tools for agents into a folder, and packs it: one file of JavaScript
 * without dependencies, which needs no sources and no database. Returns the path of the archive.
 */
export async function packTools(folder: string): Promise<string> {
  const staged = join(folder, 'assay-mcp')
  mkdirSync(staged, { recursive: true })
  await bundle(join(staged, PROGRAM))
  const root = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as Manifest
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(describe(root), null, 2)}\n`)
  writeFileSync(join(staged, 'README.md'), packageReadme())
  copyFileSync(`${ROOT}/LICENSE`, join(staged, 'LICENSE'))
  const args = ['pack', staged, '--pack-destination', folder, '--json']
  const { stdout } = await promisify(execFile)('npm', args, { shell: process.platform === 'win32' })
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  return join(folder, packed!.filename)
}

/** Licenses of what is bundled stay in the file, as they demand. */
async function bundle(file: string): Promise<void> {
  await build({
    input: `${import.meta.dirname}/entry.ts`,
    cwd: ROOT,
    platform: 'node',
    logLevel: 'warn',
    output: {
      file,
      format: 'esm',
      banner: '#!/usr/bin/env node',
      minify: false,
      codeSplitting: false,
    },
  })
}

function describe({ version, license }: Manifest): object {
  return {
    name: 'assay-mcp',
    version,
    description: 'The tools of an Assay service for agents, over the Model Context Protocol.',
    license,
    type: 'module',
    bin: { assay: PROGRAM },
    files: ['dist'],
    engines: ENGINES,
  }
}
