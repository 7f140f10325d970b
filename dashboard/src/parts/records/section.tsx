import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { holdsScope, useCan, useScopes } from '../../data/scopes.ts'
import { useShortcuts } from '../../shell/keys.ts'
import { PageHead } from '../page.tsx'

export interface Tab {
  to: string
  label: string
  scope: string
}

interface Props {
  title: string
  tabs: readonly Tab[]
  children?: ReactNode
}

/** Screens that belong to each other, as tabs; those that the person may not see are left out. */
export function Section({ title, tabs, children }: Props) {
  const can = useCan()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const shown = tabs.filter(({ scope }) => can(scope))
  useShortcuts(
    tabs.map(({ to, label, scope }, index) => ({
      keys: String(index + 1),
      label,
      run: () => {
        if (can(scope)) document.querySelector<HTMLElement>(`.tab[href="${to}"]`)?.click()
      },
    })),
  )
  const [first] = shown
  // An address without a tab leads to the first one that the person may see.
  if (first !== undefined && tabs.some(({ to, scope }) => to === path && !can(scope)))
    return <Navigate to={first.to} replace />
  return (
    <>
      <PageHead title={title}>{children}</PageHead>
      <nav className="tabs mb-4" aria-label={title}>
        {shown.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ includeSearch: false, exact: to === tabs[0]?.to }}
            className="tab"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}

/** A screen for whoever has a scope; everybody else reads who can give it. */
export function Guarded({ scope, children }: { scope: string; children: ReactNode }) {
  const scopes = useScopes()
  if (scopes === undefined) return null
  if (holdsScope(scopes, scope)) return <>{children}</>
  return (
    <p className="notice" role="status">
      Your role does not show this. An administrator of the organization can change that under{' '}
      <a href="/settings/team">Team</a>.
    </p>
  )
}
