import { accountRoutes } from './account/account-routes.ts'
import { appsRoutes } from './account/apps-routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { homeRoutes } from './home-routes.ts'
import { teamPageRoutes } from './team/team-routes.ts'
import { uploadPageRoutes } from './upload-routes.ts'

/** The pages of people; each form works without a script. */
export const pageRoutes = [
  ...homeRoutes,
  ...entryRoutes,
  ...accountRoutes,
  ...appsRoutes,
  ...teamPageRoutes,
  ...uploadPageRoutes,
]
