/** The key of the term (or of a vocabulary alone, as it stands) that a list's filter names as `vocabulary:term`; `vocabulary/term`, as files have it, is taken too. */
export const toTermKey = (filter: string): string => filter.replace(':', '/');
