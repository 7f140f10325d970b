import { Section, type Tab } from '../../parts/records/section.tsx'

const TABS: readonly Tab[] = [
  { to: '/settings', label: 'General', scope: 'settings:read' },
  { to: '/settings/team', label: 'Team', scope: 'team:read' },
  { to: '/settings/revenue', label: 'Revenue formula', scope: 'settings:read' },
  { to: '/settings/scores', label: 'Scores', scope: 'settings:read' },
  { to: '/settings/classes', label: 'Document classes', scope: 'documents:read' },
  { to: '/settings/files', label: 'File names', scope: 'documents:read' },
  { to: '/settings/layouts', label: 'Taught layouts', scope: 'documents:read' },
  { to: '/settings/history', label: 'Changes', scope: 'settings:read' },
  { to: '/settings/audit', label: 'Audit log', scope: 'audit:read' },
]

/** How the organization wants its numbers, files and data; people are on a page of their own. */
export function SettingPages() {
  return (
    <Section title="Settings" tabs={TABS}>
      <p className="meta">
        <a href="/account">Your account, password and second factors</a>
      </p>
    </Section>
  )
}
