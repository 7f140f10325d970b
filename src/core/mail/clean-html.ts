import sanitize from 'sanitize-html'

const SIZE = /^\d{1,4}(?:\.\d{1,2})?(?:px|em|rem|%|pt)?$/
const SIZES = /^(?:(?:\d{1,4}(?:\.\d{1,2})?(?:px|em|rem|%|pt)?|auto)\s*){1,4}$/
// #fff, rgb(0, 0, 0), navy
const COLOR = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\)|[a-z]{3,24})$/i
const WORD = /^[a-z-]{1,24}$/i

/** What a style may set; each value is of a closed form, so that none can load anything. */
const STYLES = {
  color: [COLOR],
  'background-color': [COLOR],
  'font-size': [SIZE, WORD],
  'font-weight': [/^(?:\d{3}|[a-z]{4,7})$/],
  'font-style': [WORD],
  'font-family': [/^[\w\s,'"-]{1,120}$/],
  'text-align': [WORD],
  'text-decoration': [WORD],
  'line-height': [SIZE],
  margin: [SIZES],
  padding: [SIZES],
  border: [/^\d{1,2}px (?:solid|dashed|dotted) (?:#[0-9a-f]{3,8}|[a-z]{3,24})$/i],
  width: [SIZE],
  'max-width': [SIZE],
  'vertical-align': [WORD],
}

const TAGS = [
  'a', 'b', 'blockquote', 'br', 'caption', 'code', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'i', 'li',
  'ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th',
  'thead', 'tr', 'u', 'ul',
] // prettier-ignore

/** Deeper HTML is cut: no letter of a person is nested like this. */
const DEPTH_MAX = 100

/**
 * The HTML of a mail with what shows text alone: no script, form, frame, picture or style sheet;
 * links of http, https and mailto. Nothing in it loads anything when it is opened.
 */
export function cleanHtml(html: string): string {
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['style', 'align', 'dir', 'lang', 'title'],
      a: ['href', 'rel'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedStyles: { '*': STYLES },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: DEPTH_MAX,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, rel: 'noopener noreferrer nofollow' },
      }),
    },
  }).trim()
}

/** The text of HTML, for programs that show no other. */
export function htmlToText(html: string): string {
  const broken = html
    .replace(/<(?:br|hr)\b[^>]{0,2000}>/gi, '\n')
    .replace(/<\/(?:p|div|tr|li|h[1-6]|table|blockquote)>/gi, '\n')
  const bare = sanitize(broken, { allowedTags: [], allowedAttributes: {}, nestingLimit: DEPTH_MAX })
  return unescape(bare)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

function unescape(text: string): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name]!)
}
