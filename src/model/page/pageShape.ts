/** The kinds of objects that can be shown in place of their ids in fields. */
export const EXPANSIONS = ['media', 'reference', 'page', 'term'] as const;
export type ExpansionKind = (typeof EXPANSIONS)[number];

/** The formats in which a rich text document can be shown. */
export const RICH_TEXT_FORMATS = ['json', 'html', 'markdown'] as const;
export type DocumentFormat = (typeof RICH_TEXT_FORMATS)[number];
