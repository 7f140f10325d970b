import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const CSS = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const TOKEN = /--(?<name>[\w-]+): light-dark\((?<light>#\w+), (?<dark>#\w+)\)/g
const TOKENS = new Map(
  [...CSS.matchAll(TOKEN)].map(({ groups }) => [groups!.name!, [groups!.light!, groups!.dark!]]),
)
const GROUNDS = ['canvas', 'surface', 'sunken', 'hover', 'selected']
const TEXTS = ['ink', 'text', 'muted', 'faint']
/** Text of a tone stands on its own ground and on panels. */
const TONES = ['positive', 'caution', 'negative', 'info']
const MARKS = ['inflow', 'outflow', 'balance', 'debt', 'alert', 'line-strong', 'focus']

test('text has a contrast of at least 4.5 on every ground, in both themes', () => {
  assert.ok(TOKENS.size > 25)
  const pairs = [
    ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
    ...TONES.flatMap((tone) => [[tone, `${tone}-bg`] as const, [tone, 'surface'] as const]),
    ['on-accent', 'accent'] as const,
    ['accent', 'surface'] as const,
    ['accent', 'canvas'] as const,
  ]
  assert.deepEqual(listBelow(pairs, 4.5), [])
})

test('marks of charts, lines of fields and the ring of the focus have at least 3 on panels', () => {
  assert.deepEqual(
    listBelow(
      MARKS.map((mark) => [mark, 'surface']),
      3,
    ),
    [],
  )
})

function listBelow(pairs: readonly (readonly [string, string])[], least: number): string[] {
  return pairs.flatMap(([text, ground]) =>
    [0, 1].flatMap((theme) => {
      const contrast = computeContrast(TOKENS.get(text)![theme]!, TOKENS.get(ground)![theme]!)
      return contrast < least ? [`${text} on ${ground}: ${contrast.toFixed(2)}`] : []
    }),
  )
}

/** WCAG 2.2, relative luminance. */
function computeContrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
