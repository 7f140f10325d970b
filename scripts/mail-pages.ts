import { BUILTIN_TEMPLATES } from '../src/core/mail/builtin.ts'
import { MATCH_CONFIDENCE, MATCH_METHODS, type MailMatch } from '../src/core/mail/match.ts'
import { TEMPLATE_VARIABLES } from '../src/core/mail/variables.ts'
import { FILTERS, TAGS } from '../src/core/values/liquid.ts'
import { EMAIL_STATUSES, INBOUND_STATUSES } from '../src/resources/emails/lifecycle.ts'
import { SETTINGS } from '../src/settings.ts'
import { code, table } from './markdown.ts'

/** The lines of docs/templates.md. */
export function templateLines(): string[] {
  const variables = TEMPLATE_VARIABLES.map(({ name, type, description, example }) => [
    code(name),
    type,
    description,
    example === null ? '' : code(example),
  ])
  const builtin = BUILTIN_TEMPLATES.map(({ name, trigger, description }) => [
    name,
    code(trigger),
    description,
  ])
  return [
    'A template has a subject, a text, HTML or both, in which `{{ variable }}` stands for a value.',
    '`GET /v1/email-templates/:id?render=true&submission_id=…` shows it as a mail about a deal, and',
    '`POST /v1/emails` with `preview` does the same with values of the call. A name that is no variable is',
    'refused with the nearest. In HTML every value is escaped, and the whole is cleaned: no script, form,',
    'picture or style sheet, links to http, https and mailto alone.',
    '',
    '## Built-in templates',
    '',
    table(['name', 'trigger', 'what it says'], builtin),
    '',
    'Of a built-in template only `is_active` can be changed; one of your own with the same trigger goes',
    'before it. A template for `submission_received` is sent by itself as the reply to a mail, once it is',
    'active; one for `missing_documents` by `POST /v1/submissions/:id/stip-requests`; every other one by',
    '`POST /v1/emails` with its id.',
    '',
    '## Variables',
    '',
    table(['variable', 'type', 'what it is', 'example'], variables),
    '',
    'A list is walked with `{% for item in missing_documents %}- {{ item.request_text }}{% endfor %}`.',
    '',
    '## Tags and filters',
    '',
    `Tags: ${TAGS.filter((tag) => tag !== '#')
      .map(code)
      .join(', ')}.`,
    '',
    `Filters: ${[...FILTERS, 'upper', 'length', 'date', 'money'].toSorted().map(code).join(', ')}.`,
    '',
    'A part may have 20,000 characters and make 200,000, within half a second.',
  ]
}

const METHODS: Record<MailMatch['method'], string> = {
  address: 'the mail went to the address of the deal',
  reference: 'it follows a mail of the deal (In-Reply-To, References)',
  subject: 'its subject has `[ref:…]` of the deal',
  ein: 'its subject or text names the EIN of one deal alone',
  name: 'its subject has the name of one deal alone, and the mail names its state',
}

/** The lines of docs/email.md. */
export function emailLines(): string[] {
  const settings = Object.entries(SETTINGS)
    .filter(([name]) => /^(?:SMTP_|MAIL_|INBOUND_)/.test(name))
    .map(([name, { meaning }]) => [code(name), meaning])
  const methods = MATCH_METHODS.map((method) => [
    code(method),
    `${MATCH_CONFIDENCE[method]}`,
    METHODS[method],
  ])
  const outbound = EMAIL_STATUSES.filter(
    (status) => !INBOUND_STATUSES.some((one) => one === status),
  )
  return [
    '## Sending',
    '',
    '`POST /v1/emails` queues a mail; a worker hands it to the mail server under a Message-ID of its own,',
    'so that a second attempt is the same mail. What a server cannot take now is tried again five times in',
    'two hours; what it refuses for good (5xx) fails at once, and `POST /v1/emails/:id/retry` sends it',
    `again. Statuses: ${['queued', ...outbound.filter((one) => one !== 'queued'), 'failed'].map(code).join(', ')}.`,
    'In the test mode nothing leaves: the mail is kept, shown as `sent` with `is_captured`, and',
    '`GET /v1/emails/:id/eml` has it as it would have left.',
    '',
    '## Taking mails in',
    '',
    '1. By SMTP: set `INBOUND_MAIL_DOMAIN` and `INBOUND_SMTP_PORT`, and point the MX of that domain, or a',
    '   rule of your own mail server, to the port. Known addresses alone are taken; nothing is relayed.',
    '   With `INBOUND_SMTP_TLS_CERT` and `INBOUND_SMTP_TLS_KEY` senders can use STARTTLS (TLS 1.2 or newer);',
    '   without them a sender that requires TLS does not deliver, and any other sends unencrypted.',
    '2. By a mail service: `POST /v1/emails/hook` gives a URL for SendGrid (raw message), Mailgun (MIME) or',
    '   Postmark (raw e-mail), or for any program that sends `message/rfc822`:',
    '   `curl --data-binary @mail.eml -H "Content-Type: message/rfc822" URL`',
    '3. From a mailbox, by IMAP: `POST /v1/integrations` with the provider `imap`, see [Mailboxes](#mailboxes).',
    '',
    '`POST /v1/emails/addresses` gives the address of a submission, of a broker, or of all deals. The URL of',
    'a mail service belongs to one mode of one tenant, whatever address a mail was sent to.',
    '',
    'A mail is kept, sealed, before anything of it is parsed, and parsed in the sandbox alone. The same mail',
    'by two ways is one. Its deal is found by the first of these that finds one:',
    '',
    table(['match', 'confidence', 'how'], methods),
    '',
    'Files become documents of that deal, as uploads do, archives unpacked. Programs, encrypted archives,',
    'inline and small pictures, and what cannot be read become none; each is listed with the mail, with',
    'the reason. A mail of no deal opens one when the setting `inbound_email_enabled` is true and a',
    'person wrote it; else it is kept without one.',
    '',
    'What a mail says of its own sender proves nothing: `authentication` is `unknown` unless',
    '`INBOUND_TRUSTED_RELAY` names the relay that checked it.',
    '',
    'Once the template Submission received is active, the sender gets one reply, after the files have been',
    'read, with what is still missing: never a program, a list or an own address, and nobody more than',
    'one in an hour. A report that a mail of ours was not delivered makes that one `bounced`.',
    '',
    ...trialLines(),
    ...mailboxLines(),
    '## Requesting what is missing',
    '',
    '`POST /v1/submissions/:id/stip-requests` sends the list of what the deal still needs to its broker,',
    'else its applicant. `GET` of the same address shows each item as `missing` or `received`, by what the',
    'documents show now.',
    '',
    'To write to the applicant yourself, `POST /v1/submissions/:id/upload-links` makes an address for your own',
    'mail or message: a page that shows what is wanted and takes files, without an account and with nothing',
    'else of the deal. It is shown once, ends after 14 days or `expires_in_days`, and at once by',
    '`DELETE /v1/upload-links/:id`. The timeline has each link and each file that came by it.',
    '',
    '## Settings',
    '',
    table(['setting', 'meaning'], settings),
  ]
}

