import type { FunderRecord } from '../../find.ts'
import { byApi } from './by-api.ts'
import { byMail } from './by-mail.ts'
import type { Channel } from './channel.ts'

/** The channels the service sends by; on others people send. */
const CHANNELS: readonly Channel[] = [byMail, byApi]

/** Null when people send to this funder themselves; mail when it has no channel. */
export function findChannel({ submissionChannel }: FunderRecord): Channel | null {
  return CHANNELS.find(({ name }) => name === (submissionChannel ?? byMail.name)) ?? null
}
