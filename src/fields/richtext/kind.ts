import type { Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { FieldKind, StoringScope } from '../../model/fields/kind.ts';
import { boundsOf, checkLength, isBounded, MAX_TEXT } from '../../model/fields/kinds/bounds.ts';
import {
  aliasOfName,
  findNamedAddress,
  findNamedMedia,
  mediaAddress,
  nameOfAlias,
} from '../../model/fields/kinds/namedRecords.ts';
import { sortText } from '../../model/fields/kinds/sortings.ts';
import { MAX_PROBLEMS, problem, within } from '../../model/fields/problem.ts';
import { because } from '../../model/reason.ts';
import type { Reference, ValuePath } from '../../model/reference.ts';
import { checkRichText } from '../../model/richText/check.ts';
import { fitRichText } from '../../model/richText/fit.ts';
import { hrefsIn } from '../../model/richText/hrefs.ts';
import { mediaId, mediaKey, storedSource } from '../../model/richText/imageSource.ts';
import { attributesOf, isNode, mapNodes, type RichTextNode, walkNodes } from '../../model/richText/node.ts';
import { readPageAddress } from '../../model/richText/pageAddress.ts';
import { plainText } from '../../model/richText/plainText.ts';
import { replaceAddresses, resolveNames } from '../../model/richText/resolveNames.ts';

const SOURCE: ValuePath = ['attrs', 'src'];

const withSource = (node: RichTextNode, src: string | null): RichTextNode => ({
  ...node,
  attrs: { ...attributesOf(node), src },
});

/** The media item that an image names; null if it does not exist, undefined if it names none. */
const findImageMedia = (node: RichTextNode, lookup: Lookup) =>
  node.type === 'image' ? findNamedMedia(attributesOf(node)['src'], lookup) : undefined;

/** Whether an image names a media item by its address, which a draft keeps if nothing is there: files hold keys. */
const isAddress = (node: RichTextNode): boolean => mediaId(attributesOf(node)['src']) !== undefined;

function missingImages(doc: unknown, lookup: Lookup, counts = (_: RichTextNode): boolean => true): readonly Detail[] {
  const details: Detail[] = [];
  walkNodes(doc, (node, path) => {
    if (details.length >= MAX_PROBLEMS || findImageMedia(node, lookup) !== null || !counts(node)) return;
    details.push(...within([...path, ...SOURCE], problem(because('gone', 'does not exist', {}))));
  });
  return details;
}

/** Links to pages that do not exist, except those that were here before: the page may come back. */
function missingPages(doc: unknown, { lookup, isHeld }: StoringScope): readonly Detail[] {
  const details = hrefsIn(doc).flatMap(({ href, path }) => {
    const key = readPageAddress(href)?.key;
    if (key === undefined || lookup.byKey('page', key) || isHeld?.('page', key)) return [];
    return within(path, problem(because('gone', 'does not exist', {})));
  });
  return details.slice(0, MAX_PROBLEMS);
}

const pageReferences = (doc: unknown): readonly Reference[] =>
  hrefsIn(doc).flatMap(({ href, path }) => {
    const key = readPageAddress(href)?.key;
    return key === undefined ? [] : [{ kind: 'page', key, path }];
  });

function imageReferences(doc: unknown): readonly Reference[] {
  const references: Reference[] = [];
  walkNodes(doc, (node, path) => {
    const key = node.type === 'image' ? mediaKey(attributesOf(node)['src']) : undefined;
    if (key !== undefined) references.push({ kind: 'media', key, path: [...path, ...SOURCE] });
  });
  return references;
}

function saysNothing(doc: unknown): boolean {
  let hasImage = false;
  walkNodes(doc, ({ type }) => {
    hasImage ||= type === 'image';
  });
  return !hasImage && plainText(doc) === '';
}

/**
 * A rich text document. Its images name media items as `media:<key>` in files and by their address on the wire. Its links
 * name pages as `page:<key>`; public answers show the page's path instead.
 * `min` and `max` count the characters of its text.
 */
export const richtextField: FieldKind = {
  type: 'richtext',
  isBlank: saysNothing,
  toText: plainText,
  check(value, field, scope) {
    const details = checkRichText(value);
    if (details.length > 0) return details;
    return [
      ...(isBounded(scope) ? missingImages(value, scope.lookup, isAddress) : []),
      ...checkLength(plainText(value), { ...boundsOf(field), limit: MAX_TEXT }, scope),
    ];
  },
  fit: fitRichText,
  merge: 'richText',
  toStored(sent, _field, scope) {
    const { lookup } = scope;
    const value = lookup.aliases ? replaceAddresses(sent, (address) => nameOfAlias(address, scope)) : sent;
    const stored = mapNodes(value, (node) => {
      const media = findImageMedia(node, lookup);
      return media ? withSource(node, storedSource(media.key)) : node;
    });
    const images = missingImages(value, lookup, (node) => aliasOfName(attributesOf(node)['src'], lookup) === undefined);
    return { value: stored, details: [...images, ...missingPages(value, scope)] };
  },
  toWire(stored, _field, { lookup }) {
    const value = lookup.aliases ? replaceAddresses(stored, (address) => aliasOfName(address, lookup)) : stored;
    return mapNodes(value, (node) => {
      const key = node.type === 'image' ? mediaKey(attributesOf(node)['src']) : undefined;
      if (key === undefined || lookup.aliases?.keyOf('media', key) !== undefined) return node;
      const media = findImageMedia(node, lookup);
      return withSource(node, media ? mediaAddress(media) : null);
    });
  },
  toPublic: (value, _field, { lookup }) =>
    isNode(value) ? resolveNames(value, (name) => findNamedAddress(name, lookup)) : value,
  references: (value) => [...imageReferences(value), ...pageReferences(value)],
  writeType: () => 'RichTextDocument',
  sorting: { keyOf: (value) => sortText(plainText(value)) },
};
