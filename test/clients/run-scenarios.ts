import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClientModel } from '../../clients/generator/model.ts'
import { findDifferences } from './compare.ts'
import { startFakeService } from './fake-service.ts'
import type { Outcome, Scenario } from '../../clients/scenarios/scenario.ts'

const CLIENTS = join(import.meta.dirname, '../../clients')
const FOLDER = join(CLIENTS, 'scenarios')

/** What runs a file of scenarios in one language and prints what came of them. */
export interface Runner {
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
}

export async function readScenarios(): Promise<Scenario[]> {
  const files = globSync('*.json', { cwd: FOLDER }).toSorted()
  const all = await Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')))
  return all.flatMap((text) => JSON.parse(text) as Scenario[])
}

/** A call of every method, with the request that must come of it. */
export function buildWalk(): Scenario[] {
  const model = JSON.parse(readFileSync(join(CLIENTS, 'model.json'), 'utf8')) as ClientModel
  return model.resources.flatMap(({ name, methods }) =>
    methods.map((method): Scenario => {
      const args = method.args.map((arg, index) =>
        arg === 'number' ? index + 1 : `id${index + 1}`,
      )
      let index = 0
      const path = method.path.replace(/\{\w+\}/g, () => String(args[index++]))
      const reply = REPLIES[method.produces]
      return {
        name: `${method.verb} ${method.path}`,
        call: { method: `${name}.${method.name}`, args, take: 1 },
        script: [
          JSON.stringify(method.returns).startsWith('{"list"') ? { body: { data: [] } } : reply,
        ],
        expect: { requests: 1, last: { method: method.verb, route: path } },
      }
    }),
  )
}

const REPLIES = {
  json: { body: { data: null } },
  page: { body: { data: [], has_more: false, next_cursor: null } },
  file: { headers: { 'content-type': 'application/pdf' }, text: '%PDF' },
  events: { headers: { 'content-type': 'text/event-stream' }, text: 'data: {}\n\n' },
}

/** Runs scenarios in a language; returns the differences by scenario. */
export async function runScenarios(
  scenarios: Scenario[],
  runner: Runner,
): Promise<Record<string, string[]>> {
  const service = await startFakeService(scenarios)
  const folder = await mkdtemp(join(tmpdir(), 'assay-scenarios-'))
  try {
    const file = join(folder, 'tasks.json')
    const tasks = scenarios.map((scenario, index) => ({ ...scenario, url: service.urlAt(index) }))
    await writeFile(file, JSON.stringify(tasks))
    const outcomes = await carryOut(runner, file)
    const byName = new Map(outcomes.map((outcome) => [outcome.name, outcome]))
    const differences = scenarios.map((scenario, index): [string, string[]] => [
      scenario.name,
      findDifferences(scenario, byName.get(scenario.name), service.seen(index)),
    ])
    return Object.fromEntries(differences.filter(([, found]) => found.length > 0))
  } finally {
    await service.close()
    await rm(folder, { recursive: true })
  }
}

async function carryOut({ command, args, cwd, env }: Runner, file: string): Promise<Outcome[]> {
  const options = {
    maxBuffer: 256 * 1024 * 1024,
    timeout: 100_000,
    env: { ...process.env, SERVICE_API_KEY: '', ...env },
    ...(cwd ? { cwd } : {}),
  }
  const { stdout } = await promisify(execFile)(command, [...args, file], options)
  return JSON.parse(stdout) as Outcome[]
}
