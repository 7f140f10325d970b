import type { FunderRecord } from '../../find.ts'
import { byApi } from './by-api.ts'
import { byMail } from './by-mail.ts'
import type { Channel } from './channel.ts'

/** The ways on which the service itself sends; on the others people do. */
const CHANNELS: readonly Channel[] = [byMail, byApi]

/** Null when the funder takes submissions on a way that is not ours; mail when it says none. */
export function findChannel({ submissionChannel }: FunderRecord): Channel | null {
  return CHANNELS.find(({ name }) => name === (submissionChannel ?? byMail.name)) ?? null
}
