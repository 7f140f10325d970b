import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { demoDeal } from '../../../fixtures/deal.ts'
import { expectData, type Client } from './client.ts'
import { inThrowAwayCopy, print, type Mode } from './copy.ts'
import { showCrms } from './crm.ts'
import { createProgress } from './progress.ts'
import { importEach } from './providers.ts'
import { showWorkflow } from './workflow.ts'

interface Deal {
  name: string
  companyInfo: Record<string, unknown>
  files: { filename: string; bytes: Uint8Array }[]
}

/**
 * `npm run demo [-- files]`: a deal from upload to scorecard in a throw-away copy, over real HTTP.
 * `npm run demo -- workflow [files]` lets a workflow decide on it while its worker is killed in
 * every step, in the live mode: a test key sends no mail. `npm run demo -- providers`: a payload of
 * each provider instead; `npm run demo -- crm`: a deal that is pushed to servers that speak as CRMs
 * do.
 */
export async function runDemo([first, ...rest]: string[]): Promise<void> {
  if (first === 'providers')
    return inThrowAwayCopy('test', ({ client }) => importEach(client, print))
  if (first === 'crm') return inThrowAwayCopy('test', ({ client }) => showCrms(client, print))
  const isWorkflow = first === 'workflow'
  const paths = isWorkflow || first === undefined ? rest : [first, ...rest]
  const deal = paths.length > 0 ? ownDeal(paths) : await generatedDeal()
  const mode = isWorkflow ? 'live' : 'test'
  await inThrowAwayCopy(mode, async (copy) => {
    const submissionId = await read(copy.client, deal, mode)
    if (isWorkflow) await showWorkflow(copy, submissionId, print)
    else await printReports(copy.client, submissionId)
  })
}

/** Uploads the files and follows the reading of them; returns the id of the deal. */
async function read(client: Client, deal: Deal, mode: Mode): Promise<string> {
  const started = performance.now()
  const created = await client.post('/v1/submissions', {
    name: deal.name,
    company_info: deal.companyInfo,
  })
  const { id } = expectData<{ id: string }>(created, 201)
  print(`\n${deal.name} · ${deal.files.length} files · ${mode} mode\n`)
  for (const file of deal.files) {
    const uploaded = await client.upload(`/v1/submissions/${id}/documents`, file)
    if (uploaded.status !== 201)
      print(
        `  ✗ ${file.filename.padEnd(36)} ${uploaded.body.error?.code}: ${uploaded.body.error?.message}`,
      )
  }
  const progress = createProgress(print)
  let last: Record<string, unknown> = {}
  for await (const status of client.events(`/v1/submissions/${id}/events`))
    progress((last = status))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const submission = expectData<{ counts: Record<string, number> }>(
    await client.get(`/v1/submissions/${id}`),
    200,
  )
  print(
    `\n${String(last.status)} in ${seconds} s · ${submission.counts.transactions} transactions in ${submission.counts.accounts} accounts\n`,
  )
  return id
}

/** What the demo shows of a deal, in this order. */
const SHOWN = ['scorecard', 'bank-summary', 'risk-score', 'forecast']

async function printReports(client: Client, id: string): Promise<void> {
  for (const name of SHOWN) print(await client.text(`/v1/submissions/${id}/${name}?format=text`))
}

async function generatedDeal(): Promise<Deal> {
  const { name, company, files } = await demoDeal()
  const companyInfo = {
    name: company.name,
    ein: company.ein,
    entity_type: company.entityType,
    start_date: company.businessStartDate,
    naics_code: company.naicsCode,
  }
  return { name, companyInfo, files }
}

function ownDeal(paths: string[]): Deal {
  const files = paths.map((path) => ({ filename: basename(path), bytes: readFileSync(path) }))
  return { name: 'Your deal', companyInfo: {}, files }
}
