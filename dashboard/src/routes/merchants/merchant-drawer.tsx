import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Merchant } from '../../../../clients/typescript/src/index.ts'
import { keyed } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatCount, formatDay, formatMoney } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Loading } from '../../parts/page.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { MerchantForm } from './merchant-form.tsx'

/** One merchant: what is known, how much money, and what holds for the own deals. */
export function MerchantDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const merchant = useQuery({
    queryKey: keyed('merchants', 'one', id),
    queryFn: () => api.merchants.get(id),
  })
  return (
    <Dialog title={merchant.data?.name ?? 'Merchant'} kind="drawer" onClose={onClose}>
      <div className="p-4">
        <Loading query={merchant} height={320}>
          {(data) => <Details merchant={data} />}
        </Loading>
      </div>
    </Dialog>
  )
}

function Details({ merchant }: { merchant: Merchant }) {
  const can = useCan()
  const { name, currency, first_date, last_date, transactions_count } = merchant
  const money = (value: number | null) => formatMoney(value, currency ?? 'USD')
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Rows', formatCount(transactions_count)],
          ['In', money(merchant.inflow_total)],
          ['Out', money(merchant.outflow_total)],
          ['Seen', first_date && `${formatDay(first_date)} to ${formatDay(last_date)}`],
          ['Finances businesses', merchant.is_funder ? 'yes' : 'no'],
          ['Takes card payments', merchant.is_processor ? 'yes' : 'no'],
          ['Website', merchant.website],
          ['Country', merchant.country],
          ['Known from', merchant.is_global ? 'the registry of the service' : 'your statements'],
        ]}
      />
      {transactions_count > 0 && (
        <Link to="/search" search={{ q: `"${name}"`, type: 'transactions' }}>
          Its rows in all deals
        </Link>
      )}
      {can('transactions:write') && <MerchantForm key={merchant.id} merchant={merchant} />}
    </div>
  )
}
