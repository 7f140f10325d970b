-- What finding duplicates and sorting long lists of submissions need.

-- Keys that two submissions of one business share: words of the name, phone, e-mail, website, address.
alter table submissions add column match_keys text[] not null default '{}';
create index submissions_by_match_key on submissions using gin (match_keys);

create index submissions_by_update on submissions (environment_id, updated_at desc, id desc);
create index submissions_by_name on submissions (environment_id, name, id);
create index accounts_by_fingerprint on accounts (environment_id, fingerprint);
create index missing_accounts_by_id on missing_accounts (environment_id, submission_id, id);
