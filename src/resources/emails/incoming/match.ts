import { listEins, MATCH_CONFIDENCE, type MailMatch } from '../../../core/mail/match.ts'
import type { ReadMail } from '../../../core/mail/read-mail.ts'
import { readAddressToken, readReference } from '../../../core/mail/token.ts'
import { normalizeName } from '../../../core/values/text.ts'
import { STATES } from '../../../core/values/us/states.ts'
import type { Context } from '../../../platform/context.ts'
import { findAddresses } from '../../records/mail-addresses/store.ts'
import { computeEinBlind } from '../../records/submissions/company.ts'
import { buildMatchKeys } from '../../submissions/duplicates/keys.ts'
import { findReferenced, type EmailRow } from '../store.ts'
import { listByEin, listByMatchKeys } from './store.ts'

/** Where a mail belongs. */
export interface FoundDeal {
  submissionId: string | null
  brokerId: string | null
  /** The mail that it follows. */
  parent: EmailRow | null
  match: MailMatch | null
}

/** How much of a long text is searched for a business. */
const TEXT_MAX = 5_000

/**
 * The deal of a mail: by the address it went to, the mail it follows, the reference in its subject,
 * an EIN, or the name and state of a business. The last two count where they mean one deal alone.
 */
export async function findDeal(ctx: Context, email: EmailRow, mail: ReadMail): Promise<FoundDeal> {
  const ids = [...mail.references, ...(mail.inReplyTo === null ? [] : [mail.inReplyTo])]
  const parent = ids.length === 0 ? null : await findReferenced(ctx, ids)
  const owners = await findAddresses(ctx, listTokens(email, mail))
  const brokerId = owners.find((owner) => owner.brokerId !== null)?.brokerId ?? null
  const finders: Record<MailMatch['method'], () => Promise<string | null>> = {
    address: async () => owners.find((owner) => owner.submissionId !== null)?.submissionId ?? null,
    reference: async () => parent?.submissionId ?? null,
    subject: () => findBySubject(ctx, mail.subject),
    ein: () => findByEin(ctx, mail),
    name: () => findByName(ctx, mail),
  }
  for (const [method, find] of Object.entries(finders) as [
    MailMatch['method'],
    typeof finders.ein,
  ][]) {
    const submissionId = await find()
    const match = { method, confidence: MATCH_CONFIDENCE[method] }
    if (submissionId !== null) return { submissionId, brokerId, parent, match }
  }
  return { submissionId: null, brokerId, parent, match: null }
}

function listTokens({ envelope }: EmailRow, mail: ReadMail): string[] {
  const people = [...mail.to, ...mail.cc].map(({ address }) => address)
  const all = [...(envelope.to ?? []), ...mail.deliveredTo, ...people].map(readAddressToken)
  return [...new Set(all.filter((token) => token !== null))]
}

async function findBySubject(ctx: Context, subject: string): Promise<string | null> {
  const token = readReference(subject)
  if (token === null) return null
  const [owner] = await findAddresses(ctx, [token])
  return owner?.submissionId ?? null
}

async function findByEin(ctx: Context, mail: ReadMail): Promise<string | null> {
  const eins = listEins(`${mail.subject}\n${mail.text.slice(0, TEXT_MAX)}`)
  if (eins.length === 0) return null
  const found = await listByEin(
    ctx,
    eins.map((ein) => computeEinBlind(ctx, ein)),
  )
  return found.length === 1 ? found[0]!.id : null
}

async function findByName(ctx: Context, mail: ReadMail): Promise<string | null> {
  const text = `${mail.subject}\n${mail.text.slice(0, TEXT_MAX)}`
  const keys = buildMatchKeys({ name: mail.subject }).filter((key) => key.startsWith('name:'))
  if (keys.length === 0) return null
  const words = ` ${normalizeName(mail.subject)} `
  const found = (await listByMatchKeys(ctx, keys)).filter(({ companyInfo: { name, address } }) => {
    const wanted = normalizeName(name)
    const state = address?.state?.toUpperCase() ?? ''
    return wanted.length >= 4 && words.includes(` ${wanted} `) && namesState(text, state)
  })
  return found.length === 1 ? found[0]!.id : null
}

function namesState(text: string, code: string): boolean {
  const name = STATES[code]
  return name !== undefined && (new RegExp(`\\b${code}\\b`).test(text) || text.includes(name))
}
