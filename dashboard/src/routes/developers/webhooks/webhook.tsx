import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Webhook } from '../../../../../clients/typescript/src/index.ts'
import { isMissing, keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatInstant } from '../../../format/values.ts'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { Deliveries } from './deliveries.tsx'
import { Verification } from './verification.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookState } from './webhooks.tsx'

/** One webhook: how it goes, what it was sent, and how its signatures are checked. */
export function WebhookPage() {
  const { id = '' } = useParams({ strict: false })
  const webhook = useQuery({
    queryKey: keyed('webhooks', 'one', id),
    queryFn: () => api.webhooks.get(id),
  })
  return (
    <Guarded scope="webhooks:read">
      <nav aria-label="Breadcrumb" className="meta mb-2">
        <Link to="/developers/webhooks">Webhooks</Link> <span aria-hidden="true">/</span>
      </nav>
      {isMissing(webhook.error) ? (
        <Empty title="This webhook is not here">It may be of the other mode, or deleted.</Empty>
      ) : (
        <Loading query={webhook} height={320}>
          {(data) => <Page webhook={data} />}
        </Loading>
      )}
    </Guarded>
  )
}

function Page({ webhook }: { webhook: Webhook }) {
  const can = useCan()
  const { id, url, description, events } = webhook
  const instant = (at: string | null) => (at === null ? null : formatInstant(at))
  return (
    <div className="grid gap-4">
      <Panel
        title={description ?? 'Webhook'}
        note={<WebhookState webhook={webhook} />}
        actions={can('webhooks:write') && <WebhookActions webhook={webhook} />}
      >
        <Facts
          facts={[
            ['Address', <code key="url">{url}</code>],
            ['Events', events.includes('*') ? 'All' : events.join(', ')],
            ['Last delivered', instant(webhook.last_success_at)],
            ['Last failed', instant(webhook.last_failure_at)],
            ['Secret ends in', <code key="secret">{webhook.secret_hint}</code>],
            ['Payloads of', webhook.api_version],
            ['Notices go to', webhook.notification_email],
          ]}
        />
      </Panel>
      <Deliveries id={id} />
      <Verification />
    </div>
  )
}
