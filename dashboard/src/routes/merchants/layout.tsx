import { Section, type Tab } from '../../parts/records/section.tsx'

const TABS: readonly Tab[] = [
  { to: '/merchants', label: 'Merchants', scope: 'transactions:read' },
  { to: '/merchants/groups', label: 'Groups', scope: 'transactions:read' },
  { to: '/merchants/corrections', label: 'Corrections', scope: 'transactions:read' },
]

/** Who pays and is paid, and what people corrected. */
export function MerchantPages() {
  return <Section title="Merchants" tabs={TABS} />
}
