import type { Route } from '../platform/route.ts'
import { healthRoutes } from './health/routes.ts'

/** The list of routes. A path without parameter stands before one that would swallow it. */
export const ROUTES: readonly Route[] = [...healthRoutes]
