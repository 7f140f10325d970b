export type PolicySearchName = 'rule' | 'edit' | 'try' | 'since' | 'settings'
