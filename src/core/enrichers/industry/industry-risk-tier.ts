import { declareEnricher, found, unknown } from '../enricher.ts'

/** The tier that the organization has put the industry in. */
export const industryRiskTier = declareEnricher({
  name: 'industry_risk_tier',
  label: 'Industry risk tier',
  description: 'Reads the tier of the NAICS code from the setting industry_tiers.',
  category: 'industry',
  required: ['naics_code', 'industry_tiers'],
  outputs: {
    tier: ['string', 'Tier of the setting'],
    matched_prefix: ['string', 'The longest prefix that the setting has'],
    is_restricted: ['boolean', 'The tier is restricted'],
  },
  run: ({ naics_code: code, industry_tiers: tiers }) => {
    const [prefix] = Object.keys(tiers)
      .filter((each) => code.startsWith(each))
      .toSorted((a, b) => b.length - a.length)
    if (prefix === undefined) {
      const none = unknown(`The setting industry_tiers has no prefix of ${code}.`)
      return { tier: none, matched_prefix: none, is_restricted: none }
    }
    const tier = tiers[prefix]!
    const evidence = `industry_tiers puts ${prefix} in ${tier}.`
    return {
      tier: found(tier, 1, evidence),
      matched_prefix: found(prefix, 1),
      is_restricted: found(tier === 'restricted', 1, evidence),
    }
  },
})
