-- The offer that the lender keeps on a deal: {amount, currency, factor, termMonths, frequency,
-- originationFee, payoffs, payment, purchasedAmount, netFunded, state, changedAt, changedBy} in major
-- units. The last release neither reads nor writes it.
alter table submissions add column kept_offer jsonb;
