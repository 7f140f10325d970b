-- A row key is looked for within a document or a submission, whose rows other indexes find: this one
-- was a tenth of what a row takes, was written twice for each row of a document, and was read by none
-- of the usual requests.
drop index transactions_by_row_key;
