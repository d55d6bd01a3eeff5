/** The kinds of objects that can be shown in place of the ids of fields. */
export const EXPANSIONS = ['media', 'reference', 'page', 'term'] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** What a rich text document can be shown as. */
export const RICH_TEXT_FORMATS = ['json', 'html', 'markdown'] as const;
export type RichTextFormat = (typeof RICH_TEXT_FORMATS)[number];
