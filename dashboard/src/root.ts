import { createRootRoute } from '@tanstack/react-router'
import { Missing } from './parts/page.tsx'
import { Shell } from './shell/shell.tsx'

export const root = createRootRoute({ component: Shell, notFoundComponent: Missing })

/** The values of the address as they stand there; each screen reads those that it knows. */
export const asGiven = (search: Record<string, unknown>) =>
  search as Record<string, string | undefined>
