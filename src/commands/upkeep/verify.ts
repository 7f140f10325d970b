import { loadConfig } from '../../config.ts'
import {
  verifyEnvironment,
  verifyPeople,
  type Finding,
} from '../../resources/health/invariants/verify.ts'
import { listEnvironmentIds } from '../../resources/tenants/store.ts'
import { SEALED_COLUMNS } from '../../sealed.ts'
import { openFromConfig } from '../open.ts'
import type { House } from '../../platform/context.ts'

const SHOWN_MAX = 20

export interface EnvironmentFindings {
  /** `people` for what stands above the environments. */
  environmentId: string
  findings: Finding[]
}

/** `verify [--json]` looks at everything that must hold; exits with 1 when something does not. */
export async function runVerify(flags: string[]): Promise<void> {
  const { house, close } = await openFromConfig({ ...loadConfig(), logLevel: 'warn' })
  try {
    const isWhole = printFindings(await verifyHouse(house), flags.includes('--json'))
    if (!isWhole) process.exitCode = 1
  } finally {
    await close()
  }
}

/** Every invariant in every environment, and above them. */
export async function verifyHouse(house: House): Promise<EnvironmentFindings[]> {
  const all: EnvironmentFindings[] = []
  for (const environmentId of await listEnvironmentIds(house.database)) {
    const findings = await verifyEnvironment(house, environmentId, SEALED_COLUMNS)
    all.push({ environmentId, findings })
  }
  all.push({ environmentId: 'people', findings: await verifyPeople(house, SEALED_COLUMNS) })
  return all
}

/** Prints the findings; returns whether everything holds. */
export function printFindings(all: EnvironmentFindings[], isJson: boolean): boolean {
  const faults = all.flatMap(({ findings }) => findings.flatMap((finding) => finding.faults))
  const isWhole = faults.length === 0
  if (isJson) {
    print(JSON.stringify({ valid: isWhole, faults: faults.length, environments: all }))
    return isWhole
  }
  for (const { environmentId, findings } of all) {
    const broken = findings.filter(({ faults: own }) => own.length > 0)
    const held = `${findings.length - broken.length} of ${findings.length} hold`
    print(`${environmentId}  ${held}`)
    for (const { name, meaning, faults: own } of broken) {
      print(`  ${name}: ${own.length} faults. ${meaning}`)
      for (const fault of own.slice(0, SHOWN_MAX)) print(`    ${fault}`)
    }
  }
  return isWhole
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
