import { parseArgs } from 'node:util'
import { AuthenticationError, ServiceError } from '../../errors.ts'
import { Service } from '../../service.ts'
import { Journal } from './import/journal.ts'
import { runImport, waitUntilProcessed } from './import/import.ts'
import { describePlan, makePlan } from './import/plan.ts'
import type { Run } from './import/run.ts'
import { collectDeal, type DealParity } from './parity/collect.ts'
import { buildReport, toExitCode, type Report } from './report/summary.ts'
import { writeReport } from './report/write.ts'
import { openApi } from './source/api.ts'
import { openFolder } from './source/folder.ts'
import { HeronError, type HeronEndUser, type HeronSource } from './types.ts'
import { HERON_USAGE } from './usage.ts'

/** What the verb needs of its surroundings; the environment is given, never read. */
export interface Surroundings {
  environment: Record<string, string | undefined>
  print: (line: string) => void
  printError: (line: string) => void
}

const OPTIONS = {
  url: { type: 'string' },
  folder: { type: 'string' },
  state: { type: 'string', default: 'heron-import' },
  plan: { type: 'boolean', default: false },
  sample: { type: 'string' },
  since: { type: 'string' },
  'trust-labels': { type: 'boolean', default: false },
  timezone: { type: 'string' },
  'no-parity': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof readArguments>

/** The verb `import heron`, with the arguments after it. Returns the exit code. */
export async function importHeron(args: string[], around: Surroundings): Promise<number> {
  let values: Values
  try {
    values = readArguments(args)
  } catch (error) {
    around.printError(`${(error as Error).message}\n\n${HERON_USAGE}`)
    return 2
  }
  if (values.help) {
    around.print(HERON_USAGE)
    return 0
  }
  try {
    return await start(values, around)
  } catch (error) {
    if (!(error instanceof HeronError) && !(error instanceof ServiceError)) throw error
    around.printError(`${error.code}: ${error.message}`)
    const isUsage = error instanceof AuthenticationError || isWrongUse(error)
    if (!isUsage) around.printError('Start it again: it goes on where it ended.')
    return isUsage ? 2 : 4
  }
}

function isWrongUse(error: Error): boolean {
  return (
    error instanceof HeronError &&
    /^(?:basic_auth|unauthorized|invalid_folder|other_environment)$/.test(error.code)
  )
}

function readArguments(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS, strict: true })
  if (values.help) return values
  if ((values.url === undefined) === (values.folder === undefined))
    throw new Error('Give --url or --folder.')
  if (values.sample !== undefined && !/^[1-9]\d*$/.test(values.sample))
    throw new Error('--sample is a number of deals, such as 20.')
  if (values.since !== undefined && !/^\d{4}-\d\d-\d\d$/.test(values.since))
    throw new Error('--since is a day, such as 2026-10-01.')
  return values
}

async function start(values: Values, around: Surroundings): Promise<number> {
  const source = openSource(values, around)
  const account = await source.account()
  const options: Run['options'] = {
    sample: values.sample === undefined ? null : Number(values.sample),
    since: values.since ?? null,
    trustLabels: values['trust-labels'],
    timezone: values.timezone ?? account.timezone ?? 'America/New_York',
    currency: account.currency ?? 'USD',
  }
  if (values.plan) {
    for (const line of describePlan(await makePlan(source, options))) around.print(line)
    return 0
  }
  const { SERVICE_API_KEY: apiKey, SERVICE_API_URL: baseUrl } = around.environment
  const service = new Service({
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    maxRetries: 8,
    timeoutMs: 180_000,
  })
  const journal = new Journal(values.state)
  const run: Run = { source, service, journal, account, options, log: around.print, secrets: [] }
  await runImport(run)
  const deals = values['no-parity'] ? [] : await compare(run)
  const report = buildReport(
    { journal, secrets: run.secrets, source: source.description },
    deals,
    new Date().toISOString(),
  )
  await writeReport(report, journal)
  for (const line of describeReport(report, values.state)) around.print(line)
  return toExitCode(report)
}

function openSource(values: Values, { environment }: Surroundings): HeronSource {
  if (values.folder !== undefined) return openFolder(values.folder)
  const key = environment.HERON_API_KEY
  if (!key) throw new HeronError('unauthorized', 'Set HERON_API_KEY to a key of Heron.')
  return openApi({ url: values.url!, key })
}

/** Both sides of every deal that Heron has figures of. */
async function compare(run: Run): Promise<DealParity[]> {
  const { source, service, options } = run
  const policyIds = await readPolicyIds(run)
  const deals: DealParity[] = []
  let count = 0
  for await (const endUser of source.endUsers(options.since)) {
    if (options.sample !== null && count >= options.sample) break
    count += 1
    const pair = await findPair(run, endUser)
    if (pair === null) continue
    await waitUntilProcessed(service, pair.id)
    deals.push(await collectDeal(service, { ...pair, policyIds }))
    if (deals.length % 100 === 0) run.log(`${deals.length} deals compared`)
  }
  return deals
}

async function findPair(run: Run, endUser: HeronEndUser) {
  const heronId = endUser.heron_id
  const entry = run.journal.find('processing', heronId)
  if (!entry?.our || entry.status === 'skipped') return null
  const figures = await run.source.figures(endUser)
  return figures === null ? null : { id: entry.our, heronId, figures }
}

async function readPolicyIds({ source, journal }: Run): Promise<Record<string, string>> {
  const policies = await source.list('policies')
  return Object.fromEntries(
    policies.flatMap(({ heron_id, name }) => {
      const our = journal.find('policies', heron_id)?.our
      return name && our ? [[name, our]] : []
    }),
  )
}

function describeReport({ parity, counts, webhooks }: Report, folder: string): string[] {
  const imported = Object.entries(counts).filter(([, one]) => Object.values(one).some(Boolean))
  const share =
    parity.sameDecision === null ? 'no' : `${Math.round(parity.sameDecision * 100)} % of`
  return [
    ...imported.map(
      ([kind, one]) =>
        `  ${kind}: ${one.imported} imported, ${one.existing} here before, ${one.skipped} skipped, ${one.failed} failed`,
    ),
    `Same grade and policy result: ${share} ${parity.deals} deals.`,
    `Metrics: ${Object.entries(parity.verdicts)
      .map(([verdict, n]) => `${n} ${verdict.replaceAll('_', ' ')}`)
      .join(', ')}.`,
    ...(webhooks.length === 0 ? [] : ['The report has the secrets of the webhooks, this once.']),
    `Report: ${folder}/report.html`,
  ]
}
