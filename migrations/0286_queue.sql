-- What waits for a person is read from the rows themselves; each index holds only those that may wait.
create index approvals_pending on approvals (environment_id, created_at, id) where status = 'pending';
create index documents_waiting on documents (environment_id, submission_id)
  where status in ('failed', 'review_required') or document_class = 'other';
create index policy_evaluations_to_review on policy_evaluations (environment_id, submission_id)
  where decision = 'review';
create index transactions_to_review on transactions (environment_id, submission_id) where needs_review;
