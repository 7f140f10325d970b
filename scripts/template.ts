// `npm run template`: a first start copies a data directory with an empty database instead of making it.
// Installing runs it; after a new migration a first start makes its own until it is run again.
import { makeTemplate } from './bundle/template.ts'

await makeTemplate()
