import { Section, type Tab } from '../../parts/records/section.tsx'

const TABS: readonly Tab[] = [
  { to: '/email', label: 'Messages', scope: 'emails:read' },
  { to: '/email/templates', label: 'Templates', scope: 'emails:read' },
]

/** What came in, what went out, and what it is written with. */
export function EmailPages() {
  return <Section title="E-mail" tabs={TABS} />
}
