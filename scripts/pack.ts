import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { packTools } from './pack/pack.ts'

// `npm run pack-tools`: the package of the tools for agents, as dist/assay-mcp-<version>.tgz.
const folder = resolve(import.meta.dirname, '../dist')
mkdirSync(folder, { recursive: true })
console.log(await packTools(folder))
