/** The field kinds of the contract; each is a folder of `fields/`. */
export const FIELD_TYPES = [
  'text',
  'textarea',
  'richtext',
  'markdown',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'select',
  'multiselect',
  'url',
  'email',
  'color',
  'slug',
  'media',
  'gallery',
  'reference',
  'page',
  'term',
  'link',
  'json',
  'code',
  'object',
  'repeater',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const types: ReadonlySet<string> = new Set(FIELD_TYPES);
export const isFieldType = (type: string): type is FieldType => types.has(type);

/** When a field or a rule applies, depending on the values beside it. Every part that is given must hold. */
export interface FieldCondition {
  /** The field whose value is asked about. */
  readonly field?: string;
  readonly equals?: unknown;
  readonly in?: readonly unknown[];
  readonly notEmpty?: boolean;
  readonly empty?: boolean;
  readonly lt?: unknown;
  readonly lte?: unknown;
  readonly gt?: unknown;
  readonly gte?: unknown;
  readonly all?: readonly FieldCondition[];
  readonly any?: readonly FieldCondition[];
  readonly not?: FieldCondition;
}

/** One field of a content type or block type: the common form of all three forms of a fieldsSchema. */
export interface Field {
  readonly name: string;
  /** One of `FIELD_TYPES`; anything else accepts any JSON. */
  readonly type: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly help?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly Field[];
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  /** What the pattern asks for, in words: editors never see the pattern itself. */
  readonly patternHelp?: string;
  readonly options?: readonly (string | { readonly label: string; readonly value: string })[];
  readonly condition?: FieldCondition;
  /** Whether all translations of a page have the same value. */
  readonly shared?: boolean;
  /** Its words in other languages, by locale. */
  readonly translations?: Readonly<Record<string, { readonly label?: string; readonly help?: string }>>;
  /** Marks the one field that is the body of `.md` files. */
  readonly body?: boolean;
}

/** A fieldsSchema as it is stored: a list of fields, an object of them by name, or a JSON Schema object. */
export type FieldsSchema = readonly unknown[] | Readonly<Record<string, unknown>>;
