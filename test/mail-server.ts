import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

/** A mail server that takes what comes, unless it is set to refuse. */
export interface TestMailServer {
  url: string
  received: ReceivedMail[]
  /** The status with which the next mails are refused; null takes them. */
  refusal: number | null
  close(): Promise<void>
}

export async function openMailServer(): Promise<TestMailServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      void text(stream).then((raw) => {
        if (opened.refusal !== null)
          return done(Object.assign(new Error('refused'), { responseCode: opened.refusal }))
        opened.received.push({ from, to, raw })
        done()
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const opened: TestMailServer = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received: [],
    refusal: null,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return opened
}
