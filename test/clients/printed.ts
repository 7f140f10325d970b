import { readFileSync } from 'node:fs'
import { generateClients } from '../../clients/generator/generate.ts'
import { ERRORS } from '../../src/platform/errors/catalogue.ts'
import { openApiDocument } from '../../src/resources/docs/openapi.ts'
import { ROUTES } from '../../src/resources/index.ts'

const NAMES = new URL('../../clients/names.json', import.meta.url)

/** Everything that is generated of the clients, from the list of routes as it is now. */
export function printClients(): ReturnType<typeof generateClients> {
  const published = JSON.parse(readFileSync(NAMES, 'utf8')) as Record<string, string>
  const document = openApiDocument(ROUTES, 'http://localhost:3100')
  return generateClients(document, published, Object.keys(ERRORS))
}
