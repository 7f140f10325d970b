import { escapeHtml } from '../docs/html.ts'

/** Markup that is safe to send as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** Markup of a template: what is put in is text and is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const texts = parts.map(
    (part, index) => part + (index < values.length ? toText(values[index]) : ''),
  )
  return new Html(texts.join(''))
}

/** Nothing where there is nothing to show, so that a part may depend on a condition. */
function toText(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(toText).join('')
  return escapeHtml(String(value))
}
