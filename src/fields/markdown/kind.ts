import type { Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { FieldKind } from '../../model/fields/kind.ts';
import { isBounded, MAX_TEXT } from '../../model/fields/kinds/bounds.ts';
import {
  aliasOfName,
  findNamedAddress,
  findNamedMedia,
  mediaAddress,
  nameOfAlias,
} from '../../model/fields/kinds/namedRecords.ts';
import { textKind } from '../../model/fields/kinds/textKind.ts';
import { MAX_PROBLEMS, problem } from '../../model/fields/problem.ts';
import { because } from '../../model/reason.ts';
import type { Reference } from '../../model/reference.ts';
import { mediaId, mediaKey, storedSource } from '../../model/richText/imageSource.ts';
import { readPageAddress } from '../../model/richText/pageAddress.ts';
import { namesInMarkdown, replaceMarkdownNames } from './markdownNames.ts';

const plain = textKind('markdown', MAX_TEXT);

/** The record that a text names by its key. */
function readNamed(name: string): Pick<Reference, 'kind' | 'key'> | undefined {
  const media = mediaKey(name);
  const page = readPageAddress(name)?.key;
  if (media !== undefined) return { kind: 'media', key: media };
  return page === undefined ? undefined : { kind: 'page', key: page };
}

function namedIn(text: string): readonly Reference[] {
  const named = namesInMarkdown(text).flatMap((name) => readNamed(name) ?? []);
  return [...new Map(named.map((one) => [one.key, { ...one, path: [] }])).values()];
}

function isGone(name: string, lookup: Lookup): boolean {
  const page = readPageAddress(name);
  return page ? lookup.byKey('page', page.key) === undefined : findNamedMedia(name, lookup) === null;
}

const goneNames = (names: readonly string[], lookup: Lookup): readonly Detail[] =>
  names
    .filter((name) => isGone(name, lookup))
    .slice(0, MAX_PROBLEMS)
    .flatMap((name) => problem(because('gone', `names "${name}", which does not exist`, {})));

const isAddress = (name: string): boolean => mediaId(name) !== undefined;

/**
 * Markdown as its author wrote it. Its pictures and links name media items as `media:<key>` in files and by their address
 * on the wire. They name pages as `page:<key>`; public answers show the page's path instead.
 */
export const markdownField: FieldKind = {
  ...plain,
  merge: 'text',
  isPlainText: true,
  // Who searches for the name of a hidden page must not learn that it is linked.
  toText: (value) => (typeof value === 'string' ? replaceMarkdownNames(value, () => null) : ''),
  check(value, field, scope) {
    const details = plain.check(value, field, scope);
    if (details.length > 0 || typeof value !== 'string' || !isBounded(scope)) return details;
    // Files hold keys: an address is what a draft keeps if nothing is there.
    return goneNames(namesInMarkdown(value).filter(isAddress), scope.lookup);
  },
  toStored(sent, _field, scope) {
    const { lookup, isHeld } = scope;
    if (typeof sent !== 'string') return { value: sent, details: [] };
    const value = lookup.aliases ? replaceMarkdownNames(sent, (name) => nameOfAlias(name, scope)) : sent;
    const names = namesInMarkdown(value).filter((name) => {
      const named = readNamed(name);
      return named === undefined || !isHeld?.(named.kind, named.key);
    });
    const stored = replaceMarkdownNames(value, (name) => {
      const media = findNamedMedia(name, lookup);
      return media ? storedSource(media.key) : undefined;
    });
    return { value: stored, details: goneNames(names, lookup) };
  },
  toWire: (value, _field, { lookup }) =>
    typeof value === 'string'
      ? replaceMarkdownNames(value, (name) => {
          const media = findNamedMedia(name, lookup);
          return media ? mediaAddress(media) : aliasOfName(name, lookup);
        })
      : value,
  toPublic: (value, _field, { lookup }) =>
    typeof value === 'string'
      ? replaceMarkdownNames(value, (name) => (readNamed(name) ? findNamedAddress(name, lookup) : undefined))
      : value,
  references: (value) => (typeof value === 'string' ? namedIn(value) : []),
};
