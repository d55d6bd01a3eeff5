import type { FieldType } from '../../../../model/fields/field.ts';

const GROUPS = ['texts', 'values', 'choices', 'targets', 'groups', 'technical'] as const;

/** What the form of a field asks for, depending on the field's kind. */
export interface FieldKindForm {
  readonly group: (typeof GROUPS)[number];
  /** What `min` and `max` count; without it there are none. */
  readonly limits?: 'characters' | 'number' | 'entries';
  readonly hasPattern?: boolean;
  readonly hasOptions?: boolean;
  /** Whether it can be limited to pages of some types. */
  readonly hasTypes?: boolean;
  readonly hasVocabulary?: boolean;
  /** Whether it can be the body of Markdown files. */
  readonly canBeBody?: boolean;
  readonly nests?: boolean;
}

const LINE = { group: 'texts', limits: 'characters', hasPattern: true } as const;

/** Every kind of field that one can choose, in the order of the list. */
export const FIELD_KINDS: Readonly<Record<FieldType, FieldKindForm>> = {
  text: LINE,
  textarea: LINE,
  richtext: { group: 'texts', limits: 'characters', canBeBody: true },
  markdown: { ...LINE, canBeBody: true },
  email: LINE,
  url: LINE,
  slug: LINE,
  number: { group: 'values', limits: 'number' },
  integer: { group: 'values', limits: 'number' },
  date: { group: 'values' },
  datetime: { group: 'values' },
  color: { group: 'values' },
  boolean: { group: 'choices' },
  select: { group: 'choices', hasOptions: true },
  multiselect: { group: 'choices', hasOptions: true, limits: 'entries' },
  term: { group: 'choices', hasVocabulary: true },
  media: { group: 'targets' },
  gallery: { group: 'targets', limits: 'entries' },
  page: { group: 'targets', hasTypes: true },
  reference: { group: 'targets', hasTypes: true },
  link: { group: 'targets', hasTypes: true },
  object: { group: 'groups', nests: true },
  repeater: { group: 'groups', nests: true, limits: 'entries' },
  code: { ...LINE, group: 'technical' },
  json: { group: 'technical' },
};

export const isEditableFieldType = (type: string): type is FieldType => Object.hasOwn(FIELD_KINDS, type);

/** What the form of a field of this type asks for; of an unknown type only what every field has. */
export const fieldKindForm = (type: string): FieldKindForm =>
  isEditableFieldType(type) ? FIELD_KINDS[type] : { group: 'technical' };

export const nestsFields = (type: string): boolean => fieldKindForm(type).nests === true;

/** The kinds in their groups, as a list to choose from shows them. */
export const KIND_GROUPS = GROUPS.map((group) => ({
  group,
  // The keys of the table are types.
  types: (Object.keys(FIELD_KINDS) as FieldType[]).filter((type) => FIELD_KINDS[type].group === group),
}));
