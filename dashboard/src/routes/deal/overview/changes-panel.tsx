import { useQuery } from '@tanstack/react-query'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatInstant, formatText } from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { describeWords } from '../timeline/changes.ts'

const SHOWN = 6

/** What happened to the deal last, and who did it. */
export function ChangesPanel({ id }: { id: string }) {
  const timeline = useQuery({
    queryKey: keyed('deal', id, 'timeline'),
    queryFn: () => api.submissions.listTimeline(id, { limit: SHOWN }).page(),
  })
  return (
    <Panel title="Latest changes">
      <Loading query={timeline} height={120}>
        {({ data }) => (
          <ol>
            {data.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-1 first:border-0"
              >
                <span>
                  {formatText(one.title)}
                  {one.description && (
                    <span className="text-muted"> {describeWords(one.description)}</span>
                  )}
                </span>
                <time className="meta" dateTime={one.at} title={formatInstant(one.at)}>
                  {one.actor.name ?? one.actor.type} · {formatAgo(one.at, Date.now())}
                </time>
              </li>
            ))}
          </ol>
        )}
      </Loading>
    </Panel>
  )
}
