-- The same statement in another deal is found by what it prints, whatever account and holder it names.
create index statements_by_balances on statements (environment_id, closing_balance, opening_balance);
