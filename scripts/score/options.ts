/** How a score is run: how many deals, and whether to list what is wrong. */
export interface ScoreOptions {
  deals: number
  isListing: boolean
}
