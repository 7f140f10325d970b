import { Section, type Tab } from '../../parts/records/section.tsx'

const TABS: readonly Tab[] = [
  { to: '/developers/keys', label: 'API keys', scope: 'keys:read' },
  { to: '/developers/requests', label: 'Requests', scope: 'audit:read' },
  { to: '/developers/events', label: 'Events', scope: 'webhooks:read' },
  { to: '/developers/webhooks', label: 'Webhooks', scope: 'webhooks:read' },
  { to: '/developers/usage', label: 'Usage', scope: 'usage:read' },
  { to: '/developers/agents', label: 'Agents', scope: 'settings:read' },
]

/** What programs use: their keys, what they called, what they are sent. */
export function Developers() {
  return (
    <Section title="Developers" tabs={TABS}>
      <p className="meta">
        <a href="/docs/quickstart">Quickstart</a> · <a href="/docs/reference">API reference</a> ·{' '}
        <a href="/docs/errors">Errors</a>
      </p>
    </Section>
  )
}
