import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLIENTS, findMissing, goEnvironment } from '../clients/languages.ts'
import type { Block, Language, Run } from './blocks.ts'

/** Ends the output of each block, with the status that it ended with. */
export const MARK = '\u001E'

export interface Program {
  command: string
  args: string[]
  env: Record<string, string>
}

/** Why a language cannot be tried here; false when it can. */
export const MISSING: Readonly<Record<Language, string | false>> = {
  sh: findMissing('bash', ['-c', 'command -v curl jq openssl']),
  ts: false,
  py: findMissing('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']),
  go: findMissing('go', ['version']),
}

/** Makes one program of the blocks of each run; all of Go are one, which is built once. */
export async function preparePrograms(runs: readonly Run[]): Promise<Map<Run, Program>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-docs-run-'))
  const go = runs.filter(({ language }) => language === 'go')
  const built = go.length > 0 ? await buildGo(join(folder, 'go'), go) : ''
  return new Map(
    runs.map((run) => {
      if (run.language === 'go') return [run, { command: built, args: [run.page], env: {} }]
      return [run, PREPARE[run.language](join(folder, run.page), run)]
    }),
  )
}

const PREPARE = { sh: prepareShell, ts: prepareTypeScript, py: preparePython }

function write(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** `assay` is the program of the TypeScript client, as its package installs it. */
function prepareShell(folder: string, { blocks }: Run): Program {
  const own = blocks.map(({ code }) => `${code}\nprintf '${MARK}%d\\n' $?\n`)
  const path = write(folder, 'page.sh', `set -uo pipefail\n${own.join('\n')}`)
  const main = `${CLIENTS}/typescript/src/cli/main.ts`
  const bin = write(
    join(folder, 'bin'),
    'assay',
    `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`,
  )
  chmodSync(bin, 0o755)
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder }
  return { command: 'bash', args: [path], env }
}

function prepareTypeScript(folder: string, { blocks }: Run): Program {
  const head = hasStart(blocks, 'new Service')
    ? ''
    : "import { Service } from 'assay-client'\nconst assay = new Service()\n"
  const own = blocks.map(({ code }) => `${code}\nprocess.stdout.write('${MARK}0\\n')\n`)
  const path = write(folder, 'page.ts', `${head}const dealId = process.env.ID!\n${own.join('\n')}`)
  const installed = join(folder, 'node_modules/assay-client')
  const index = `export * from ${JSON.stringify(`${CLIENTS}/typescript/src/index.ts`)}\n`
  write(installed, 'index.js', index)
  write(installed, 'package.json', '{"type": "module", "exports": "./index.js"}')
  return {
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', path],
    env: {},
  }
}

function preparePython(folder: string, { blocks }: Run): Program {
  const start = hasStart(blocks, 'Service(')
    ? ''
    : 'from assay import Service\nservice = Service()\n'
  const head = `import os\n${start}deal_id = os.environ.get("ID", "")\n`
  const own = blocks.map(({ code }) => `${code}\nprint("${MARK}0", flush=True)\n`)
  const path = write(folder, 'page.py', head + own.join('\n'))
  return { command: 'python3', args: ['-B', path], env: { PYTHONPATH: `${CLIENTS}/python/src` } }
}

function hasStart([first]: readonly Block[], text: string): boolean {
  return first!.code.includes(text)
}

const GO_PACKAGES = [
  'bytes',
  'context',
  'encoding/json',
  'errors',
  'fmt',
  'io',
  'net/http',
  'os',
  'strings',
  'time',
]

async function buildGo(folder: string, runs: readonly Run[]): Promise<string> {
  const cases = runs.map(({ page }, at) => `\tcase ${JSON.stringify(page)}:\n\t\tpage${at}()`)
  const main = `func main() {\n\tswitch os.Args[1] {\n${cases.join('\n')}\n\t}\n}\n`
  const text = [...runs.map(toGoFunction), main].join('\n')
  const used = GO_PACKAGES.filter((name) => text.includes(`${name.split('/').at(-1)!}.`))
  const imports = used.map((name) => `\t${JSON.stringify(name)}`)
  const head = `package main\n\nimport (\n${imports.join('\n')}\n\n\tassay "assay.example/client"\n)\n\n`
  write(folder, 'main.go', head + text)
  const replace = `replace assay.example/client => ${CLIENTS}/go`
  write(
    folder,
    'go.mod',
    `module pages\n\ngo 1.19\n\nrequire assay.example/client v0.1.0\n\n${replace}\n`,
  )
  const options = { cwd: folder, timeout: 110_000, env: goEnvironment() }
  await promisify(execFile)('go', ['build', '-o', 'pages', '.'], options)
  return join(folder, 'pages')
}

function toGoFunction({ blocks }: Run, at: number): string {
  const start = hasStart(blocks, 'NewClient')
    ? ''
    : 'ctx := context.Background()\n_ = ctx\nclient := assay.Must(assay.NewClient(""))\n_ = client\n'
  const own = blocks.map(({ code }) => `${code}\nfmt.Println("${MARK}0")\n`)
  return `func page${at}() {\n${start}dealID := os.Getenv("ID")\n_ = dealID\n${own.join('\n')}}\n`
}
