import { Link } from '@tanstack/react-router'
import type { Submission } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { Panel } from '../../../parts/page.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { attempt } from '../attempt.ts'

/** The same deal as files, for a funder that takes them by a portal. */
export function PackagePanel({ deal: { id, name } }: { deal: Submission }) {
  const can = useCan()
  const save = (work: () => Promise<Parameters<typeof saveFile>[0]>) => () =>
    void attempt(async () => saveFile(await work(), name))
  return (
    <Panel title="Package" note="for a funder that takes deals by a portal or by hand">
      <div className="flex flex-wrap items-center gap-2">
        {can('analytics:read') && (
          <>
            <button
              type="button"
              className="button"
              onClick={save(() => api.submissions.report(id, { format: 'pdf' }))}
            >
              Underwriting file (PDF)
            </button>
            <button
              type="button"
              className="button"
              onClick={save(() => api.submissions.report(id, { format: 'xlsx' }))}
            >
              Workbook (XLSX)
            </button>
          </>
        )}
        <button type="button" className="button" onClick={save(() => api.submissions.export(id))}>
          All files (ZIP)
        </button>
        <Link to="/deals/$id/timeline" params={{ id }} search={{ kind: 'funder' }}>
          What went to funders so far
        </Link>
      </div>
    </Panel>
  )
}
