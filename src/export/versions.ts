import { hash } from 'node:crypto';
import type { Entry } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import type { Reference } from '../model/reference.ts';
import type { FileRecord } from '../store/fileRecord.ts';
import type { PublicContent } from '../view/publicContent.ts';
import { readList } from './need.ts';

/** Which version of something that an answer was made of there is now; another one means another answer. */
export type VersionOf = (need: string) => string;

interface Options {
  readonly content: PublicContent;
  /** What a record's own file says. */
  fileAt(path: string): Pick<FileRecord, 'data'> | undefined;
  /** The version of a media file. */
  fileVersion(name: string): string;
}

/** As many hex digits of a SHA-256 as tell the versions of one thing apart. */
const DIGITS = 16;
const digest = (text: string): string => hash('sha256', text).slice(0, DIGITS);
const NONE = '-';

export function createVersions({ content, fileAt, fileVersion }: Options): VersionOf {
  const ofEntries = new Map<Entry, string>();
  const ofNeeds = new Map<string, string>();

  /** All that a view may show of a record: what its bytes say, unless other files have a say in its ids or its body. */
  function ofEntry(entry: Entry | undefined): string {
    if (!entry) return NONE;
    const known = ofEntries.get(entry);
    if (known !== undefined) return known;
    const { id, createdAt, updatedAt, path, rev, data } = entry;
    const said = fileAt(path)?.data === data ? rev : data;
    const version = digest(JSON.stringify([id, createdAt, updatedAt, said]));
    ofEntries.set(entry, version);
    return version;
  }

  // Records come in the order they were read in, which is another with every cache: what stands for several is sorted.
  const ofSet = (entries: Iterable<Entry>, show: (entry: Entry) => string): string =>
    digest([...entries].map(show).sort().join('\n'));
  const keysOf = (entries: Iterable<Entry>): string => ofSet(entries, ({ kind, key }) => `${kind}:${key}`);
  const namesOf = (kind: Kind): string => ofSet(content.all(kind), ({ id, key }) => `${id} ${key}`);
  const allOf = (kind: Kind): string => ofSet(content.all(kind), (entry) => `${entry.key} ${ofEntry(entry)}`);

  function ofList(text: string): string {
    const { list, part } = readList(text);
    const pages = content.pages(...list);
    if (part === null) return String(pages.length);
    const keys = pages.slice(...part).map(({ key }) => key);
    return digest(keys.join('\n'));
  }

  /** `?`: what is found under a name. */
  function ofFound(kind: string, rest: string): string {
    const equals = rest.indexOf('=');
    const [name, key] = [rest.slice(0, equals), rest.slice(equals + 1)];
    if (kind === 'list') return ofList(rest);
    if (kind === 'mentions') return keysOf(content.referring(name as Reference['kind'], key));
    return keysOf(content.find(kind as Kind, name, key));
  }

  // The kinds in needs are those that tracked content was asked for.
  const READERS: Readonly<Record<string, (kind: string, rest: string) => string>> = {
    ':': (kind, key) => (kind === 'file' ? fileVersion(key) : ofEntry(content.byKey(kind as Kind, key))),
    '!': (kind) => namesOf(kind as Kind),
    '*': (kind) => allOf(kind as Kind),
    '?': ofFound,
  };

  function read(need: string): string {
    const [, kind = '', operator = '', rest = ''] = /^(\w+)([:!*?])(.*)$/su.exec(need) ?? [];
    return READERS[operator]?.(kind, rest) ?? NONE;
  }

  return (need) => {
    const version = ofNeeds.get(need) ?? read(need);
    ofNeeds.set(need, version);
    return version;
  };
}
