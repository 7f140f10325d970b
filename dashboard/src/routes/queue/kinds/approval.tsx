import { useQuery } from '@tanstack/react-query'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Loading } from '../../../parts/page.tsx'
import { ApprovalForm } from '../../workflows/approvals/approval-form.tsx'
import type { KindProps } from '../kind.ts'

/** A run of a workflow that waits for a yes or a no. */
export function Approval({ item, onDecide }: KindProps) {
  const { approval_id: approvalId } = item
  const approval = useQuery({
    queryKey: keyed('approvals', approvalId),
    queryFn: () => api.approvals.get(approvalId!),
    enabled: approvalId !== null,
  })
  return (
    <Loading query={approval} height={200}>
      {(data) => <ApprovalForm approval={data} onDecide={(what) => onDecide(item, what)} />}
    </Loading>
  )
}
