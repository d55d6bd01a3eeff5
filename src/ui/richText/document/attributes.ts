import type { JsonAttributes } from './json.ts';

/** An attribute that the editor knows. */
export interface EditorAttributeRule {
  /** The value of a node without this attribute; it is not written. */
  readonly default: unknown;
  /** The value as the editor uses it; the default if the given value is invalid. */
  read(value: unknown): unknown;
  /** Whether it is written even if it is the default. */
  readonly isRequired?: boolean;
}

type Rules = Readonly<Record<string, EditorAttributeRule>>;

const line: EditorAttributeRule = {
  default: null,
  read: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null),
};

const wholeNumberRule = (min: number, max: number, fallback: number): EditorAttributeRule => ({
  default: fallback,
  read: (value) => (Number.isInteger(value) ? Math.min(max, Math.max(min, Number(value))) : fallback),
});

const enumRule = (...values: readonly string[]): EditorAttributeRule => ({
  default: null,
  read: (value) => (values.includes(String(value)) ? value : null),
});

const PICTURE: Rules = {
  src: line,
  alt: line,
  title: line,
  caption: line,
  width: line,
  height: line,
  float: enumRule('none', 'left', 'right', 'center'),
  href: line,
  linkTarget: line,
  target: line,
  rel: line,
};

const SPAN = wholeNumberRule(1, 1000, 1);
/** `align` comes from Markdown columns; the contract leaves it to editors. */
const CELL: Rules = { colspan: SPAN, rowspan: SPAN, align: enumRule('left', 'center', 'right') };

/** The known attributes of nodes and marks, by their names in the editor. */
const RULES: Readonly<Record<string, Rules>> = {
  heading: { level: { ...wholeNumberRule(2, 6, 2), isRequired: true } },
  orderedList: { start: wholeNumberRule(0, 999_999_999, 1) },
  codeBlock: { language: line },
  image: PICTURE,
  inlineImage: PICTURE,
  tableHeader: CELL,
  tableCell: CELL,
  link: { href: { ...line, isRequired: true }, target: line, rel: line, title: line },
};

const NONE: Rules = {};

export const attributeRulesFor = (name: string): Rules => RULES[name] ?? NONE;

/** Reads the attributes that the editor uses from those of a document. */
export const readEditorAttributes = (name: string, given: JsonAttributes): JsonAttributes =>
  Object.fromEntries(Object.entries(attributeRulesFor(name)).map(([key, rule]) => [key, rule.read(given[key])]));

/** `given` with what the editor has changed since; everything else in it is kept, in its order. */
export function writeAttributes(name: string, now: JsonAttributes, given: JsonAttributes): JsonAttributes {
  const written: Record<string, unknown> = { ...given };
  for (const [key, rule] of Object.entries(attributeRulesFor(name))) {
    const value = now[key] ?? null;
    const isKept = value === rule.read(given[key]) && (Object.hasOwn(given, key) || !rule.isRequired);
    if (isKept) continue;
    if (value === rule.default && !rule.isRequired) delete written[key];
    else written[key] = value;
  }
  return written;
}

/** The attributes that the editor does not know. */
export const unknownAttributes = (name: string, given: JsonAttributes): JsonAttributes =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !Object.hasOwn(attributeRulesFor(name), key)));
