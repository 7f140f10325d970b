import { createHash } from 'node:crypto'
import { sealAudit } from '../../../platform/audit-chain/seal.ts'
import { listNotedHeads } from '../../../platform/audit-chain/heads.ts'
import { verifyChain } from '../../../platform/audit-chain/verify.ts'
import { outside, SYSTEM_ACTOR, type Context, type House } from '../../../platform/context.ts'
import { listUnopenable } from '../../../platform/crypto/reseal.ts'
import { listUnopenableOfHouse } from '../../../platform/crypto/reseal-house.ts'
import type { AnySealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { checkPortfolio } from '../../portfolio/rebuild.ts'
import { listFaults, listOrphans, listOwnedFiles, ROW_INVARIANTS, type OwnedFile } from './store.ts'

const TIMEOUT_MS = 3_600_000
/** Younger files may be of an upload whose row is not committed yet. */
const SETTLED_MS = 60 * 60 * 1000

/** The result of checking one invariant in one environment. */
export interface Finding {
  name: string
  meaning: string
  faults: string[]
}

interface Invariant {
  name: string
  meaning: string
  find: (ctx: Context) => Promise<string[]>
}

/**
 * Checks every invariant of an environment: rows, references, file hashes, sealed values, portfolio
 * counters, the audit chain. Its only write is to chain waiting audit entries.
 */
export async function verifyEnvironment(
  house: House,
  environmentId: string,
  columns: readonly AnySealedColumn[],
): Promise<Finding[]> {
  const environment = { id: environmentId, tenantId: '', mode: 'live' as const }
  const base = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'verify' })
  await base.transaction(({ db }) => sealAudit(db, house.auditSigner, environmentId))
  const findings: Finding[] = []
  for (const { name, meaning, find } of listInvariants(columns)) {
    const faults = await base.transaction(find, { access: 'read', timeoutMs: TIMEOUT_MS })
    findings.push({ name, meaning, faults })
  }
  return findings
}

/** The same for what stands above the environments: the sealed values of people. */
export async function verifyPeople(
  house: House,
  columns: readonly AnySealedColumn[],
): Promise<Finding[]> {
  return [{ ...SEALED_VALUES, faults: await listUnopenableOfHouse(house, columns) }]
}

const SEALED_VALUES = {
  name: 'sealed-values',
  meaning: 'Every sealed value opens with the key ring, in its own place.',
}

/** Every invariant with its check. */
export function listInvariants(columns: readonly AnySealedColumn[]): Invariant[] {
  const ofRows = ROW_INVARIANTS.map((invariant) => ({
    ...invariant,
    find: ({ db, environment }: Context) => listFaults(db, environment.id, invariant),
  }))
  return [
    ...ofRows,
    {
      name: 'no-orphans',
      meaning: 'No row of any table names a submission that is not there.',
      find: ({ db, environment }) => listOrphans(db, environment.id),
    },
    {
      ...SEALED_VALUES,
      find: ({ house, environment, db }) =>
        listUnopenable({ house, db, environmentId: environment.id }, columns),
    },
    {
      name: 'files',
      meaning: 'Every row’s file is there with its size and SHA-256, and every file has a row.',
      find: findFileFaults,
    },
    {
      name: 'portfolio',
      meaning: 'The counters of the portfolio are the sums of their rows.',
      find: async (ctx) => {
        const { changed, wrong } = await checkPortfolio(ctx)
        return [
          ...changed.map((id) => `submission ${id}`),
          ...wrong.map((name) => `counter ${name}`),
        ]
      },
    },
    {
      name: 'audit-chain',
      meaning: 'The audit log is as it was written, from the first entry to its signed end.',
      find: findChainFaults,
    },
  ]
}

async function findFileFaults({ house, db, environment }: Context): Promise<string[]> {
  const owned = await listOwnedFiles(db, environment.id)
  const keys = new Set(owned.map(({ storageKey }) => storageKey))
  const faults: string[] = []
  for (const file of owned) {
    const fault = await findFault(house, environment.id, file)
    if (fault) faults.push(`${file.storageKey} ${fault}`)
  }
  for await (const key of house.store.list(environment.id, SETTLED_MS))
    if (!keys.has(key)) faults.push(`${key} has no row`)
  return faults
}

async function findFault(
  { store }: House,
  environmentId: string,
  { storageKey, wrappedKey, sha256, sizeBytes }: OwnedFile,
): Promise<string | null> {
  if (wrappedKey === null) return null
  if (!(await store.exists(environmentId, storageKey))) return 'is missing'
  const bytes = await store.read(environmentId, storageKey, wrappedKey).catch(() => null)
  if (bytes === null) return 'does not open'
  const isSame = bytes.length === sizeBytes && hashBytes(bytes) === sha256
  return isSame ? null : 'is another file than was stored'
}

function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function findChainFaults({ house, db, environment }: Context): Promise<string[]> {
  const noted = (await listNotedHeads(house)).filter(
    ({ environmentId }) => environmentId === environment.id,
  )
  const own = { signer: house.auditSigner, environmentId: environment.id }
  const { faults } = await verifyChain(db, own, { witnesses: noted })
  return faults.map(({ sequence, kind }) => `entry ${sequence} ${kind}`)
}
