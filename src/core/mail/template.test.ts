import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BUILTIN_TEMPLATES, TEMPLATE_TRIGGERS } from './builtin.ts'
import { cleanHtml, htmlToText } from './clean-html.ts'
import { inspectParts, renderParts, type MailParts } from './template.ts'
import { TEMPLATE_VARIABLES } from './variables.ts'

const VALUES = {
  submission: { name: 'Tom & <Jerry>', reference: 'k3x9q2mh7ap', decline_reasons: ['Too new'] },
  lender: { name: 'Acme', reply_address: 'deal@in.acme.example' },
  missing_documents: [
    { label: 'Lease', request_text: 'Please provide: Lease.' },
    { label: '<b>a check</b>', request_text: 'Please provide: <b>a check</b>.' },
  ],
  missing_count: 1,
  received_documents: [{ name: 'july.pdf', document_class: null }],
  variables: { amount: 1000, url: 'https://hooks.example' },
}

function parts(given: Partial<MailParts>): MailParts {
  return { subject: 'Hello', text: null, html: null, ...given }
}

function render(given: Partial<MailParts>): { subject: string; text: string; html: string | null } {
  const made = renderParts(parts(given), VALUES)
  assert.ok('value' in made, JSON.stringify(made))
  return made.value
}

describe('a built-in template', () => {
  for (const template of BUILTIN_TEMPLATES) {
    test(`names known variables alone and makes a mail: ${template.name}`, () => {
      const found = inspectParts(template)
      assert.ok('variables' in found, JSON.stringify(found))
      const { subject, text, html } = render(template)
      assert.ok(subject.length > 5 && text.includes('Acme') && html!.includes('Acme'))
      assert.doesNotMatch(subject + text, /\{\{|\{%|undefined|null/)
      assert.doesNotMatch(html!, /<Jerry>|<b>a check/)
    })
  }

  test('of what is missing lists it line by line, says how to reply, and is signed', () => {
    const wanted = BUILTIN_TEMPLATES.find(({ trigger }) => trigger === 'missing_documents')!
    assert.equal(
      render(wanted).text,
      [
        'Hello,',
        'To go on with Tom & <Jerry> we need:',
        '- Lease\n- <b>a check</b>',
        'Please reply to this mail with the files attached, or send them to deal@in.acme.example.',
        'Best regards,\nAcme\n',
      ].join('\n\n'),
    )
  })

  test('is there for six triggers, each once', () => {
    const triggers = BUILTIN_TEMPLATES.map(({ trigger }) => trigger)
    assert.equal(new Set(triggers).size, 6)
    assert.deepEqual(
      TEMPLATE_TRIGGERS.filter((each) => !triggers.includes(each)),
      ['manual', 'workflow'],
    )
  })
})

describe('a template', () => {
  for (const { name } of TEMPLATE_VARIABLES)
    test(`may name ${name}`, () => {
      const found = inspectParts(parts({ text: `{{ ${name} }}` }))
      assert.deepEqual(found, { variables: [name] })
    })

  const REFUSED = [
    ['{{ submision.name }}', 'text', /Did you mean submission\.name/],
    ['{{ submission.nam }}', 'text', /Did you mean submission\.name/],
    ['{{ process.env }}', 'text', /no variable/],
    ['{% include "x" %}', 'text', /tag "include" not found/],
    ['{{ submission.name | raw }}', 'html', /undefined filter/],
    ['{% for a in missing_documents %}', 'text', /not closed/],
    ['x'.repeat(20_001), 'text', /longer than/],
  ] as const
  for (const [text, part, reason] of REFUSED)
    test(`is refused with the reason: ${text.slice(0, 40)}`, () => {
      const found = inspectParts(parts({ [part]: text }))
      assert.ok('problem' in found)
      assert.equal(found.part, part)
      assert.match(found.problem, reason)
    })

  test('that would run for ever or fill the memory ends with the reason', () => {
    const loop = '{% for a in (1..9999999) %}{% for b in (1..9999999) %}x{% endfor %}{% endfor %}'
    const made = renderParts(parts({ text: loop }), VALUES)
    assert.ok('problem' in made)
  })

  test('puts values into HTML as text, and makes the text of it where none is given', () => {
    const { html, text } = render({ html: '<p>{{ submission.name }}</p><p>Two</p>' })
    assert.equal(html, '<p>Tom &amp; &lt;Jerry&gt;</p><p>Two</p>')
    assert.equal(text, 'Tom & <Jerry>\nTwo')
  })

  test('makes a subject of one line', () => {
    const { subject } = render({
      subject: 'a\r\nBcc: x@y.example {{ submission.name }}',
      text: 'x',
    })
    assert.equal(subject, 'a Bcc: x@y.example Tom & <Jerry>')
  })
})

describe('HTML of a mail', () => {
  const HARMFUL = [
    '<script>x</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//evil.example">x</a>',
    '<iframe src=https://evil.example></iframe>',
    '<form action=https://evil.example><input></form>',
    '<style>@import url(https://evil.example)</style>',
    '<p style="background:url(https://evil.example)">x</p>',
    '<p style="color:expression(alert(1))">x</p>',
    '<svg onload=alert(1)></svg>',
    '<meta http-equiv=refresh content="0;url=https://evil.example">',
    '<base href=https://evil.example>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  ]
  for (const html of HARMFUL)
    test(`loads and runs nothing: ${html}`, () => {
      const clean = cleanHtml(html)
      const harm =
        /script|onerror|onload|javascript|data:|evil|<(?:iframe|form|style|svg|img|meta|base)/
      assert.doesNotMatch(clean, harm)
    })

  test('keeps what a letter needs', () => {
    const html =
      '<h1>A</h1><p style="color:#333;text-align:center"><b>b</b></p><table><tbody><tr><td>1</td></tr></tbody></table>'
    assert.equal(cleanHtml(html), html)
    assert.match(cleanHtml('<a href="https://x.example">x</a>'), /href="https:\/\/x\.example"/)
  })

  test('that is nested without end is cut', () => {
    assert.ok(cleanHtml('<div>'.repeat(50_000)).length < 5_000)
    assert.equal(htmlToText(`${'<div>'.repeat(200)}deep`).includes('<'), false)
  })
})
