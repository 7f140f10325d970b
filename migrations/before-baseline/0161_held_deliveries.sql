-- What waits when a webhook stops being active is held until it is enabled, and then sent; it was
-- discarded before, and only a replay of each by hand brought it back.

alter table deliveries drop constraint deliveries_status_check;
update deliveries set status = 'held', completed_at = null where status = 'discarded';
alter table deliveries add constraint deliveries_status_check
  check (status in ('pending', 'succeeded', 'retrying', 'failed', 'held'));

drop index deliveries_open;
create index deliveries_open on deliveries (environment_id, webhook_id, created_at, id)
  where status in ('pending', 'retrying', 'held');
create index deliveries_failed on deliveries (environment_id, webhook_id, created_at, id)
  where status = 'failed';
-- What became of an event, and what was sent of it to one webhook.
create index deliveries_by_event on deliveries (environment_id, event_id, webhook_id);
create index events_by_creation on events (environment_id, created_at desc, id desc);
