-- Headers for the calls to a funder's intake, which may be its credentials; the rest of how it is
-- called stands in the body.
alter table funders add column api_headers_sealed text;
