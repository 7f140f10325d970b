import { ERRORS } from '../../errors/catalogue.ts'

const text = (description: string, example: string) => ({
  type: 'string',
  description,
  examples: [example],
})

const PARAM = text('Name of the field or parameter, with dots.', 'company_info.ein')
const CODE = text('What is wrong, as the list of errors has it.', 'invalid_ein')
const MESSAGE = text(
  'What is wrong, for people; with the nearest valid value where there is one.',
  'An EIN has the form 12-3456789.',
)

/** The shape that every error has. */
export function errorSchema(): object {
  const types = [...new Set(Object.values(ERRORS).map(({ type }) => type))]
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        description: 'What is wrong, and where.',
        required: ['type', 'code', 'message', 'doc_url', 'request_id'],
        properties: {
          type: { enum: types, description: 'Kind of error, which decides its status.' },
          code: CODE,
          message: MESSAGE,
          param: { ...PARAM, description: 'The field or parameter; absent when it is none.' },
          doc_url: text(
            'Entry of the list of errors.',
            'http://localhost:3100/docs/errors#invalid-ein',
          ),
          request_id: text(
            'Id of the request, to quote when something is wrong with it.',
            'req_0193a2f45c1e7b529d7e2f6a4c1d8e90',
          ),
          errors: faults(),
          existing_id: text(
            'Id of the record that is there already; with conflicts only.',
            '0199a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90',
          ),
          provider_code: text(
            'The code that a provider gave as its reason; with provider_error only.',
            'INVALID_PUBLIC_TOKEN',
          ),
          unsupported_nodes: unsupportedNodes(),
        },
      },
    },
  }
}

function faults(): object {
  const items = { type: 'object', properties: { param: PARAM, code: CODE, message: MESSAGE } }
  return { type: 'array', description: 'All faults of the body, the first one first.', items }
}

function unsupportedNodes(): object {
  const properties = {
    node_id: text('The node.', 'node_1'),
    type: text('Type of the node.', 'http_request'),
    reason: text('Why this copy cannot run it.', 'No service for mail is set'),
  }
  return {
    type: 'array',
    description: 'Nodes of a workflow that this copy cannot run; with its activation only.',
    items: { type: 'object', properties },
  }
}
