/** The field that a comment is about: one of the record itself, or of a block on it. */
export interface CommentedField {
  /** The id of the block; absent for the fields of the record itself. */
  readonly block?: number;
  /** The name of the field, or `title`. */
  readonly name: string;
}

/** A passage in the text of a field. The text of a field is what `fieldTexts` reads from it. */
export interface Passage {
  readonly quote: string;
  /** Where the quote begins in the text, in UTF-16 code units. */
  readonly start: number;
  /** Up to `CONTEXT` characters on either side, which tell equal quotes apart. */
  readonly before: string;
  readonly after: string;
}

/** What a comment is about within its record. */
export interface Anchor {
  readonly field: CommentedField;
  readonly passage?: Passage;
}

/** The text of one field of a record. */
export interface FieldText {
  readonly field: CommentedField;
  readonly text: string;
}

const CONTEXT = 40;

/** The passage between two places of a text. */
export const passageAt = (text: string, start: number, end: number): Passage => ({
  quote: text.slice(start, end),
  start,
  before: text.slice(Math.max(0, start - CONTEXT), start),
  after: text.slice(end, end + CONTEXT),
});

export const isSameField = (one: CommentedField, other: CommentedField): boolean =>
  one.name === other.name && one.block === other.block;
