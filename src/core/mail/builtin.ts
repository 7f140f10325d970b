import type { MailParts } from './template.ts'

/** When a template is meant to be sent; submission_received is sent by itself once it is active. */
export const TEMPLATE_TRIGGERS = [
  'manual',
  'missing_documents',
  'submission_received',
  'submission_processed',
  'declined',
  'offer',
  'webhook_disabled',
  'workflow',
] as const

export type TemplateTrigger = (typeof TEMPLATE_TRIGGERS)[number]

/** A template that comes with the service. */
export interface BuiltinTemplate extends MailParts {
  name: string
  description: string
  trigger: TemplateTrigger
}

const REFERENCE = '{% if submission.reference %} [ref:{{ submission.reference }}]{% endif %}'
const GREETING = 'Hello,'
const SIGNATURE = {
  text: 'Best regards{% if lender.name %},\n{{ lender.name }}{% endif %}',
  html: '<p>Best regards{% if lender.name %},<br>{{ lender.name }}{% endif %}</p>',
}
const SEND_FILES =
  'Please reply to this mail with the files attached{% if lender.reply_address %}, or send them to {{ lender.reply_address }}{% endif %}.'
/** The items alone: the sentence before them says that they are needed. */
const MISSING_TEXT =
  '{% for item in missing_documents %}{% unless forloop.first %}\n{% endunless %}- {{ item.label }}{% endfor %}'
const MISSING_HTML =
  '<ul>{% for item in missing_documents %}<li>{{ item.label }}</li>{% endfor %}</ul>'

/** Paragraphs as text and as HTML; one of several lines is given in both forms. */
function paragraphs(
  given: readonly (string | { text: string; html: string })[],
): Pick<MailParts, 'text' | 'html'> {
  const pairs = given.map((one) =>
    typeof one === 'string' ? { text: one, html: `<p>${one}</p>` } : one,
  )
  const text = pairs.map((pair) => pair.text).join('\n\n')
  return { text: `${text}\n`, html: pairs.map((pair) => pair.html).join('\n') }
}

/** The built-in templates in the order of the reference. */
export const BUILTIN_TEMPLATES: readonly BuiltinTemplate[] = [
  {
    name: 'Missing documents',
    description: 'The list of what the deal still needs, with the address that takes it.',
    trigger: 'missing_documents',
    subject: `Documents needed: {{ submission.name }}${REFERENCE}`,
    ...paragraphs([
      GREETING,
      'To go on with {{ submission.name }} we need:',
      { text: MISSING_TEXT, html: MISSING_HTML },
      SEND_FILES,
      SIGNATURE,
    ]),
  },
  {
    name: 'Submission received',
    description: 'That a deal and its files have arrived, with what is still missing.',
    trigger: 'submission_received',
    subject: `Received: {{ submission.name }}${REFERENCE}`,
    ...paragraphs([
      GREETING,
      'We have received {{ submission.name }} with {{ received_documents | size }} files.',
      {
        text: `{% if missing_count > 0 %}We still need:\n\n${MISSING_TEXT}{% endif %}`,
        html: `{% if missing_count > 0 %}<p>We still need:</p>${MISSING_HTML}{% endif %}`,
      },
      SEND_FILES,
      SIGNATURE,
    ]),
  },
  {
    name: 'Submission processed',
    description: 'That the files of a deal have been read.',
    trigger: 'submission_processed',
    subject: `Your files have been read: {{ submission.name }}${REFERENCE}`,
    ...paragraphs([
      GREETING,
      'The files of {{ submission.name }} have been read, and the deal is with our underwriters.',
      SIGNATURE,
    ]),
  },
  {
    name: 'Declined',
    description: 'That a deal is declined, with the reasons that it has.',
    trigger: 'declined',
    subject: `Decision on {{ submission.name }}${REFERENCE}`,
    ...paragraphs([
      GREETING,
      'We cannot offer financing for {{ submission.name }} at this time.',
      {
        text: '{% for reason in submission.decline_reasons %}- {{ reason }}\n{% endfor %}',
        html: '<ul>{% for reason in submission.decline_reasons %}<li>{{ reason }}</li>{% endfor %}</ul>',
      },
      SIGNATURE,
    ]),
  },
  {
    name: 'Offer',
    description: 'An offer; the call gives amount, payment, frequency and term under variables.',
    trigger: 'offer',
    subject: `Offer for {{ submission.name }}${REFERENCE}`,
    ...paragraphs([
      GREETING,
      [
        'We can offer {{ submission.name }} {{ variables.amount | money }}',
        '{% if variables.term %} over {{ variables.term }}{% endif %}',
        '{% if variables.payment %}, with payments of {{ variables.payment | money }}',
        '{% if variables.frequency %} {{ variables.frequency }}{% endif %}{% endif %}.',
      ].join(''),
      'Reply to this mail with your questions, or to accept.',
      SIGNATURE,
    ]),
  },
  {
    name: 'Webhook disabled',
    description: 'For your own people: a webhook was disabled; the call names its url.',
    trigger: 'webhook_disabled',
    subject: 'A webhook was disabled',
    ...paragraphs([
      GREETING,
      'The webhook to {{ variables.url | default: "your address" }} was disabled, since its receiver failed. Nothing is sent to it until it is enabled again.',
      SIGNATURE,
    ]),
  },
]
