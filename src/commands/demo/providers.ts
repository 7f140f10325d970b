import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Client } from './client.ts'

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
}

/** Imports a payload of each provider and prints rows, balances and conflicts. */
export async function importEach(client: Client, print: (line: string) => void): Promise<void> {
  for (const path of globSync(`${FIXTURES}/*/*.json`).toSorted()) {
    if (path.endsWith('.truth.json')) continue
    await importOne(client, path, print)
  }
}

async function importOne(
  client: Client,
  path: string,
  print: (line: string) => void,
): Promise<void> {
  const provider = basename(dirname(path))
  const created = await client.post('/v1/submissions', { name: `A deal of ${provider}` })
  const { id } = created.body.data as { id: string }
  const payload: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const body = { submission_id: id, provider, payload }
  const { status, body: response } = await client.post('/v1/integrations/import', body)
  print(`\n${provider} · ${basename(path)} · ${status}`)
  if (status !== 200) return print(`  ✗ ${response.error?.code}: ${response.error?.message}`)
  const result = response.data as Imported
  const { accounts_created: accounts, transactions_created: rows } = result
  const { transactions_skipped: skipped, signals_created: signals } = result
  print(`  ${accounts} accounts, ${rows} transactions, ${skipped} skipped, ${signals} signals`)
  const listed = await client.get(`/v1/transactions?submission_id=${id}&sort=date`)
  for (const { date, amount, description } of listed.body.data as Row[])
    print(`  ${date} ${amount.toFixed(2).padStart(12)}  ${description}`)
  for (const { end_date, status: state, difference } of result.reconciliation)
    print(`  balances to ${end_date}: ${state}${difference ? `, off by ${difference}` : ''}`)
  for (const { pointer, message } of result.errors) print(`  ✗ ${pointer}: ${message}`)
}
