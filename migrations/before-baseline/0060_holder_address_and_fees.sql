-- What a statement prints of its holder's address, and of the sums of its overdraft and returned-item
-- fees: {overdraftPeriod, overdraftYtd, returnedPeriod, returnedYtd} in minor units. Null: not printed.
alter table statements
  add column holder_address text,
  add column fees_printed jsonb;
