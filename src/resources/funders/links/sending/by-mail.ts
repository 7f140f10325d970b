import type { Mail } from '../../../../platform/mail.ts'
import { DeliveryFailed, type Channel, type Dispatch } from './channel.ts'
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
  send: async (work, dispatch) => {
    await work.house.mailer.send(buildMail(dispatch)).catch((cause: unknown) => {
      throw new DeliveryFailed('The mail server did not take the mail.', { cause })
    })
    return { detail: `To ${dispatch.funder.submissionEmail!}`, reference: null }
  },
}

/** A retry after a crash has the same id, by which mail programs drop the duplicate. */
function buildMail(dispatch: Dispatch): Mail {
  const { link, funder, submission, fromName, files } = dispatch
  const business = submission.companyInfo.name ?? submission.name
  return {
    to: funder.submissionEmail!,
    fromName,
    id: buildSendingId(link),
    subject: `Submission: ${business}`,
    text: formatText(dispatch, business),
    attachments: files.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
    })),
  }
}

function formatText({ link, files }: Dispatch, business: string): string {
  const { requested, consent, notes } = link.body
  const amount = requested?.amount?.toLocaleString('en-US') ?? null
  const facts = [
    ['Business', business],
    ['Requested', [amount, requested?.product].filter(Boolean).join(', ') || null],
    ['Consent', consent && `${consent.grantedBy}, ${consent.grantedAt.slice(0, 10)}`],
    ['Documents', files.map(({ filename }) => filename).join(', ') || null],
    ['Reference', link.id],
  ].filter(([, value]) => value !== null)
  const lines = facts.map(([label, value]) => `${label}: ${value}`)
  return [...lines, ...(notes === null ? [] : ['', notes]), ''].join('\n')
}
