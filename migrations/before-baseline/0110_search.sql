-- Search: what the transactions of an environment are called, each descriptor once, and the words
-- in that. An index over descriptors is a ninth of one over transactions, and written once for all
-- rows alike (performance.md §7).

create extension if not exists btree_gin;

-- `text` is in the words of the index: letters and digits, lower case, one space between.
create table descriptors (
  environment_id uuid not null references environments (id),
  key bigint not null,
  text text not null,
  last_date date not null,
  primary key (environment_id, key)
);
create index descriptors_by_word on descriptors
  using gin (environment_id, to_tsvector('simple', text)) with (fastupdate = off);
create index descriptors_by_date on descriptors (environment_id, last_date desc);
call fence('descriptors');

-- The words that can be misspelt, and in how many descriptors each stands.
create table search_words (
  environment_id uuid not null references environments (id),
  word text not null,
  descriptors_count integer not null,
  added_at timestamptz(3) not null default now(),
  primary key (environment_id, word)
);
create index search_words_by_age on search_words (environment_id, added_at);
call fence('search_words');

alter table transactions add column descriptor_key bigint
  generated always as (hashtextextended(normalized_description, 0)) stored;
create index transactions_by_descriptor on transactions (environment_id, descriptor_key, date desc, id desc)
  where descriptor_key is not null;
create index transactions_by_amount on transactions (environment_id, amount, date desc, id desc);
create index transactions_by_external_id on transactions (environment_id, external_id)
  where external_id is not null;

alter table submissions add column search_text text not null generated always as (
  name || ' ' || coalesce(company_info ->> 'name', '') || ' ' || coalesce(company_info ->> 'dba', '')
    || ' ' || coalesce(external_id, '')) stored;
create index submissions_by_word on submissions
  using gin (environment_id, to_tsvector('simple', search_text));
create index submissions_by_likeness on submissions
  using gin (environment_id, search_text gin_trgm_ops);
create index accounts_by_last4 on accounts (environment_id, last4) where last4 is not null;

-- The operators of text search are not leakproof, so row security keeps the application's role off
-- these indexes: three functions, each of which fences itself. The statements are dynamic, so that
-- each is planned for its words: a rare one by the index of words, a common one by date.
create function system_search_descriptors(words text, said text, since date, wanted integer)
returns table (key bigint, score real)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select d.key, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', d.text), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, d.text))::numeric, 4)::real
    from (
      select key, text from descriptors
      where environment_id = current_environment()
        and to_tsvector(''simple'', text) @@ to_tsquery(''simple'', $1) and last_date >= $3
      order by last_date desc limit $4) d'
    using words, said, since, wanted;
end $$;

create function system_search_submissions(words text, said text, is_fuzzy boolean, wanted integer)
returns table (id uuid, score real, is_text boolean)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select s.id, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', s.search_text), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, s.search_text))::numeric, 4)::real as score,
      to_tsvector(''simple'', s.search_text) @@ to_tsquery(''simple'', $1)
    from submissions s
    where s.environment_id = current_environment()
      and (to_tsvector(''simple'', s.search_text) @@ to_tsquery(''simple'', $1)
        or ($3 and $2 <% s.search_text))
    order by score desc, s.created_at desc limit $4'
    using words, said, is_fuzzy, wanted;
end $$;

create function system_search_merchants(words text, said text, is_fuzzy boolean, wanted integer)
returns table (id uuid, score real, is_text boolean)
language plpgsql stable security definer set search_path = public as $$
begin
  return query execute '
    select m.id, round((0.6 * least(1, ts_rank_cd(''{1,1,1,1}'', to_tsvector(''simple'', m.normalized_name), to_tsquery(''simple'', $1)))
      + 0.4 * word_similarity($2, m.normalized_name))::numeric, 4)::real as score,
      to_tsvector(''simple'', m.normalized_name) @@ to_tsquery(''simple'', $1)
    from merchants m
    where m.environment_id = current_environment()
      and (to_tsvector(''simple'', m.normalized_name) @@ to_tsquery(''simple'', $1)
        or ($3 and $2 <% m.normalized_name))
    order by score desc, m.id limit $4'
    using words, said, is_fuzzy, wanted;
end $$;

drop index merchants_by_name;
create index merchants_by_name on merchants using gin (environment_id, normalized_name gin_trgm_ops);
create index merchants_by_word on merchants
  using gin (environment_id, to_tsvector('simple', normalized_name));

call settle_system_functions();
