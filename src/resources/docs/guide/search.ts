import { ERRORS } from '../../../platform/errors/catalogue.ts'
import { getMethod, getPath, type Route } from '../../../platform/route.ts'
import { toTag } from '../tags.ts'
import { toId } from './markdown.ts'
import { PAGES, type GuidePage } from './pages.ts'

/** Title, address and text of what can be found. */
type Entry = [title: string, path: string, text: string]

const TEXT_LENGTH_MAX = 600

/** Everything that the field of search finds: parts of pages, operations and errors. */
export function searchIndex(routes: readonly Route[]): string {
  return JSON.stringify([
    ...PAGES.flatMap(pageEntries),
    ...routes.filter(({ browser }) => browser === undefined).map(operationEntry),
    ...Object.entries(ERRORS).map(([code, { message }]): Entry => [
      code,
      `/docs/errors#${code.replaceAll('_', '-')}`,
      message,
    ]),
  ])
}

/** The page itself, and each of its sections. */
function pageEntries({ name, title, summary, text }: GuidePage): Entry[] {
  const sections = text.split(/^## /m).slice(1)
  return [
    [title, `/docs/${name}`, summary],
    ...sections.map((section): Entry => {
      const [heading = '', ...lines] = section.split('\n')
      return [
        `${title}: ${plain(heading)}`,
        `/docs/${name}#${toId(heading)}`,
        plain(lines.join(' ')),
      ]
    }),
  ]
}

function plain(text: string): string {
  return text
    .replaceAll(/```.*?```/gs, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|#>]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_LENGTH_MAX)
}

function operationEntry(declared: Route): Entry {
  const title = `${getMethod(declared)} ${getPath(declared)}`
  return [title, `/docs/reference/${toTag(declared)}#${operationId(declared)}`, declared.summary]
}

/** The anchor of an operation on the page of its tag. */
export function operationId(declared: Route): string {
  return toId(declared.endpoint.replace('/v1/', '/'))
}
