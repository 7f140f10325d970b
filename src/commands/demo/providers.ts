import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { PROVIDERS } from '../../core/providers/index.ts'
import { expectData, type ApiResponse, type Client } from './client.ts'

const FIXTURES = `${import.meta.dirname}/../../../fixtures/providers`

interface Imported {
  accounts_created: number
  transactions_created: number
  transactions_skipped: number
  signals_created: number
  reconciliation: { end_date: string | null; status: string; difference: number | null }[]
  errors: { pointer: string; message: string }[]
}

interface Row {
  date: string
  amount: number
  description: string
  is_pending: boolean
}

/** Imports a payload of each provider and prints rows, balances and conflicts. */
export async function importEach(client: Client, print: (line: string) => void): Promise<void> {
  const paths = globSync(`${FIXTURES}/*/*.{json,xml}`).toSorted()
  for (const path of paths.filter((one) => !one.endsWith('.truth.json')))
    await importOne(client, path, print)
}

async function importOne(
  client: Client,
  path: string,
  print: (line: string) => void,
): Promise<void> {
  const id = await createDeal(client, path)
  const { address, response } = await send(client, id, path)
  print(`\n${basename(dirname(path))} · ${basename(path)} · ${address} · ${response.status}`)
  const { data, error } = response.body
  if (response.status !== 200) return print(`  ✗ ${error?.code}: ${error?.message}`)
  const result = data as Imported
  const { accounts_created: accounts, transactions_created: created } = result
  const { transactions_skipped: skipped, signals_created: signals } = result
  print(`  ${accounts} accounts, ${created} transactions, ${skipped} skipped, ${signals} signals`)
  const conflicts = await listConflicts(client, id)
  const rows = await listRows(client, id)
  for (const { date, amount, description } of rows)
    print(`  ${date} ${amount.toFixed(2).padStart(12)}  ${description}`)
  for (const { end_date, status: state, difference } of result.reconciliation)
    print(`  balances to ${end_date}: ${state}${difference ? `, off by ${difference}` : ''}`)
  for (const line of conflicts) print(`  conflict: ${line}`)
  for (const { pointer, message } of result.errors) print(`  ✗ ${pointer}: ${message}`)
  print(`  ${await compareUpload(client, path, rows)}`)
}

async function createDeal(client: Client, path: string): Promise<string> {
  const name = `A deal of ${basename(dirname(path))}`
  return expectData<{ id: string }>(await client.post('/v1/submissions', { name }), 201).id
}

/** By the address of the provider, if it has one; the address of all takes every payload. */
async function send(
  client: Client,
  id: string,
  path: string,
): Promise<{ address: string; response: ApiResponse }> {
  const provider = basename(dirname(path))
  const route = path.includes('asset') ? 'provider-a-assets' : findRoute(provider)
  const text = readFileSync(path, 'utf8')
  if (route !== null) {
    const type = extname(path) === '.xml' ? 'application/xml' : 'application/json'
    const response = await client.postText(`/v1/submissions/${id}/${route}`, type, text)
    return { address: route, response }
  }
  const body = { submission_id: id, provider, payload: JSON.parse(text) as unknown }
  const address = provider === 'mastercard' ? 'provider-b, import' : 'import'
  return { address, response: await client.post('/v1/integrations/import', body) }
}

function findRoute(provider: string): string | null {
  return PROVIDERS.find(({ name }) => name === provider)!.route
}

async function listRows(client: Client, id: string): Promise<Row[]> {
  const response = await client.get(`/v1/transactions?submission_id=${id}&sort=date`)
  return expectData<Row[]>(response, 200)
}

/** Balances of the provider that its own rows do not come to, once the deal is settled. */
async function listConflicts(client: Client, id: string): Promise<string[]> {
  const query = 'kind=source_conflict&date_range=all&wait=25'
  const response = await client.get(`/v1/submissions/${id}/anomalies?${query}`)
  const { anomalies } = expectData<{ anomalies: { explanation: string }[] }>(response, 200)
  return anomalies.map(({ explanation }) => explanation)
}

/** The same bytes as a file: an upload keeps pending rows as well, marked as such. */
async function compareUpload(client: Client, path: string, rows: readonly Row[]): Promise<string> {
  const id = await createDeal(client, path)
  const file = { filename: basename(path), bytes: readFileSync(path) }
  const uploaded = await client.upload(`/v1/submissions/${id}/documents`, file)
  if (uploaded.status !== 201)
    return `the same file uploaded: ${uploaded.body.error?.code}, ${uploaded.body.error?.message}`
  await listConflicts(client, id)
  const booked = (await listRows(client, id)).filter((row) => !row.is_pending)
  const isSame = toLines(booked) === toLines(rows)
  return `the same file uploaded: ${isSame ? 'the same rows' : `OTHER ROWS\n${toLines(booked)}`}`
}

function toLines(rows: readonly Row[]): string {
  return rows
    .map(({ date, amount, description }) => `${date} ${amount} ${description}`)
    .toSorted()
    .join('\n')
}
