import {
  makeServiceCopy,
  type ServiceCopy,
  type ServiceProcess,
} from '../../scripts/service-process.ts'
import { openTestHouse, type TestHouse } from '../context.ts'
import type { Trial } from './proof.ts'

/** No proof but that of the limits themselves is about limits of rate. */
const UNLIMITED = { RATE_LIMIT_PER_SECOND: '0' }

/** A house for the time of a proof, opened with these settings and options. */
export async function inHouse(
  use: (house: TestHouse) => Promise<void>,
  ...options: Parameters<typeof openTestHouse>
): Promise<void> {
  const house = await openTestHouse(...options)
  try {
    await use(house)
  } finally {
    await house.close()
  }
}

/** So many workers at once, each until it is done; what one throws is thrown again when all have ended. */
export async function sideBySide(count: number, work: () => Promise<void>): Promise<void> {
  const ended = await Promise.allSettled(Array.from({ length: count }, work))
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
}

/** The real service in a process of its own, which must end in order after whatever was done to it. */
export async function onService(
  trial: Trial,
  use: (copy: ServiceCopy, service: ServiceProcess) => Promise<void>,
): Promise<void> {
  const copy = await makeServiceCopy(UNLIMITED)
  try {
    const service = await copy.start()
    await use(copy, service)
    const { code } = await service.kill('SIGTERM')
    trial.hold(code === 0, `the service ended with ${code}:\n${service.output()}`)
  } finally {
    await copy.remove()
  }
}
