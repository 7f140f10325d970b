import { randomUUIDv7 } from '../../src/platform/crypto/tokens.ts'
import { createAuthenticator, findHolder } from '../../src/platform/http/authenticate.ts'
import { ACCESS_TOKENS } from '../../src/platform/http/credentials/access-tokens.ts'
import { API_KEYS } from '../../src/platform/http/credentials/api-keys.ts'
import type { CredentialForm } from '../../src/platform/http/credentials/form.ts'
import { issueAccessToken } from '../../src/resources/records/people/access-tokens/store.ts'
import { insertSession } from '../../src/resources/sessions/store.ts'
import { createTenant } from '../../src/resources/tenants/create.ts'
import { insertUser, putMembership } from '../../src/resources/users/store.ts'
import { openBenchHouse, type BenchHouse } from '../bench-house.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { measureTimes, percentile } from '../timing.ts'

const TURNS = 1500
/** The look-up comes once a second and process; the check at each request, and mostly remembers it. */
const NAMES = [
  'the look-up of a token of a person',
  'the look-up of a token of a program',
  'the check of a token of a person at a request',
  'the check of a token of a program at a request',
] as const

/** Finding who calls by an access token, beside finding it by a key, turn by turn. */
export const doorJob: Job = {
  name: 'door',
  meaning: 'the caller found by an access token, and by a key, in turn on the same connections',
  run: async (rounds) => {
    const bench = await openBenchHouse()
    try {
      const shown = await insertCallers(bench)
      await measurePairs(bench, shown)
      const pairs: Pairs[] = []
      const seen = { ours: 0, limit: 0 }
      const take = async (side: keyof typeof seen): Promise<Measured[]> => {
        const round = seen[side]
        seen[side] += 1
        return (pairs[round] ??= await measurePairs(bench, shown))[side]
      }
      return await compare(
        NAMES.map((name) => ({ name, unit: 'ms', goal: '≤ 1.05 times' })),
        { rounds, ours: () => take('ours'), limit: () => take('limit') },
      )
    } finally {
      await bench.close()
    }
  },
}

interface Pairs {
  ours: Measured[]
  limit: Measured[]
}

interface Shown {
  key: string
  tokens: string[]
}

/** One of each in turn, so that whatever else the machine does falls on all alike. */
async function measurePairs({ house }: BenchHouse, { key, tokens }: Shown): Promise<Pairs> {
  const find = async (form: CredentialForm, text: string): Promise<void> => {
    const hash = house.apiKeys.hash(text)
    const holder = await findHolder(house.database, form, hash)
    holder!.admit('127.0.0.1')
  }
  const { authenticate } = createAuthenticator(house)
  const check = (text: string) => authenticate({ authorization: `Bearer ${text}` }, '127.0.0.1')
  const lookUps = [
    () => find(API_KEYS, key),
    ...tokens.map((token) => () => find(ACCESS_TOKENS, token)),
  ]
  const [seen, checked] = [
    await measureInTurn(lookUps),
    await measureInTurn([key, ...tokens].map((text) => () => check(text))),
  ]
  const [[ofKey, ...ofTokens], [checkOfKey, ...checks]] = [seen, checked]
  return {
    ours: [...ofTokens, ...checks],
    limit: [...ofTokens.map(() => ofKey!), ...checks.map(() => checkOfKey!)],
  }
}

async function measureInTurn(calls: readonly (() => Promise<unknown>)[]): Promise<Measured[]> {
  const times = calls.map((): number[] => [])
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [index, call] of calls.entries())
      times[index]!.push(...(await measureTimes(1, call)))
  return times.map((own) => ({ value: percentile(own, 0.5) }))
}

async function insertCallers({ house }: BenchHouse): Promise<Shown> {
  const { testKey, tenantId } = await createTenant(house, 'The door')
  const [id, sessionId] = [randomUUIDv7(), randomUUIDv7()]
  const tokens = await house.database.withSystem(async (db) => {
    await insertUser(db, { id, email: 'olivia@bank.example', name: 'Olivia', passwordHash: null })
    await putMembership(db, { tenantId, userId: id, role: 'owner', createdBy: 'bench' })
    const place = { tenantId, ip: '127.0.0.1', userAgent: null, hasMfa: false }
    await insertSession(db, { ...place, id: sessionId, userId: id, secretHash: sessionId })
    const common = { userId: id, tenantId, mode: 'test', scopes: ['*'], seconds: 3600 } as const
    const session = { kind: 'session', id: sessionId } as const
    const grant = { kind: 'grant', id: randomUUIDv7() } as const
    return [
      await issueAccessToken(house, db, { ...common, credential: session, client: null }),
      await issueAccessToken(house, db, {
        ...common,
        credential: grant,
        client: { id: 'client', name: 'An editor' },
      }),
    ]
  })
  return { key: testKey, tokens: tokens.map((issued) => issued!.token) }
}
