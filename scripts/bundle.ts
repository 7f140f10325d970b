// `npm run bundle`: the service and its readers of documents start from a few files instead of a thousand.
// Installing runs it; who changes a source runs from the sources until it is run again.
import { bundleAll } from './bundle/bundle.ts'

await bundleAll()
