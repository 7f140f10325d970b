import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { whyNotLong } from '../long.ts'

export interface Look {
  name: string
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

const WIDTHS = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'narrow', width: 320, height: 640 },
]

/** Each theme at three widths; 320 is where WCAG wants no scrolling to the side. */
export const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ ...width, colorScheme, name: `${width.name}-${colorScheme}` })),
)

/** What a theme or a width can change; the rest is seen once. */
export const RULES_OF_LOOKS = [
  'color-contrast',
  'target-size',
  'scrollable-region-focusable',
] as const

/**
 * For every second page one of the looks, and for the next the next of them. `npm run walks`, and
 * whoever wants pictures, gets all for each page.
 */
export function looksInTurn(): () => readonly Look[] {
  let at = 0
  const areAll = whyNotLong() === false || process.env.PICTURES_DIR !== undefined
  return () => {
    if (areAll) return LOOKS
    const turn = at++ / 2
    return Number.isInteger(turn) ? [LOOKS[turn % LOOKS.length]!] : []
  }
}

/** What makes the page wider than its window; null when it is not. */
const WIDEST = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return null
  const over = [...document.body.querySelectorAll('*')].filter(
    (one) => Math.round(one.getBoundingClientRect().right + scrollX) >= scrollWidth,
  )
  const { tagName, className, textContent } = over.at(-1) ?? document.body
  return tagName.toLowerCase() + '.' + className + ' ' + textContent.slice(0, 40)
})()`

/**
 * What every rule of axe finds on the page as it is shown now, one line a fault, and where it is
 * wider than the window.
 */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    })})`,
  )) as AxeResults
  const widest = (await page.evaluate(WIDEST)) as string | null
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  return widest === null ? faults : [`is wider than its window: ${widest}`, ...faults]
}
