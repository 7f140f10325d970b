-- Lists of documents in each of their orders, and the parts of a split one.

create index documents_by_parent on documents (environment_id, parent_document_id) where parent_document_id is not null;
create index documents_by_class on documents (environment_id, document_class);
create index documents_by_filename on documents (environment_id, filename, id);
create index documents_by_period on documents (environment_id, (coalesce(period_start, '0001-01-01'::date)), id);
