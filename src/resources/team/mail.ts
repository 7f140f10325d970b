import type { Context } from '../../platform/context.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

/** After the commit, so that nobody reads of what was not done; what fails is in the log. */
export function sendAfterCommit({ house, db }: Context, mail: Mail): void {
  if (!house.mailer.canSend) return
  db.afterCommit(() => {
    house.mailer
      .send(mail)
      .catch((error: unknown) => house.log.error({ err: error }, 'a mail to a person was not sent'))
  })
}
