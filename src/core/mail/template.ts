import type { Liquid, Template } from 'liquidjs'
import { listPaths, openLanguage, OUTPUT_MAX, readReason, TEXT_MAX } from '../values/liquid.ts'
import { didYouMean } from '../values/text.ts'
import { cleanHtml, htmlToText } from './clean-html.ts'
import { VARIABLE_NAMES } from './variables.ts'

/** The parts of a mail with `{{ }}`; one of text and HTML is there. */
export interface MailParts {
  subject: string
  text: string | null
  html: string | null
}

/** A mail with all of its values put in. */
export interface RenderedMail {
  subject: string
  text: string
  html: string | null
}

/** What is wrong with a part, as a sentence that ends without a full stop. */
export interface PartProblem {
  part: keyof MailParts
  problem: string
}

export type TemplateValues = Readonly<Record<string, unknown>>

const SUBJECT_MAX = 255
/** On the clock: a busy machine must not refuse a mail that is well. */
const RENDER_MS_MAX = 500
const PLAIN = openLanguage({ renderMs: RENDER_MS_MAX })
const ESCAPED = openLanguage({ isHtml: true, renderMs: RENDER_MS_MAX })
const PARTS = ['subject', 'text', 'html'] as const

/** The variables that the parts name, each once, or the first part that cannot be used. */
export function inspectParts(parts: MailParts): { variables: string[] } | PartProblem {
  const found = new Set<string>()
  for (const part of PARTS) {
    const parsed = parse(part, parts[part] ?? '')
    if ('problem' in parsed) return { part, problem: parsed.problem }
    for (const name of parsed.names) {
      const known = VARIABLE_NAMES.find((one) => name === one || name.startsWith(`${one}.`))
      const problem = `it names ${name.slice(0, 80)}, which is no variable.${didYouMean(name, VARIABLE_NAMES)}`
      if (known === undefined) return { part, problem: problem.replace(/\.$/, '') }
      found.add(known)
    }
  }
  return { variables: [...found].toSorted() }
}

/**
 * The parts with their values; what has no value is left out. Values are escaped in HTML, and the
 * HTML is cleaned. The text is made of the HTML where it is not given.
 */
export function renderParts(
  parts: MailParts,
  values: TemplateValues,
): { value: RenderedMail } | PartProblem {
  const inspected = inspectParts(parts)
  if ('problem' in inspected) return inspected
  const made: Partial<Record<keyof MailParts, string>> = {}
  for (const part of PARTS) {
    const given = parts[part]
    if (given === null) continue
    const rendered = render(part, given, values)
    if ('problem' in rendered) return { part, problem: rendered.problem }
    made[part] = rendered.value
  }
  const html = made.html === undefined ? null : cleanHtml(made.html)
  const subject = (made.subject ?? '').replace(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX)
  if (subject === '') return { part: 'subject', problem: 'it makes an empty subject' }
  return { value: { subject, text: made.text ?? htmlToText(html ?? ''), html } }
}

type Parsed = { templates: Template[]; names: string[] } | { problem: string }

function languageFor(part: keyof MailParts): Liquid {
  return part === 'html' ? ESCAPED : PLAIN
}

function parse(part: keyof MailParts, text: string): Parsed {
  if (text.length > TEXT_MAX) return { problem: `it is longer than ${TEXT_MAX} characters` }
  const language = languageFor(part)
  try {
    const templates = language.parse(text)
    const paths = listPaths(language, templates)
    return { templates, names: paths.map((path) => path.slice(0, 2).join('.')) }
  } catch (error) {
    return { problem: readReason(error) }
  }
}

function render(
  part: keyof MailParts,
  text: string,
  values: TemplateValues,
): { value: string } | { problem: string } {
  const parsed = parse(part, text)
  if ('problem' in parsed) return parsed
  try {
    const value = languageFor(part).renderSync(parsed.templates, values) as string
    return value.length > OUTPUT_MAX
      ? { problem: `it makes more than ${OUTPUT_MAX} characters` }
      : { value }
  } catch (error) {
    return { problem: readReason(error) }
  }
}
