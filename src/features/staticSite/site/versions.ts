import { hash } from 'node:crypto';
import { onceEach } from '../../../lib/list/onceEach.ts';
import type { Entry } from '../../../model/entry.ts';
import type { Kind } from '../../../model/records.ts';
import type { Reference } from '../../../model/reference.ts';
import type { PublicContent } from '../../../view/publicContent.ts';
import { decodeListNeed } from './need.ts';

/** The present version of something that answers are made from; if it changes, the answers do. */
export type VersionOf = (need: string) => string;

interface Options {
  readonly content: PublicContent;
  /** The moment that the site is shown at. */
  readonly at: string;
  /** The record of a file. */
  fileAt(path: string): unknown;
  /** The version of a media file. */
  fileVersion(name: string): string;
}

/** Enough hex digits of a SHA-256 to distinguish the versions of one thing. */
const DIGITS = 16;
const digestText = (text: string): string => hash('sha256', text).slice(0, DIGITS);
const NONE = '-';
/** The character after a kind; keys may contain it too. */
const OPERATOR = /[:!*?]/;

export function createVersions({ content, at: time, fileAt, fileVersion }: Options): VersionOf {
  /** Everything that views may show of a record: its file's version, or its data if other files affect its ids or body. */
  const ofEntry = onceEach((entry: Entry): string => {
    const { id, createdAt, updatedAt, path, rev } = entry;
    const said = fileAt(path) === entry ? rev : JSON.stringify(entry.data);
    return digestText(`${id} ${createdAt} ${updatedAt} ${said}`);
  });
  function ofRecord(kind: Kind, key: string): string {
    const entry = content.byKey(kind, key);
    return entry ? ofEntry(entry) : NONE;
  }

  // Sorted, because the order of records depends on the caches that they were read with.
  const ofLines = (lines: readonly string[]): string => digestText([...lines].sort().join('\n'));
  const ofAll = (kind: Kind, show: (entry: Entry) => string): string =>
    ofLines(Array.from(content.all(kind), (entry) => `${entry.key} ${show(entry)}`));
  const ofFound = (entries: readonly Entry[]): string => ofLines(entries.map(({ kind, key }) => `${kind}:${key}`));

  function ofList(text: string): string {
    const { list, part } = decodeListNeed(text);
    const pages = content.pages(...list);
    if (part === null) return String(pages.length);
    const keys = pages.slice(...part).map(({ key }) => key);
    return digestText(keys.join('\n'));
  }

  /** `?`: the results of a query. */
  function ofQuestion(kind: string, rest: string): string {
    const equals = rest.indexOf('=');
    const [name, key] = [rest.slice(0, equals), rest.slice(equals + 1)];
    if (kind === 'list') return ofList(rest);
    if (kind === 'mentions') return ofFound(content.referring(name as Reference['kind'], key));
    return ofFound(content.find(kind as Kind, name, key));
  }

  /** What is no record. */
  const OTHERS: Readonly<Record<string, (key: string) => string>> = { file: fileVersion, time: () => time };

  // The kinds in needs are those that tracked content was asked for.
  const READERS: Readonly<Record<string, (kind: string, rest: string) => string>> = {
    ':': (kind, key) => (OTHERS[kind] ?? ((of: string) => ofRecord(kind as Kind, of)))(key),
    '!': (kind) => ofAll(kind as Kind, ({ id }) => String(id)),
    '*': (kind) => ofAll(kind as Kind, ofEntry),
    '?': ofQuestion,
  };

  return onceEach((need) => {
    const at = need.search(OPERATOR);
    return READERS[need.charAt(at)]?.(need.slice(0, at), need.slice(at + 1)) ?? NONE;
  });
}
