-- Versions of the numbers kept the names of the owners, which stand sealed everywhere else.

update analytics_versions set basis = jsonb_set(basis, '{company,ownerNames}', '[]')
where basis -> 'company' -> 'ownerNames' <> '[]';
