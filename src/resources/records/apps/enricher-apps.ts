import { Type } from 'typebox'
import { INPUTS } from '../../../core/enrichers/inputs.ts'
import { Fields } from '../../../platform/wire/shapes.ts'
import type { App } from './app.ts'

/** What enrichers need that is not of the deal. */
export const ENRICHER_APPS: readonly App[] = [
  {
    slug: 'ofac_list',
    name: 'OFAC screening',
    description:
      'Compares the names of company and owners with the list of specially designated nationals.',
    category: 'fraud',
    version: '1.0.0',
    permissions: ['entities:write', 'pii:read'],
    config: Fields({}),
    switchesOn: { enrichers: ['ofac_screen'] },
    findObstacle: ({ ofacSdnFile }) =>
      ofacSdnFile === null
        ? 'The operator of this service has put no list in place (OFAC_SDN_FILE).'
        : null,
  },
  {
    slug: 'http_enricher',
    name: 'Own enricher',
    description:
      'Posts inputs of a deal to a server of yours and keeps the fields that it returns.',
    category: 'data',
    version: '1.0.0',
    permissions: ['entities:write', 'pii:read'],
    config: Fields({
      url: Type.String({ format: 'uri', maxLength: 2000, title: 'URL' }),
      inputs: Type.Optional(
        Type.Array(Type.Enum(Object.keys(INPUTS)), {
          maxItems: 30,
          uniqueItems: true,
          title: 'Inputs',
          description:
            'What is sent of the deal; default: company_name, dba, address and naics_code.',
        }),
      ),
    }),
    switchesOn: { enrichers: ['http'] },
    hasSigningSecret: true,
  },
]
