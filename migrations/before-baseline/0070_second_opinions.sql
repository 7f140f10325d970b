-- What a language model took a descriptor for, where the operator configured one and the tenant
-- allowed it: a suggestion beside the rows that are to be reviewed, never their category. By the
-- key of the descriptor, so that the text itself is not kept once more.
create table second_opinions (
  environment_id uuid not null references environments (id),
  descriptor_key bigint not null,
  is_inflow boolean not null,
  -- Null where the model had nothing usable to say; it is not asked again.
  category_slug text,
  -- Below what needs no review, so that no opinion can take a row out of it.
  confidence double precision check (confidence >= 0 and confidence < 0.6),
  model text not null,
  asked_at timestamptz(3) not null default now(),
  primary key (environment_id, descriptor_key, is_inflow),
  check ((category_slug is null) = (confidence is null))
);
call fence('second_opinions');
