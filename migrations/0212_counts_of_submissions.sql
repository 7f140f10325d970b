-- How many documents, rows, accounts and positions a submission has, kept where they are written, so
-- that a list of deals counts nothing. With the version of the data that they are of: what the last
-- release changes is counted when it is read, until it changes again.
alter table portfolio_facts add column counts jsonb;

update portfolio_facts f
set counts = jsonb_build_object('dataVersion', s.data_version,
  'documents', coalesce(d.documents, 0), 'documentsFailed', coalesce(d.failed, 0),
  'transactions', coalesce(d.rows, 0) + coalesce(t.rows, 0),
  'accounts', coalesce(a.accounts, 0), 'positions', coalesce(p.positions, 0))
from submissions s
left join (
  select environment_id, submission_id, count(*) filter (where status <> 'split') as documents,
    count(*) filter (where status = 'failed') as failed,
    sum(transactions_count) filter (where is_included) as rows
  from documents group by 1, 2) d on d.environment_id = s.environment_id and d.submission_id = s.id
left join (
  select environment_id, submission_id, count(*) as rows
  from transactions where document_id is null group by 1, 2) t
  on t.environment_id = s.environment_id and t.submission_id = s.id
left join (
  select environment_id, submission_id, count(*) as accounts
  from accounts where merged_into is null group by 1, 2) a
  on a.environment_id = s.environment_id and a.submission_id = s.id
left join (
  select environment_id, submission_id, count(*) as positions
  from positions group by 1, 2) p on p.environment_id = s.environment_id and p.submission_id = s.id
where s.environment_id = f.environment_id and s.id = f.submission_id;
