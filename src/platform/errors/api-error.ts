import { ERROR_TYPES, ERRORS, type ErrorCode, type ErrorType } from './catalogue.ts'

export interface ErrorDetails {
  /** Dotted path of the offending parameter: `company_info.ein`, `transactions[3].amount`. */
  param?: string
  /** Whether the parameter is one of the query. */
  isOfQuery?: boolean
  cause?: unknown
  /** All faults of the body, the first of which is the error itself. */
  errors?: { param: string; code: ErrorCode; message: string }[]
  /** Faults of a payload that somebody else wrote; a JSON pointer names the place of each. */
  faults?: { pointer: string; code: string; message: string }[]
  /** Id of the record that stands in the way. */
  existingId?: string
  /** Nodes of a workflow that the engine cannot run. */
  unsupportedNodes?: { nodeId: string; type: string; reason: string }[]
  /** The code that a provider gave as its reason. */
  providerCode?: string
  headers?: Record<string, string>
}

/**
 * The one error that reaches a caller. Type, status and page come from the catalogue;
 * the message defaults to the catalogue's and may carry a suggestion.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly type: ErrorType
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    super(message ?? ERRORS[code].message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    const { type, status, typeInQuery } = ERRORS[code]
    const ownType = details.isOfQuery ? typeInQuery : undefined
    this.type = ownType ?? type
    this.status = ownType === undefined ? status : ERROR_TYPES[ownType]
    this.details = details
  }
}

/** The body of the interface: type, code, message, param, doc_url, request_id. */
export function toErrorBody(error: ApiError, requestId: string, publicUrl: string): object {
  const { param, errors, faults, existingId, unsupportedNodes, providerCode } = error.details
  return {
    error: {
      type: error.type,
      code: error.code,
      message: error.message,
      // What is wrong as a whole, such as a body that is no object, has no name.
      ...(param ? { param } : {}),
      doc_url: `${publicUrl}/docs/errors#${error.code.replaceAll('_', '-')}`,
      request_id: requestId,
      ...(errors === undefined ? {} : { errors: errors.map(withoutEmptyParam) }),
      ...(faults === undefined ? {} : { errors: faults }),
      ...(existingId === undefined ? {} : { existing_id: existingId }),
      ...(providerCode === undefined ? {} : { provider_code: providerCode }),
      ...(unsupportedNodes && {
        unsupported_nodes: unsupportedNodes.map(({ nodeId, ...node }) => ({
          node_id: nodeId,
          ...node,
        })),
      }),
    },
  }
}

function withoutEmptyParam({ param, ...fault }: { param: string }): object {
  return param === '' ? fault : { param, ...fault }
}
