-- What people say of positions. It outlives the positions themselves, which every enrichment finds
-- anew: `anchors` are the keys of the rows by which a position is known again.
create table position_decisions (
  environment_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  decision jsonb not null,
  anchors text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (environment_id, id),
  foreign key (environment_id, submission_id) references submissions (environment_id, id) on delete cascade
);
create index position_decisions_by_submission on position_decisions (environment_id, submission_id);
call fence('position_decisions');

alter table positions
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now();

-- Positions and streams say more than they did; the next enrichment finds them again.
insert into jobs (environment_id, id, kind, payload, unique_key)
select s.environment_id, gen_random_uuid(), 'enrich-submission', jsonb_build_object('submissionId', s.id), s.id::text
from submissions s
where exists (select from positions p where p.environment_id = s.environment_id and p.submission_id = s.id)
  or exists (select from streams r where r.environment_id = s.environment_id and r.submission_id = s.id)
on conflict do nothing;
delete from positions;
delete from streams;
