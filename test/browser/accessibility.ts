import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

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

/**
 * What every rule of axe finds on the page as it is shown now, one line a fault, and where it is
 * wider than the window.
 */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    })})`,
  )) as AxeResults
  const isTooWide = await page.evaluate(
    `document.documentElement.scrollWidth > document.documentElement.clientWidth`,
  )
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  return isTooWide === true ? ['is wider than its window', ...faults] : faults
}
