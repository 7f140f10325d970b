import { openOAuthHouse } from '../../oauth-house.ts'
import type { Proof } from '../proof.ts'
import { DOCUMENT_CASES } from './documents.ts'
import { PEOPLE_CASES } from './people.ts'
import { REQUEST_CASES } from './requests.ts'
import { openScene } from './scene.ts'
import { TOKEN_CASES } from './tokens.ts'

export const OAUTH_CASES = [
  ...REQUEST_CASES,
  ...TOKEN_CASES,
  ...PEOPLE_CASES,
  ...DOCUMENT_CASES,
] as const
const CASES_REDUCED = 25

/** Attacks on the OAuth server, each as a program, a page or a browser would send it. */
export const oauthProof: Proof = {
  name: 'oauth',
  promise: 'A program gets what a person granted it, once, and nothing else',
  tries: 'attacks on the OAuth server',
  prove: async (trial) => {
    const house = await openOAuthHouse()
    const scene = await openScene(house)
    try {
      for (const { name, isRefused } of trial.some(OAUTH_CASES, CASES_REDUCED)) {
        await trial.try(name, async () => trial.hold(await isRefused(scene), name, 'leaked'))
      }
    } finally {
      scene.documents.close()
      await house.close()
    }
  },
}
