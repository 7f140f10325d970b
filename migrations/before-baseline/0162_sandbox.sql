-- The inbox of a test environment: what a webhook receiver would have got, and how it answers.

create table sandbox_inboxes (
  environment_id uuid not null references environments (id),
  response_status smallint not null default 200 check (response_status between 200 and 599),
  response_delay_ms integer not null default 0 check (response_delay_ms between 0 and 15000),
  primary key (environment_id)
);
call fence('sandbox_inboxes');

create table sandbox_messages (
  environment_id uuid not null references environments (id),
  id uuid not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  event_id text not null,
  event_type text not null,
  headers jsonb not null,
  body text not null,
  response_status smallint not null,
  received_at timestamptz(3) not null default now(),
  primary key (environment_id, id)
);
create index sandbox_messages_by_arrival
  on sandbox_messages (environment_id, received_at desc, id desc);
call fence('sandbox_messages');
