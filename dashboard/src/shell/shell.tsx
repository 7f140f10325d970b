import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  lazyRouteComponent,
  Link,
  Navigate,
  Outlet,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router'
import { Fragment, Suspense, useEffect, useState } from 'react'
import { useLook } from '../data/layout.ts'
import { sessionQuery } from '../data/queries.ts'
import { useConnection, type Connection } from '../data/connection.ts'
import { useLive } from '../data/live.ts'
import { chooseMode, readMode, type Mode, type Session } from '../data/session.ts'
import { Fault } from '../parts/page.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { LinkedMode } from './linked-mode.tsx'
import { useShortcuts } from './keys.ts'
import type { Place } from './places.ts'
import { usePlaces } from './use-places.ts'
import { UserMenu } from './user-menu.tsx'

const Palette = lazyRouteComponent(() => import('./palette.tsx'), 'Palette')
const KeyHelp = lazyRouteComponent(() => import('./key-help.tsx'), 'KeyHelp')

const PRELOAD_MS = 2_000

type Overlay = 'palette' | 'keys' | null

/** The frame of every screen: rail, top bar, and what lies over them. */
export function Shell() {
  const session = useQuery(sessionQuery)
  const [mode, setMode] = useMode()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [isRailOpen, setRailOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const places = usePlaces()
  const { region, density } = useLook()
  useEffect(() => setRailOpen(false), [path])
  useLive(mode)
  useEffect(() => {
    // What is typed right after its key must not be lost to loading it.
    const timer = setTimeout(() => void Palette.preload?.(), PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  useKeysOfShell(places.all, setOverlay)
  if (session.error)
    return (
      <main className="main">
        <Fault error={session.error} onRetry={() => void session.refetch()} />
      </main>
    )
  if (session.data === undefined) return null
  const isBroker = session.data.role === 'broker'
  // The rest of the desk is the lender's.
  if (isBroker && !path.startsWith('/broker')) return <Navigate to="/broker" replace />
  const [start] = places.all
  // Sign-in leads to the deals; who may not see them begins with what they may.
  if (path === '/deals' && start !== undefined && places.all.every(({ to }) => to !== path))
    return <Navigate to={start.to} replace />
  return (
    <div
      className="desk"
      data-mode={mode}
      data-density={density}
      data-rail={isRailOpen ? 'open' : 'closed'}
    >
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Rail />
      <div className="min-w-0">
        <TopBar
          session={session.data}
          mode={mode}
          onMode={setMode}
          isRailOpen={isRailOpen}
          onRail={() => setRailOpen(!isRailOpen)}
          onOverlay={setOverlay}
        />
        <ConnectionLine />
        {!isBroker && <LinkedMode mode={mode} onMode={setMode} />}
        <main id="main" tabIndex={-1} className="main" key={`${mode} ${region}`}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
        {overlay === 'keys' && <KeyHelp onClose={() => setOverlay(null)} />}
      </Suspense>
      <Toasts />
    </div>
  )
}

function useKeysOfShell(places: readonly Place[], onOverlay: (overlay: Overlay) => void): void {
  const navigate = useNavigate()
  useShortcuts([
    { keys: '/', label: 'Search', run: () => onOverlay('palette') },
    { keys: 'mod+k', label: 'Command palette', run: () => onOverlay('palette') },
    { keys: '?', label: 'List of keys', run: () => onOverlay('keys') },
    ...places
      .filter(({ key }) => key !== undefined)
      .map(({ key, label, to }) => ({
        keys: `g ${key}`,
        label: `Go to ${label}`,
        run: () => void navigate({ to }),
      })),
  ])
}

const LOST: Readonly<Record<Exclude<Connection, 'up'>, string>> = {
  offline: 'This computer has no network. What you change waits and is sent once it is back.',
  unreachable: 'The service does not respond. What is shown is as it was read last.',
}

/** Says when what is shown may be old; empty while all is well. */
function ConnectionLine() {
  const connection = useConnection()
  return (
    <div role="status">
      {connection !== 'up' && (
        <p className="connection">
          <strong>▲ {connection === 'offline' ? 'Offline.' : 'No response.'}</strong>{' '}
          {LOST[connection]}
        </p>
      )}
    </div>
  )
}

function useMode(): [Mode, (mode: Mode) => void] {
  const queries = useQueryClient()
  const [mode, setMode] = useState(readMode)
  const change = (next: Mode): void => {
    chooseMode(next)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === mode })
    setMode(next)
  }
  return [mode, change]
}

function Rail() {
  const { groups, elsewhere } = usePlaces()
  return (
    <nav id="rail" className="rail" aria-label="Main">
      <Link to="/" className="mark">
        Assay
      </Link>
      {groups.map(({ title, places }) => (
        <Fragment key={title}>
          <div className="rail-title">{title}</div>
          {places.map((place) => (
            <RailLink key={place.to} {...place} />
          ))}
        </Fragment>
      ))}
      <div className="rail-title">Organization</div>
      {elsewhere.map(({ to, label }) => (
        <a key={to} href={to} className="rail-link">
          {label}
        </a>
      ))}
    </nav>
  )
}

function RailLink({ to, label }: Place) {
  return (
    <Link to={to} className="rail-link">
      {label}
    </Link>
  )
}

const MODES: readonly (readonly [Mode, string])[] = [
  ['test', 'Test'],
  ['live', 'Live'],
]

function ModeSwitch({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <fieldset className="flex rounded-[3px] border border-line">
      <legend className="sr-only">Mode</legend>
      {MODES.map(([value, label]) => (
        <label
          key={value}
          className="has-[:checked]:bg-selected has-[:checked]:text-ink has-[:checked]:font-semibold has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-(--focus) cursor-pointer px-2 py-1 text-[13px] leading-[18px] text-muted"
        >
          <input
            type="radio"
            name="mode"
            className="sr-only"
            checked={mode === value}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

interface TopBarProps {
  session: Session
  mode: Mode
  onMode: (mode: Mode) => void
  isRailOpen: boolean
  onRail: () => void
  onOverlay: (overlay: Overlay) => void
}

function TopBar({ session, mode, onMode, isRailOpen, onRail, onOverlay }: TopBarProps) {
  return (
    <header className="topbar">
      <button
        type="button"
        className="button quiet rail-toggle"
        aria-expanded={isRailOpen}
        aria-controls="rail"
        onClick={onRail}
      >
        ☰ Menu
      </button>
      <button
        type="button"
        className="button flex-1 justify-start !font-normal max-w-[420px]"
        onClick={() => onOverlay('palette')}
      >
        <span className="text-muted">Search or jump to</span>
        <kbd className="ml-auto text-faint">/</kbd>
      </button>
      <div className="ml-auto flex items-center gap-1">
        {session.role !== 'broker' && <ModeSwitch mode={mode} onChange={onMode} />}
        <button type="button" className="button quiet" onClick={() => onOverlay('keys')}>
          <span aria-hidden="true">?</span>
          <span className="sr-only">List of keys</span>
        </button>
        <UserMenu session={session} />
      </div>
    </header>
  )
}
