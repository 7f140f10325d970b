-- A search finds the merchants of the registry too, by their words as well as by likeness.
create index registry_merchants_by_words on registry_merchants
  using gin (to_tsvector('simple', normalized_name));
