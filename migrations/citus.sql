-- Spreads a migrated database over the nodes of Citus, by environment. Generated: npm run golden
--
-- Run it once, on the coordinator, after `create extension citus` and after the nodes were added, while
-- the service is stopped. docs/scale.md says what else changes then, and what was not tried.

-- Row security reads app.environment_id, which every transaction sets for itself.
do $$ begin
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
end $$;

-- On every node in full.
select create_reference_table('attempts');
select create_reference_table('house_secrets');
select create_reference_table('oauth_records');
select create_reference_table('registry_merchants');
select create_reference_table('sealing_keys');
select create_reference_table('tenants');
select create_reference_table('environments');
select create_reference_table('api_keys');
select create_reference_table('invitations');
select create_reference_table('users');
select create_reference_table('access_tokens');
select create_reference_table('memberships');
select create_reference_table('mfa_factors');
select create_reference_table('oauth_grants');
select create_reference_table('recovery_codes');
select create_reference_table('sessions');

-- By environment, all rows of one on the same node.
select create_distributed_table('submissions', 'environment_id', colocate_with => 'none', shard_count => 64);
select create_distributed_table('audit_log', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('rate_limits', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('accounts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('analytics_versions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('anomaly_notes', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('attribute_overrides', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('audit_heads', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('benchmark_values', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('brokers', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('broker_submissions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('broker_files', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('corrections', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('descriptors', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('document_classes', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('documents', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('data_sources', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('document_readings', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('document_signals', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('email_templates', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('emails', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('email_attachments', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('entities', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('entity_attributes', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('attribute_sources', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('events', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('feedback', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('file_rename_rules', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('funders', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('funder_policies', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('funder_matches', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('funder_submissions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('idempotency_keys', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('imports', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('integrations', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('connector_calls', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('iso_applications', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('item_removals', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('jobs', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('kept_reports', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('kept_rows', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('layouts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('links', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('logos', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('mail_addresses', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('mail_hooks', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('merchants', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('merchant_totals', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('metric_snapshots', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('missing_accounts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('policies', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('policy_evaluations', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('policy_versions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('portfolio_facts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('portfolio_totals', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('portfolio_versions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('position_decisions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('positions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('processing_runs', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('provider_accounts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('provider_changes', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('reading_patches', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('request_log', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('rules', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('rule_verdicts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('rule_versions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('sandbox_inboxes', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('sandbox_messages', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('search_words', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('second_opinions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('settings_versions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('statement_overrides', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('statements', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('stip_requests', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('streams', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('taught_layouts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('tenant_rules', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('transactions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('usage_calls', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('usage_counters', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('user_layouts', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('webhooks', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('deliveries', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('workflows', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('workflow_versions', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('workflow_runs', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('approvals', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('workflow_steps', 'environment_id', colocate_with => 'submissions');
select create_distributed_table('workflow_waits', 'environment_id', colocate_with => 'submissions');
