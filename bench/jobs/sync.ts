import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionStringTo, openPool, type Pool } from '../../src/platform/db/server/connect.ts'
import { startPostgres } from '../../src/platform/postgres/launch.ts'
import { makeServiceCopy, type ServiceCopy } from '../../scripts/service-process.ts'
import { plaidRow, startPlaid, type FakePlaid, type PlaidRow } from '../../test/fakes/plaid.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { readPostmasterPid, sumCpuMicros } from '../processes.ts'
import { settle } from '../queue.ts'

/** The sheet of providers promises its time for so many. */
const ROWS = 50_000

/** A bank feed with fifty thousand rows, by the cursor of Plaid and as one payload. */
export const syncJob: Job = {
  name: 'sync',
  meaning:
    '50,000 rows of a Plaid item: from the exchange of its token until all of them are kept with the cursor (a hundred pages of a server of the bench), and until its jobs have settled; and the same rows as one payload of POST /v1/integrations/import',
  run: async (rounds) => {
    const plaid = await startPlaid()
    const settings = { NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0', EGRESS_ALLOW_CIDRS: '127.0.0.0/8' }
    const copy = await makeServiceCopy(settings)
    const service = await copy.start()
    const server = await startPostgres({ dataDir: join(copy.dataDir, 'postgres'), log: () => {} })
    const connectionString = connectionStringTo(server.connectionString, 'assay')
    const pool = openPool({ connectionString, connectionsMax: 1 })
    const rows = Array.from({ length: ROWS }, (_, at) => makeRow(at))
    const roots = [service.pid, readPostmasterPid(copy.dataDir)]
    const wire: Wire = { copy, pool, rows, roots }
    try {
      const integrationId = await connect(copy, plaid)
      const ours = async (): Promise<Measured[]> => {
        const synced = await sync({ ...wire, plaid, integrationId })
        return [...synced, ...(await importAll(wire))]
      }
      return await compare(TARGETS, { rounds, ours })
    } finally {
      await pool.end()
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
      plaid.close()
    }
  },
}

const TARGETS: readonly Target[] = [
  { name: 'sync, kept', unit: 's', goal: '≤ 8 s' },
  { name: 'sync, settled', unit: 's', goal: '' },
  { name: 'import, kept', unit: 's', goal: '≤ 8 s' },
  { name: 'import, settled', unit: 's', goal: '' },
]

/** Two years of a busy account. */
function makeRow(at: number): PlaidRow {
  const date = new Date(Date.UTC(2024, 0, 1) + Math.floor((at * 730) / ROWS) * 86_400_000)
  const name = NAMES[at % NAMES.length]!
  return { ...plaidRow(`t-${at}`, ((at * 37) % 90_000) / 100 - 300), date: date.toISOString().slice(0, 10), name: `${name} ${at % 977}` } // prettier-ignore
}

const NAMES = ['CARD PURCHASE SYSCO FOODS', 'STRIPE TRANSFER ST-', 'CHECK', 'GUSTO PAYROLL', 'ACH DEBIT HOME DEPOT', 'SQUARE INC DEPOSIT', 'SHELL OIL', 'ZELLE TO VENDOR'] // prettier-ignore

interface Wire {
  copy: ServiceCopy
  pool: Pool
  rows: readonly PlaidRow[]
  /** The service and its database, with their children. */
  roots: readonly number[]
}

async function call(copy: ServiceCopy, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${copy.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${copy.readKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const json = (await response.json()) as { data: { id: string }; error: unknown }
  if (!response.ok) throw new Error(`${path} returned ${JSON.stringify(json.error)}`)
  return json.data
}

async function connect(copy: ServiceCopy, { clientId, secret, url }: FakePlaid): Promise<string> {
  const credentials = { client_id: clientId, secret }
  const made = await call(copy, '/v1/integrations', { provider: 'plaid', name: 'Bench', credentials, config: { base_url: url } }) // prettier-ignore
  return made.id
}

async function sync(wire: Wire & { plaid: FakePlaid; integrationId: string }): Promise<Measured[]> {
  const { copy, plaid, rows, integrationId } = wire
  const { id: submission_id } = await call(copy, '/v1/submissions', { name: 'Bench' })
  const public_token = plaid.makePublicToken(rows.map((row) => ({ kind: 'added', row })))
  const begun = begin(wire)
  await call(copy, '/v1/integrations/provider-a/exchange-token', { public_token, submission_id, integration_id: integrationId }) // prettier-ignore
  return untilKept(wire, submission_id, begun)
}

async function importAll(wire: Wire): Promise<Measured[]> {
  const { copy, rows } = wire
  const { id: submission_id } = await call(copy, '/v1/submissions', { name: 'Bench' })
  const accounts = [{ account_id: 'acc-1', type: 'depository', subtype: 'checking', mask: '0001', name: 'Checking', balances: { iso_currency_code: 'USD' } }] // prettier-ignore
  const payload = { accounts, transactions: rows, total_transactions: rows.length }
  const begun = begin(wire)
  await call(copy, '/v1/integrations/import', { submission_id, provider: 'plaid', payload })
  return untilKept(wire, submission_id, begun)
}

interface Begun {
  atMs: number
  cpuMicros: number
}

function begin({ roots }: Wire): Begun {
  return { cpuMicros: sumCpuMicros(roots), atMs: performance.now() }
}

async function untilKept(
  { pool, roots }: Wire,
  submissionId: string,
  begun: Begun,
): Promise<Measured[]> {
  const measure = (): Measured => ({
    value: (performance.now() - begun.atMs) / 1000,
    cpuMicros: sumCpuMicros(roots) - begun.cpuMicros,
  })
  const query = 'select count(*)::integer as count from transactions where submission_id = $1'
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(query, [submissionId])
    if (rows[0]!.count === ROWS) break
    await sleep(50)
  }
  const kept = measure()
  await settle(pool)
  return [kept, measure()]
}
