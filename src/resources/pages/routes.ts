import { accountRoutes } from './account-routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { homeRoutes } from './home-routes.ts'

/** The pages of people; each form works without a script. */
export const pageRoutes = [...homeRoutes, ...entryRoutes, ...accountRoutes]
