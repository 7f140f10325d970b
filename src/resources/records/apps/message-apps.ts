import { Type } from 'typebox'
import { Fields } from '../../../platform/wire/shapes.ts'
import type { App } from './app.ts'

const HookUrl = Type.String({
  format: 'uri',
  maxLength: 2000,
  writeOnly: true,
  title: 'Webhook URL',
})

/** What carries messages to people. */
export const MESSAGE_APPS: readonly App[] = [
  {
    slug: 'smtp',
    name: 'E-mail',
    description: 'Sends e-mails of workflows by the mail server of the operator.',
    category: 'communication',
    version: '1.0.0',
    permissions: ['emails:write'],
    config: Fields({
      reply_to: Type.Optional(
        Type.String({
          format: 'email',
          maxLength: 254,
          title: 'Reply to',
          description: 'Where replies go when the node does not say.',
        }),
      ),
    }),
    switchesOn: { nodeTypes: ['send_email'] },
    findObstacle: ({ smtpUrl, mailOutboxDir }) =>
      smtpUrl === null && mailOutboxDir === null
        ? 'The operator of this service has set up no mail server (SMTP_URL).'
        : null,
  },
  {
    slug: 'imap',
    name: 'Mailbox',
    description: 'Takes the mails of a mailbox in, every minute, by IMAP.',
    category: 'communication',
    version: '1.0.0',
    permissions: ['emails:write', 'documents:write', 'submissions:write'],
    config: Fields({
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, title: 'Name of the integration' }),
      ),
      base_url: Type.String({
        minLength: 1,
        maxLength: 500,
        title: 'Address',
        description: 'imaps://mail.example.com:993, or imap:// for STARTTLS.',
      }),
      mailbox: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          title: 'Folder',
          description: 'Default INBOX.',
        }),
      ),
      take_existing: Type.Optional(Type.Boolean({ title: 'Take mails that are there already' })),
      user: Type.String({ minLength: 1, maxLength: 500, writeOnly: true, title: 'User' }),
      password: Type.String({ minLength: 1, maxLength: 500, writeOnly: true, title: 'Password' }),
    }),
    switchesOn: { mailboxes: ['imap'] },
  },
  {
    slug: 'slack_webhook',
    name: 'Slack',
    description: 'Posts messages of workflows to a channel, by an incoming webhook of Slack.',
    category: 'communication',
    version: '1.0.0',
    permissions: ['workflows:write'],
    config: Fields({ webhook_url: HookUrl }),
    switchesOn: { nodeTypes: ['notify_slack'] },
  },
  {
    slug: 'teams_webhook',
    name: 'Microsoft Teams',
    description: 'Posts messages of workflows to a channel, by a workflow webhook of Teams.',
    category: 'communication',
    version: '1.0.0',
    permissions: ['workflows:write'],
    config: Fields({ webhook_url: HookUrl }),
    switchesOn: { nodeTypes: ['notify_teams'] },
  },
]
