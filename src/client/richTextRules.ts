/** A node or mark of a document; nothing in it is trusted. */
export interface AnyNode {
  readonly type: string;
  readonly attrs?: unknown;
  readonly content?: unknown;
  readonly marks?: unknown;
  readonly text?: unknown;
}

export const isRichTextNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string';

const listNodes = (value: unknown): readonly AnyNode[] => (Array.isArray(value) ? value.filter(isRichTextNode) : []);

const INLINE = ['text', 'hardBreak', 'image'];
const BLOCKS = 'paragraph heading bulletList orderedList blockquote codeBlock image table horizontalRule'.split(' ');

/** The children that each node may have; nodes not listed here have none. */
const CONTENT = new Map<string, readonly string[]>([
  ['doc', BLOCKS],
  ['paragraph', INLINE],
  ['heading', INLINE],
  ['bulletList', ['listItem']],
  ['orderedList', ['listItem']],
  ['listItem', BLOCKS],
  ['blockquote', BLOCKS],
  ['codeBlock', ['text']],
  ['table', ['tableRow']],
  ['tableRow', ['tableHeader', 'tableCell']],
  ['tableHeader', BLOCKS],
  ['tableCell', BLOCKS],
]);

export const validChildren = ({ type, content }: AnyNode): readonly AnyNode[] =>
  listNodes(content).filter((child) => CONTENT.get(type)?.includes(child.type));

/** The marks of a node, outermost first; of a repeated mark the first counts. */
export function distinctMarks({ marks }: AnyNode): readonly AnyNode[] {
  const all = listNodes(marks);
  return all.filter(({ type }, at) => all.findIndex((other) => other.type === type) === at);
}

type AttributeTest = (value: unknown) => boolean;

const isTextLine: AttributeTest = (value) => typeof value === 'string' && value.length <= 10_000;
const matchesPattern =
  (pattern: RegExp): AttributeTest =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isWholeNumberIn =
  (min: number, max: number): AttributeTest =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const leadsToScheme =
  (schemes: RegExp): AttributeTest =>
  (value) =>
    isTextLine(value) && isSafe(value as string, schemes);
const length: AttributeTest = (value) =>
  typeof value === 'number'
    ? Number.isFinite(value) && value >= 0
    : matchesPattern(/^(?:\d{1,6}(?:\.\d{1,6})?(?:%|[a-z]{1,5})?|auto|(?:min|max|fit)-content)$/)(value);

/** Whether an address is relative or has one of these schemes, in any browser. */
function isSafe(text: string, schemes: RegExp): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them silently
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text) || text !== text.trim()) return false;
  try {
    return schemes.test(new URL(text, 'https://relative.invalid').protocol);
  } catch {
    return false;
  }
}

const RULES: Readonly<Record<string, AttributeTest>> = {
  href: leadsToScheme(/^(https?|mailto|tel):$/),
  src: leadsToScheme(/^https?:$/),
  target: matchesPattern(/^_(self|blank|parent|top)$/),
  linkTarget: matchesPattern(/^[\w.-]{0,100}$/),
  rel: isTextLine,
  title: isTextLine,
  alt: isTextLine,
  caption: isTextLine,
  language: isTextLine,
  width: length,
  height: length,
  float: matchesPattern(/^(none|left|right|center)$/),
  level: isWholeNumberIn(2, 6),
  start: isWholeNumberIn(0, 999_999_999),
  colspan: isWholeNumberIn(1, 1000),
  rowspan: isWholeNumberIn(1, 1000),
};

/** The valid attributes of a node or mark. */
export function validNodeAttributes({ attrs }: AnyNode): Readonly<Record<string, unknown>> {
  const given = Object.entries(typeof attrs === 'object' && attrs ? attrs : {});
  return Object.fromEntries(given.filter(([name, value]) => Object.hasOwn(RULES, name) && RULES[name]!(value)));
}
