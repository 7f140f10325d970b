import { useQuery } from '@tanstack/react-query'
import type { RequestLog } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatInstant } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Loading } from '../../../parts/page.tsx'
import { Code, Json } from '../../../parts/records/code.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { toCurl } from './curl.ts'
import { StatusCode } from './status-code.tsx'

/** One request, as far as it is kept: everything but values and the response. */
export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const request = useQuery({
    queryKey: keyed('requests', 'one', id),
    queryFn: () => api.requestLog.get(id),
  })
  return (
    <Dialog title="Request" note={<code>{id}</code>} kind="drawer" onClose={onClose}>
      <div className="p-4">
        <Loading query={request} height={240}>
          {(data) => <Details request={data} />}
        </Loading>
      </div>
    </Dialog>
  )
}

function Details({ request }: { request: RequestLog }) {
  const { method, path, route, status, duration_ms, error_code, error_param } = request
  return (
    <div className="grid gap-4">
      <Facts
        facts={[
          [
            'Request',
            <code key="path">
              {method} {path}
            </code>,
          ],
          ['Declared as', <code key="route">{route}</code>],
          ['Status', <StatusCode key="status" status={status} />],
          [
            'Error',
            error_code && (
              <a href={`/docs/errors#${error_code}`}>
                <code>{error_code}</code>
              </a>
            ),
          ],
          ['About', error_param && <code>{error_param}</code>],
          ['When', formatInstant(request.at)],
          ['Duration', `${Math.round(duration_ms)} ms`],
          ['From', request.ip],
          ['Program', request.user_agent],
          ['Credential', <code key="key">{request.api_key_id}</code>],
          [
            'Idempotency',
            request.idempotency_key && (
              <code>
                {request.idempotency_key}
                {request.is_replay ? ', sent again' : ''}
              </code>
            ),
          ],
        ]}
      />
      {request.body_outline !== null && (
        <Json label="Form of the body" value={request.body_outline} />
      )}
      <Code label="As a command" text={toCurl(request, location.origin)} />
    </div>
  )
}
