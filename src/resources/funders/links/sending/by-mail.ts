import type { Mail } from '../../../../platform/mail.ts'
import type { LinkRow } from '../store.ts'
import { DeliveryFailed, type Channel, type Dispatch } from './channel.ts'
import type { SentFile } from './files.ts'
import { buildSendingId } from './sending-id.ts'

/** One mail, with the documents attached. */
export const byMail: Channel = {
  name: 'email',
  findObstacle: ({ house, environment }, { name, submissionEmail }) => {
    if (submissionEmail === null) return `${name} has no submission_email.`
    return house.mailer.canSend || environment.mode === 'test'
      ? null
      : 'The operator of this service has set up no mail server.'
  },
  compose: async (work, dispatch) => {
    const mail = buildMail(dispatch)
    return { mail, bytes: await work.house.mailer.compose(mail) }
  },
  send: async (work, dispatch) => {
    const mail = buildMail(dispatch)
    const bytes = await work.house.mailer.send(mail).catch((cause: unknown) => {
      throw new DeliveryFailed('The mail server did not take the mail.', { cause })
    })
    const detail = `To ${dispatch.funder.submissionEmail!}`
    return { detail, reference: null, message: { mail, bytes } }
  },
}

/** A retry after a crash has the same id, by which mail programs drop the duplicate. */
function buildMail(dispatch: Dispatch): Mail {
  const { link, funder, fromName, files } = dispatch
  return {
    to: funder.submissionEmail!,
    fromName,
    id: buildSendingId(link),
    ...writeWords({ ...dispatch, reference: link.id }),
    attachments: files.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
    })),
  }
}

interface Words extends Pick<Dispatch, 'submission'> {
  link: Pick<LinkRow, 'body'>
  files: readonly Pick<SentFile, 'filename'>[]
  /** What the funder quotes when it responds. */
  reference: string
}

/** The subject and the text, of a mail that is sent as of one that is only read before. */
export function writeWords({ link, submission, files, reference }: Words): {
  subject: string
  text: string
} {
  const business = submission.companyInfo.name ?? submission.name
  const { requested, consent, notes } = link.body
  const amount = requested?.amount?.toLocaleString('en-US') ?? null
  const facts = [
    ['Business', business],
    ['Requested', [amount, requested?.product].filter(Boolean).join(', ') || null],
    ['Consent', consent && `${consent.grantedBy}, ${consent.grantedAt.slice(0, 10)}`],
    ['Documents', files.map(({ filename }) => filename).join(', ') || null],
    ['Reference', reference],
  ].filter(([, value]) => value !== null)
  const lines = facts.map(([label, value]) => `${label}: ${value}`)
  const text = [...lines, ...(notes === null ? [] : ['', notes]), ''].join('\n')
  return { subject: `Submission: ${business}`, text }
}
