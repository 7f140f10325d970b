import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServiceClient, type ServiceClient } from '../../scripts/service-client.ts'
import { makeServiceCopy } from '../../scripts/service-process.ts'
import { computeSpread, type Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'

const PASSWORD = 'ledger petrol kiosk anvil'
const EMAIL = 'olivia@bank.example'
/** Of one account; the sixth failure would have to wait. */
const FAILURES = 4
const AT_ONCE = 50
const READS = 200
const SUCCESS = { path: '/session', body: { email: EMAIL, password: PASSWORD }, status: 200 }

export const signInJob: Job = {
  name: 'sign-in',
  meaning:
    'a refused sign-in of a known address, and of an unknown one; a read of the API while fifty people sign in, and alone',
  run: async (rounds) => {
    const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
    const service = await copy.start()
    const client = createServiceClient(copy.url, copy.readKey())
    try {
      await setUp(client, copy.dataDir)
      const ours = async (): Promise<Measured[]> => [
        await refuse(client, () => EMAIL),
        await readDuring(client, signInAll(client)),
      ]
      let strangers = 0
      const limit = async (): Promise<Measured[]> => [
        await refuse(client, () => `stranger-${(strangers += 1)}@bank.example`),
        await readDuring(client, null),
      ]
      return await compare(TARGETS, { rounds, ours, limit })
    } finally {
      await client.close()
      await service.kill('SIGTERM')
      await copy.remove()
    }
  },
}

const TARGETS = [
  { name: 'a refused sign-in, known and unknown', unit: 'ms', goal: 'alike within 20 ms' },
  { name: 'a read while 50 sign in, and alone', unit: 'ms', goal: '≤ 2 times' },
] as const

async function setUp(client: ServiceClient, dataDir: string): Promise<void> {
  const { token } = JSON.parse(readFileSync(join(dataDir, 'setup.json'), 'utf8'))
  const owner = { organization: 'Bench', name: 'Olivia', email: EMAIL, password: PASSWORD }
  const body = { token, ...owner }
  await expectStatus(client, { path: '/session/setup', body, status: 200 })
}

/** The middle of a few; a success behind them lets the next failures be free again. */
async function refuse(client: ServiceClient, nameEmail: () => string): Promise<Measured> {
  const times: number[] = []
  for (let trial = 0; trial < FAILURES; trial += 1) {
    const startedAt = performance.now()
    const body = { email: nameEmail(), password: 'not the password' }
    await expectStatus(client, { path: '/session', body, status: 401 })
    times.push(performance.now() - startedAt)
  }
  await expectStatus(client, SUCCESS)
  return { value: computeSpread(times).median }
}

async function signInAll(client: ServiceClient): Promise<void> {
  const all = Array.from({ length: AT_ONCE }, () => expectStatus(client, SUCCESS))
  await Promise.all(all)
}

/** The middle of the reads until the others are done, or of so many. */
async function readDuring(client: ServiceClient, others: Promise<void> | null): Promise<Measured> {
  let isDone = false
  const end = others?.then(() => void (isDone = true))
  const times: number[] = []
  while (others === null ? times.length < READS : !isDone) {
    const startedAt = performance.now()
    await client.read('/v1/submissions')
    times.push(performance.now() - startedAt)
  }
  await end
  return { value: computeSpread(times).median }
}

interface Sent {
  path: string
  body: object
  status: number
}

async function expectStatus(client: ServiceClient, { path, body, status }: Sent): Promise<void> {
  const response = await client.call('POST', path, { body })
  if (response.status !== status)
    throw new Error(`${path} returned ${response.status} ${JSON.stringify(response.body)}`)
}
