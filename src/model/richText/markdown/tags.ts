import type { Node } from 'mdast';
import { acceptsStored } from '../acceptsStored.ts';
import { attributesOf, type RichTextNode } from '../node.ts';
import { type AttributeRules, MARKS, NODES } from '../rules.ts';

/** The tag that each mark without attributes is written as. */
export const MARK_TAGS: ReadonlyMap<string, string> = new Map([
  ['underline', 'u'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strike', 's'],
  ['code', 'code'],
]);
/** The mark that each tag is read as. */
const TAG_MARKS: ReadonlyMap<string, string> = new Map([
  ...[...MARK_TAGS].map(([mark, tag]) => [tag, mark] as const),
  ['b', 'bold'],
  ['i', 'italic'],
  ['del', 'strike'],
]);

const LINK_ATTRIBUTES = ['href', 'target', 'rel', 'title'];
const IMAGE_ATTRIBUTES = ['src', 'alt', 'title', 'width', 'height'];

const OPENING = /^<(\w+)((?: [a-z]+="[^"<>]*")*)>$/;
const CLOSING = /^<\/(\w+)>$/;
const ATTRIBUTE = / ([a-z]+)="([^"<>]*)"/g;

/** Escapes control characters too: a tag over several lines would end its block. */
const escapeValue = (value: string): string => value.replace(/[&<>"]|\p{Cc}/gu, (one) => `&#${one.charCodeAt(0)};`);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescapeValue = (value: string): string =>
  value.replace(/&(?:#(\d{1,6})|(amp|lt|gt|quot));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? ENTITIES[name]! : String.fromCodePoint(Number(code)),
  );

/** The opening tag for a link or an image; undefined if it has an attribute that the tag cannot hold. */
function writeOpeningTag(name: string, owner: RichTextNode, allowed: readonly string[]): string | undefined {
  const given = attributesOf(owner);
  if (Object.keys(given).some((key) => !allowed.includes(key))) return undefined;
  const written = allowed.filter((key) => Object.hasOwn(given, key));
  return `<${name}${written.map((key) => ` ${key}="${escapeValue(String(given[key]))}"`).join('')}>`;
}

export const writeLinkTag = (mark: RichTextNode): string | undefined => writeOpeningTag('a', mark, LINK_ATTRIBUTES);
export const writeImageTag = (image: RichTextNode): string | undefined =>
  writeOpeningTag('img', image, IMAGE_ATTRIBUTES);

/** The attributes of a tag; undefined if one is unknown, repeated, or not accepted by its rule. */
function readTagAttributes(
  text: string,
  allowed: readonly string[],
  rules: AttributeRules | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(
    ([, name = '', value = '']) => [name, readValue(name, value)] as const,
  );
  const isKnown = pairs.every(
    ([name, value], index) =>
      allowed.includes(name) &&
      pairs.findIndex(([other]) => other === name) === index &&
      rules?.[name] !== undefined &&
      acceptsStored(rules[name], value),
  );
  return isKnown ? Object.fromEntries(pairs) : undefined;
}

const readValue = (name: string, text: string): unknown =>
  (name === 'width' || name === 'height') && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : unescapeValue(text);

/** The mark that an opening tag begins, with the tag's name; undefined for anything else. */
export function readMarkTag(html: string): { readonly name: string; readonly mark: RichTextNode } | undefined {
  const [, name = '', attributes = ''] = OPENING.exec(html) ?? [];
  if (name === 'a') {
    const attrs = readTagAttributes(attributes, LINK_ATTRIBUTES, MARKS.get('link'));
    return attrs && 'href' in attrs ? { name, mark: { type: 'link', attrs } } : undefined;
  }
  const type = attributes === '' ? TAG_MARKS.get(name) : undefined;
  return type === undefined ? undefined : { name, mark: { type } };
}

/** The image that a tag shows; undefined for anything else. */
export function readImageTag(html: string): RichTextNode | undefined {
  const [, name, attributes = ''] = OPENING.exec(html) ?? [];
  const attrs =
    name === 'img' ? readTagAttributes(attributes, IMAGE_ATTRIBUTES, NODES.get('image')?.attributes) : undefined;
  return attrs && 'src' in attrs ? { type: 'image', attrs } : undefined;
}

export const isBreakTag = (html: string): boolean => /^<br ?\/?>$/.test(html);
export const isComment = (html: string): boolean => /^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(html.trim());

/** Maps the index of each opening tag of a mark to that of its closing tag, among siblings and properly nested. */
export function matchTags(siblings: readonly Node[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: { readonly name: string; readonly at: number }[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  for (const [at, node] of siblings.entries()) {
    const html = node.type === 'html' && 'value' in node ? String(node.value) : '';
    const opening = readMarkTag(html);
    if (opening) {
      open.push({ name: opening.name, at });
      count(opening.name, 1);
    }
    const name = CLOSING.exec(html)?.[1] ?? '';
    // Tags opened in between and not closed remain text.
    while ((counts.get(name) ?? 0) > 0) {
      const last = open.pop()!;
      count(last.name, -1);
      if (last.name !== name) continue;
      pairs.set(last.at, at);
      break;
    }
  }
  return pairs;
}
