import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { App } from '../../../../clients/typescript/src/index.ts'
import { keyed } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { toWords } from '../../format/values.ts'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import { Empty, Loading } from '../../parts/page.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { State } from '../../parts/records/state.tsx'
import { useRowKeys } from '../../parts/row-keys.ts'
import { useAddress } from '../../parts/use-address.ts'
import { AppDrawer } from './app-drawer.tsx'

/** The catalogue: installed apps first, each with what it switches on. */
export function Apps() {
  const [{ q, installed, open }, change] = useAddress<'q' | 'installed' | 'open'>()
  const apps = useQuery({
    queryKey: keyed('apps'),
    queryFn: () => api.apps.list().toArray({ max: 500 }),
  })
  const opened = apps.data?.find(({ slug }) => slug === open)
  return (
    <Guarded scope="apps:read">
      <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
        <Typed
          label="Search the apps"
          placeholder="Name"
          className="w-[240px]"
          value={q}
          onChange={(next) => change({ q: next })}
        />
        <Choice
          label="Installed"
          value={installed}
          options={[
            ['', 'All apps'],
            ['yes', 'Installed'],
          ]}
          onChange={(next) => change({ installed: next })}
        />
      </div>
      <Loading query={apps} height={420}>
        {(all) => (
          <Cards
            apps={all.filter(
              ({ name, description, is_installed }) =>
                (installed !== 'yes' || is_installed) &&
                `${name} ${description}`.toLowerCase().includes((q ?? '').toLowerCase()),
            )}
            onOpen={(slug) => change({ open: slug })}
          />
        )}
      </Loading>
      {opened && <AppDrawer app={opened} onClose={() => change({ open: undefined })} />}
    </Guarded>
  )
}

function Cards({ apps, onOpen }: { apps: App[]; onOpen: (slug: string) => void }) {
  const sorted = apps.toSorted((a, b) => Number(b.is_installed) - Number(a.is_installed))
  const at = useRowKeys(sorted.length, (index) => onOpen(sorted[index]!.slug))
  if (sorted.length === 0)
    return (
      <section className="panel">
        <Empty title="No app fits" />
      </section>
    )
  return (
    <ul className="cards" aria-label="Apps">
      {sorted.map((app, index) => (
        <li key={app.slug} className="card" data-current={index === at || undefined}>
          <div className="flex items-baseline justify-between gap-2">
            <Link
              to="."
              search={((before: object) => ({ ...before, open: app.slug })) as never}
              resetScroll={false}
              className="font-semibold !text-ink"
            >
              {app.name}
            </Link>
            {app.is_installed && <State state="installed" />}
          </div>
          <p>{app.description}</p>
          <span className="meta">
            {toWords(app.category)}
            {app.unavailable_reason !== null && ' · not set up by the operator'}
          </span>
        </li>
      ))}
    </ul>
  )
}
