-- What signs the calls that a workflow makes, and those that its hook takes.
alter table workflows add column signing_secret_sealed text;
