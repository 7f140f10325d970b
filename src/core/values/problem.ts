/** Bad input and where it was found. Core returns these and never throws for bad input. */
export interface Problem {
  code: string
  /**
   * Page, row or line, in words a person can follow: `page 2`, `row 14`. Null when it concerns the
   * whole.
   */
  where: string | null
  message: string
}
