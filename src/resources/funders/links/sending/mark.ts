import { createHash } from 'node:crypto'
import type { PageMark } from '../../../../parser/variant/mark.ts'
import type { Context, OutsideContext } from '../../../../platform/context.ts'
import { TENANT_SETTINGS } from '../../../settings/list.ts'
import { dayIn, readSettings } from '../../../settings/read.ts'
import { findTenant } from '../../../users/store.ts'
import type { FunderRecord } from '../../find.ts'
import type { LinkRow } from '../store.ts'
import { buildSendingId } from './sending-id.ts'

interface Watermark extends Omit<PageMark, 'text'> {
  enabled: boolean
  /** Null: the name of the tenant. */
  text: string | null
}

/** The mark of one sending, and the code in it by which a copy leads back to its recipient. */
export interface SendingMark extends PageMark {
  code: string
}

const CODE_LETTERS = 10

/** Null when the tenant wants no watermark. */
export async function readMark(
  work: OutsideContext,
  { link, funder }: { link: LinkRow; funder: FunderRecord },
): Promise<SendingMark | null> {
  const { values } = await work.transaction((ctx) => readSettings(ctx))
  const { enabled, text, position, opacity } = readWatermark(values)
  if (!enabled) return null
  const code = toCode(link)
  const day = dayIn(values['timezone'] as string, work.house.now())
  const words = [text ?? (await readTenantName(work)), `for ${funder.name}`, day, code]
  return { text: words.join(' · '), position, opacity, code }
}

/** Whether pages get a mark at all. */
export async function isMarking(ctx: Context): Promise<boolean> {
  const { values } = await readSettings(ctx)
  return readWatermark(values).enabled
}

function readWatermark(values: Readonly<Record<string, unknown>>): Watermark {
  const own = values['watermark'] as Partial<Watermark>
  return { ...(TENANT_SETTINGS['watermark']!.fallback as Watermark), ...own }
}

/** The same for every attempt of one sending; another for each funder and each new sending. */
function toCode(link: LinkRow): string {
  const hash = createHash('sha256').update(buildSendingId(link)).digest('hex')
  return hash.slice(0, CODE_LETTERS).toUpperCase()
}

async function readTenantName({ house, environment }: OutsideContext): Promise<string> {
  const found = await house.database.withSystem((db) => findTenant(db, environment.tenantId))
  return found?.name ?? ''
}
