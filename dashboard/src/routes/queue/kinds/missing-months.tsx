import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../data/scopes.ts'
import { keyed, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Loading } from '../../../parts/page.tsx'
import { CoveragePanel } from '../../deal/overview/coverage-panel.tsx'
import { Choices } from '../choices.tsx'
import type { KindProps } from '../open-item.tsx'

const SCOPE = {}

/** Which months there are no statements of, and the mail that requests them. */
export function MissingMonths({ item, deal, onDecide }: KindProps) {
  const { id, name } = deal
  const can = useCan()
  const stips = useQuery({
    queryKey: keyed('deal', id, 'stips'),
    queryFn: () => api.submissions.stips(id),
  })
  const missing = stips.data?.items.filter(({ status }) => status === 'missing') ?? []
  const request = (): void =>
    onDecide(item, {
      text: `Requested from the broker or the applicant: ${name}`,
      send: async () => {
        await api.submissions.createStipRequest(id)
        await refreshDeal(id)
      },
    })
  return (
    <div className="kind">
      {can('emails:write') && (
        <Choices
          choices={[
            {
              keys: 'a',
              label: 'Request by e-mail',
              isPrimary: true,
              isDisabled: missing.length === 0,
              run: request,
            },
          ]}
        />
      )}
      <CoveragePanel id={id} scope={SCOPE} />
      <Loading query={stips} height={60}>
        {() => (
          <section aria-label="To request">
            <h3 className="label">{formatCounted(missing.length, 'thing')} to request</h3>
            <ul className="list-disc pl-5">
              {missing.map(({ code, label, request_text }) => (
                <li key={code}>{request_text ?? label}</li>
              ))}
            </ul>
          </section>
        )}
      </Loading>
    </div>
  )
}