function trialLines(): string[] {
  return [
    '### Try it',
    '',
    'In a checkout, with `INBOUND_MAIL_DOMAIN=in.example.com INBOUND_SMTP_PORT=2525 npm start`, a test key in',
    '`$KEY`, and jq. The test mode keeps the reply instead of sending it.',
    '',
    '```bash',
    'API=http://localhost:3100/v1; J="content-type: application/json"; A="authorization: Bearer $KEY"',
    'TEMPLATE=$(curl -s $API/email-templates -H "$A" | jq -r \'.data[] | select(.name == "Submission received").id\')',
    'curl -s -X PATCH $API/email-templates/$TEMPLATE -H "$A" -H "$J" -d \'{"is_active": true}\'',
    'curl -s -X PUT $API/user/settings -H "$A" -H "$J" -d \'{"inbound_email_enabled": true}\'',
    'TO=$(curl -s -X POST $API/emails/addresses -H "$A" -H "$J" -d \'{}\' | jq -r .data.address)',
    "cat > send.mjs <<'END'",
    "import { createTransport } from 'nodemailer'",
    'const [to, ...files] = process.argv.slice(2)',
    "const transport = createTransport({ host: '127.0.0.1', port: 2525, ignoreTLS: true })",
    "const mail = { from: 'ida@broker.example', to, subject: 'Lakeside Cafe LLC', text: 'Statements attached.' }",
    'await transport.sendMail({ ...mail, attachments: files.map((path) => ({ path })) })',
    'END',
    'node send.mjs $TO fixtures/statements/running-balance/{funded,new-year}/statement.pdf',
    'until REPLY=$(curl -s "$API/emails?direction=outbound" -H "$A" | jq -er ".data[0].id"); do sleep 1; done',
    'curl -s $API/emails/$REPLY -H "$A" | jq -r .data.text',
    '```',
    '',
  ]
}

function mailboxLines(): string[] {
  return [
    '## Mailboxes',
    '',
    '```bash',
    'API=http://localhost:3100/v1; J="content-type: application/json"; A="authorization: Bearer $KEY"',
    'curl -s $API/integrations -H "$A" -H "$J" -d \'{"provider": "imap", "name": "Intake",',
    '  "credentials": {"user": "intake@lender.example", "password": "…"},',
    '  "config": {"base_url": "imaps://mail.lender.example:993", "mailbox": "INBOX"}}\'',
    '```',
    '',
    'The credentials are tried at once, and sealed; `status` and `last_error` say how that went. The folder',
    'is then read every minute. Mails that come after that are taken, those that are there already with',
    '`take_existing`. They stay unread; one that was taken is moved to the folder `Processed`, where there is',
    'one.',
    '',
    '- `imaps://` is TLS from the first byte; `imap://` begins with STARTTLS, and nothing is sent to a public',
    '  server that has none. The certificate is checked; one of an authority of your own needs',
    '  `NODE_EXTRA_CA_CERTS`. A server on a private address needs `EGRESS_ALLOW_CIDRS`.',
    '- User and password sign in: at Gmail and others with a password for apps. Microsoft 365 takes none by',
    '  IMAP; forward to an address of this service from there, or use a mail service.',
    '- A mail and the place behind it are kept in one transaction, by UIDVALIDITY and UID, so none is lost or',
    '  read twice, whatever dies in between. When a server numbers its messages anew, those of the last time',
    '  are looked at again, and are there already.',
    '- While it cannot be read the integration is in `error`, with the cause in `last_error` and the attempts in',
    '  `mailbox.consecutive_failures`; it is tried again after 1, 2, 5, 10 and 30 minutes, then every hour.',
    '  `GET /v1/integrations/:id/calls` has what was done, step by step.',
    '- A mail of more than 30 MiB, or one that the virus scanner refuses, is listed as `failed` with the reason.',
    '',
  ]
}
