import { readFileSync } from 'node:fs'

/** The version of package.json; part of health, headers and the OpenAPI document. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version
