import { headersColumn } from '../../platform/egress/custom-headers.ts'

export const HEADERS = headersColumn(
  {
    table: 'webhooks',
    column: 'headers_sealed',
    holds: 'headers of the receiver, which may be its credentials',
    place: 'webhooks/headers_sealed',
    boundTo: ['id'],
  },
  { param: 'headers', ownNames: ['x-service-', 'webhook-'] },
)
