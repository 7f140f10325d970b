import type { Layout } from '../layout.ts'
import { PNC } from './pnc.ts'
import { US_BANK } from './us-bank.ts'

/** Every known layout, tried in this order. */
export const LAYOUTS: readonly Layout[] = [US_BANK, PNC]
