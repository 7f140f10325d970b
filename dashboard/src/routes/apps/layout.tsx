import { Section, type Tab } from '../../parts/records/section.tsx'

const TABS: readonly Tab[] = [
  { to: '/apps', label: 'Apps', scope: 'apps:read' },
  { to: '/apps/integrations', label: 'Bank links', scope: 'integrations:read' },
  { to: '/apps/crm', label: 'CRM', scope: 'crm:read' },
]

/** What is connected: apps of the catalogue, providers of bank data, and the own CRM. */
export function AppPages() {
  return <Section title="Apps and integrations" tabs={TABS} />
}
