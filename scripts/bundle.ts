// `npm run bundle`: the readers of documents start from a few files instead of some hundred.
// Installing runs it; who changes a source runs from the sources until it is run again.
import { bundleReader } from './bundle/bundle.ts'

await bundleReader()
