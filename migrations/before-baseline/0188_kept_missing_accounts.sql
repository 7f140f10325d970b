-- Accounts that the rows speak of follow from the rows as their columns do; null where nobody kept them.
alter table kept_rows add column missing_accounts jsonb;
