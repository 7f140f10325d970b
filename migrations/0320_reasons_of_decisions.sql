-- Why a person decided as they did is a note of the deal. It names the decision, and of which document,
-- and when that was taken back: a reason for what is no more must not read as one for what is.
alter table notes
  add column decision text,
  add column document_id uuid,
  add column taken_back_at timestamptz(3);
