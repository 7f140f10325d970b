import { Type } from 'typebox'
import {
  Anything,
  Count,
  declareNode,
  Id,
  Name,
  SubmissionConfig,
  Text,
  Values,
} from './node-type.ts'

const Response = { status: Type.Integer(), headers: Values, body: Anything }
const Url = Type.String({ minLength: 1, maxLength: 2000 })
const Recipients = Type.Array(Name, { minItems: 1, maxItems: 20 })
const NO_CONNECTION = 'No connection of this kind can be made yet.'

/** Nodes that act outside of a deal, and those that keep values for later nodes. */
export const ACTION_NODES = [
  declareNode('action', {
    type: 'http_request',
    label: 'HTTP request',
    description: 'Calls an address on a host that the settings allow.',
    config: {
      method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      url: Url,
      query: Type.Optional(Values),
      headers: Type.Optional(Values),
      body: Type.Optional(Anything),
      connection_id: Type.Optional(Id),
      expected_statuses: Type.Optional(Type.Array(Type.Integer(), { maxItems: 20 })),
    },
    sideEffects: 'external',
    callsOut: true,
    output: Response,
  }),
  declareNode('action', {
    type: 'send_webhook',
    label: 'Send a webhook',
    description: 'Posts JSON to a host that the settings allow.',
    config: { url: Url, payload: Type.Optional(Values) },
    sideEffects: 'external',
    callsOut: true,
    output: { status: Type.Integer() },
  }),
  declareNode('action', {
    type: 'send_email',
    label: 'Send an e-mail',
    description:
      'Queues an e-mail, by a template or with its own text, and with files of the deal.',
    config: {
      to: Type.Optional(Recipients),
      cc: Type.Optional(Recipients),
      bcc: Type.Optional(Recipients),
      reply_to: Type.Optional(Name),
      template_id: Type.Optional(Id),
      variables: Type.Optional(Values),
      subject: Type.Optional(Name),
      body: Type.Optional(Text),
      document_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    },
    sideEffects: 'external',
    requires: ['mail', 'emails:write'],
    output: { email_id: Type.String(), message_id: Type.String() },
  }),
  declareNode('action', {
    type: 'create_note',
    label: 'Create a note',
    description: 'Writes a note into the timeline of a submission.',
    config: { ...SubmissionConfig, text: Text },
    sideEffects: 'internal',
    requires: ['submissions:write'],
    output: { submission_id: Type.String(), text: Type.String() },
  }),
  declareNode('action', {
    type: 'set_variable',
    label: 'Set a variable',
    description: 'Keeps a value as vars.<name> for the nodes that follow.',
    config: { name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }), value: Anything },
    output: { value: Anything },
  }),
  declareNode('action', {
    type: 'transform',
    label: 'Transform',
    description: 'Makes new fields, each by an expression or a text.',
    config: { fields: Values, expressions: Type.Optional(Values) },
    output: {},
  }),
  declareNode('action', {
    type: 'export_report',
    label: 'Export a report',
    description:
      'Writes the underwriting file or a report as a document that is not read or counted.',
    config: {
      ...SubmissionConfig,
      report: Type.Optional(Name),
      format: Type.Enum(['pdf', 'xlsx', 'csv', 'html', 'json']),
    },
    sideEffects: 'internal',
    callsOut: true,
    requires: ['analytics:read', 'documents:write'],
    output: { document_id: Type.String(), filename: Type.String(), size_bytes: Count },
  }),
  declareNode('action', {
    type: 'crm_sync',
    label: 'Sync with a CRM',
    description: 'Writes the deal into a CRM that a CRM integration connects, behind this step.',
    config: { ...SubmissionConfig, connection_id: Id },
    sideEffects: 'external',
    requires: ['crm:write'],
    output: { sync_id: Type.String(), status: Type.String() },
  }),
  declareNode('action', {
    type: 'notify_slack',
    label: 'Notify by Slack',
    description: 'Posts a message to the channel that the app slack_webhook is set up for.',
    config: { text: Text },
    sideEffects: 'external',
    callsOut: true,
    requires: ['app:slack_webhook'],
    output: { status: Type.Integer() },
  }),
  declareNode('action', {
    type: 'notify_teams',
    label: 'Notify by Teams',
    description: 'Posts a message to the channel that the app teams_webhook is set up for.',
    config: { text: Text },
    sideEffects: 'external',
    callsOut: true,
    requires: ['app:teams_webhook'],
    output: { status: Type.Integer() },
  }),
  declareNode('action', {
    type: 'save_to_storage',
    label: 'Save to a storage',
    description: 'Copies files of the deal into a connected storage.',
    config: { ...SubmissionConfig, connection_id: Id, path: Name },
    sideEffects: 'external',
    requires: ['integration:storage'],
    unavailable: NO_CONNECTION,
    output: { saved_count: Count },
  }),
]
