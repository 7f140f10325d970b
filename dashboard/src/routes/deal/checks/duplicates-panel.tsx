import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { duplicatesQuery } from '../../../data/queries.ts'
import { toWords } from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'

/** Other deals that look like the same business. */
export function DuplicatesPanel({ id }: { id: string }) {
  const duplicates = useQuery(duplicatesQuery(id))
  return (
    <Panel title="Seen before" isFlush>
      <Loading query={duplicates} height={60}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="px-4 pb-4 text-muted">No other deal looks like this business.</p>
          ) : (
            <ul>
              {data.map(({ submission, score, match_level, reasons }) => (
                <li key={submission.id} className="border-t border-hairline px-4 py-2">
                  <Link to="/deals/$id" params={{ id: submission.id }}>
                    {submission.name}
                  </Link>{' '}
                  <span className="text-muted">
                    {toWords(match_level)} match, {Math.round(score)} of 100:{' '}
                    {reasons.map(({ field }) => toWords(field).toLowerCase()).join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </Panel>
  )
}
