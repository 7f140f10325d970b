import { ConfigError, loadConfig } from '../../config.ts'
import type { House } from '../../platform/context.ts'
import { listHeads, listNotedHeads, noteHeads } from '../../platform/audit-chain/heads.ts'
import { sealAudit } from '../../platform/audit-chain/seal.ts'
import { verifyChain, type ChainCheck } from '../../platform/audit-chain/verify.ts'
import { listEnvironmentIds } from '../../resources/tenants/store.ts'
import { openFromConfig } from '../open.ts'

const TIMEOUT_MS = 600_000

/** `audit verify [--json]` exits with 1 on a fault; `audit heads` signs their ends. */
export async function runAudit([action = '', ...flags]: string[]): Promise<void> {
  if (!['verify', 'heads'].includes(action))
    throw new ConfigError(['audit takes `verify` or `heads`.'])
  const { house, close } = await openFromConfig({ ...loadConfig(), logLevel: 'warn' })
  try {
    if (action === 'heads') await printHeads(house)
    else await printFaults(await verifyAudit(house), flags.includes('--json'))
  } finally {
    await close()
  }
}

export interface EnvironmentCheck extends ChainCheck {
  environmentId: string
}

/** The chains of all environments, held against the heads that this copy has noted. */
export async function verifyAudit(house: House): Promise<EnvironmentCheck[]> {
  const noted = Map.groupBy(await listNotedHeads(house), ({ environmentId }) => environmentId)
  const checks: EnvironmentCheck[] = []
  for (const environmentId of await listEnvironmentIds(house.database)) {
    const own = { signer: house.auditSigner, environmentId }
    await house.database.withEnvironment(
      environmentId,
      (db) => sealAudit(db, own.signer, environmentId),
      { timeoutMs: TIMEOUT_MS },
    )
    const check = await house.database.withEnvironment(
      environmentId,
      (db) => verifyChain(db, own, { witnesses: noted.get(environmentId) ?? [] }),
      { access: 'read', timeoutMs: TIMEOUT_MS },
    )
    checks.push({ environmentId, ...check })
  }
  return checks
}

async function printHeads(house: House): Promise<void> {
  await noteHeads(house)
  for (const head of await listHeads(house)) process.stdout.write(`${JSON.stringify(head)}\n`)
}

async function printFaults(checks: EnvironmentCheck[], isJson: boolean): Promise<void> {
  if (checks.some(({ faults }) => faults.length > 0)) process.exitCode = 1
  if (isJson) return void process.stdout.write(`${JSON.stringify(checks)}\n`)
  for (const { environmentId, checked, faults } of checks) {
    const outcome = faults.length === 0 ? 'whole' : `${faults.length} faults`
    process.stdout.write(`${environmentId}  ${checked} entries  ${outcome}\n`)
    for (const { sequence, kind } of faults) process.stdout.write(`  entry ${sequence} ${kind}\n`)
  }
}
