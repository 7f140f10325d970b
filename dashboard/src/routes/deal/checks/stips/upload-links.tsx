import { useQuery } from '@tanstack/react-query'
import type { SubmissionUploadLink } from '../../../../../../clients/typescript/src/index.ts'
import { keyed, refreshDeal } from '../../../../data/queries.ts'
import { useCan } from '../../../../data/scopes.ts'
import { api } from '../../../../data/session.ts'
import { formatAgo, formatCounted, formatDay } from '../../../../format/values.ts'
import { notify } from '../../../../parts/toasts.tsx'
import { attempt } from '../../attempt.ts'

/** The upload links of a deal, each with what came by it, and the way to end it. */
export function UploadLinks({ id }: { id: string }) {
  const can = useCan()
  const { data = [] } = useQuery({
    queryKey: keyed('deal', id, 'upload-links'),
    queryFn: () => api.submissions.listUploadLinks(id).toArray({ max: 20 }),
  })
  if (data.length === 0) return null
  return (
    <ul className="border-t border-line" aria-label="Upload links">
      {data.map((link) => (
        <li key={link.id} className="meta flex flex-wrap items-center gap-2 px-4 py-1.5">
          <span>{describe(link)}</span>
          {can('documents:write') && (
            <button
              type="button"
              className="button quiet no-print ml-auto"
              aria-label={`Revoke the upload link of ${formatDay(link.created_at)}`}
              onClick={() => void revoke(id, link)}
            >
              Revoke
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function describe(link: SubmissionUploadLink): string {
  const { created_by, created_at, expires_at, is_expired, file_count, last_used_at } = link
  const made = `Upload link by ${created_by}, ${formatAgo(created_at, Date.now())}`
  const until = `${is_expired ? 'ended' : 'good until'} ${formatDay(expires_at)}`
  const last = last_used_at === null ? '' : `, the last ${formatAgo(last_used_at, Date.now())}`
  return `${made}; ${until}; ${formatCounted(file_count, 'file')} received${last}`
}

async function revoke(dealId: string, { id }: SubmissionUploadLink): Promise<void> {
  const done = await attempt(() => api.uploadLinks.delete(id))
  if (done === undefined) return
  await refreshDeal(dealId)
  notify('Upload link revoked: its address opens nothing any more')
}
