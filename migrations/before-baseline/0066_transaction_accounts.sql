-- A transaction is on an account of its own submission: one key says that, where two said less and
-- were checked twice for each row that came in.

alter table accounts add constraint accounts_of_submission unique (environment_id, submission_id, id);

alter table transactions
  drop constraint transactions_environment_id_account_id_fkey,
  drop constraint transactions_environment_id_submission_id_fkey,
  add constraint transactions_account_of_submission
    foreign key (environment_id, submission_id, account_id)
    references accounts (environment_id, submission_id, id) on delete cascade;
