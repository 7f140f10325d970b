/** What bad input was found where. Core never throws for bad input; it returns these. */
export interface Problem {
  code: string
  /**
   * Page, row or line, in words a person can follow: `page 2`, `row 14`. Null when it concerns the
   * whole.
   */
  where: string | null
  message: string
}
