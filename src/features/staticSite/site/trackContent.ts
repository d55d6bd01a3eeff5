import { AsyncLocalStorage } from 'node:async_hooks';
import type { MediaFiles } from '../../../media/mediaFiles.ts';
import type { Page } from '../../../model/entities/page.ts';
import type { Entry } from '../../../model/entry.ts';
import { contentOver, type PublicContent, type RestrictedLookup } from '../../../view/publicContent.ts';
import { nameNeed, reduceNeeds } from './need.ts';

/** The content, recording what is read of it while something is made. */
export interface TrackedContent {
  readonly content: PublicContent;
  readonly files: MediaFiles;
  readonly clock: () => Date;
  /** Runs the work. @returns its result and the names of everything that it has read */
  record<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly needs: readonly string[] }>;
}

/** Tracks public content only: hidden records leave no trace, not even their names. */
export function trackContent(plain: PublicContent, files: MediaFiles, clock: () => Date): TrackedContent {
  const recorder = new AsyncLocalStorage<Set<string>>();
  const note = (need: string): void => void recorder.getStore()?.add(need);
  const noteEach = <T extends Entry>(entries: readonly T[]): readonly T[] => {
    for (const entry of entries) note(nameNeed.entry(entry));
    return entries;
  };
  function noteOne<T extends Entry>(kind: T['kind'], entry: T | undefined): T | undefined {
    note(entry ? nameNeed.entry(entry) : nameNeed.absent(kind));
    return entry;
  }

  const lookup: RestrictedLookup = {
    code: plain.code,
    get: (kind, id) => noteOne(kind, plain.get(kind, id)),
    byKey: (kind, key) => noteOne(kind, plain.byKey(kind, key)),
    find(kind, index, key) {
      note(nameNeed.found(kind, index, key));
      return noteEach(plain.find(kind, index, key));
    },
    all(kind) {
      note(nameNeed.all(kind));
      return plain.all(kind);
    },
    referring(kind, key) {
      note(nameNeed.referring(kind, key));
      return noteEach(plain.referring(kind, key));
    },
    hides(kind, key) {
      // Not named: nobody may learn which record is hidden.
      note(nameNeed.absent(kind));
      return plain.hides?.(kind, key) ?? false;
    },
    // Only events ask for it.
    hasByItself: plain.hasByItself,
  };
  const pages: PublicContent['pages'] = (...list) =>
    trackList(plain.pages(...list), {
      length: () => note(nameNeed.listLength(list)),
      slice(from, to, entries) {
        note(nameNeed.listSlice(list, from, to));
        noteEach(entries);
      },
      whole: () => note(nameNeed.all('page')),
    });

  return {
    content: contentOver(lookup, pages, { edition: plain.edition, secondsToNextChange: plain.secondsToNextChange }),
    files: {
      ...files,
      original(entry) {
        note(nameNeed.file(entry.data.filename));
        return files.original(entry);
      },
      variant(entry, variant, format) {
        note(nameNeed.file(entry.data.filename));
        return files.variant(entry, variant, format);
      },
    },
    clock() {
      note(nameNeed.time);
      return clock();
    },
    async record(work) {
      const needs = new Set<string>();
      const value = await recorder.run(needs, work);
      return { value, needs: reduceNeeds(needs) };
    },
  };
}

interface ListReads {
  length(): void;
  slice(from: number, to: number, entries: readonly Entry<Page>[]): void;
  whole(): void;
}

/** A sorted list that reports which part of it is read, so that a page of a list depends only on its own entries. */
const trackList = (list: readonly Entry<Page>[], reads: ListReads): readonly Entry<Page>[] =>
  new Proxy(list, {
    get(target, name) {
      if (name === 'length') reads.length();
      else if (name !== 'slice') reads.whole();
      if (name !== 'slice') return readUntracked(target, name);
      return (from = 0, to = target.length) => {
        const part = target.slice(from, to);
        reads.slice(from, to, part);
        return part;
      };
    },
  });

/** Once the whole list counts as read, its single values need no tracking. */
function readUntracked(list: readonly Entry<Page>[], name: string | symbol): unknown {
  const value: unknown = Reflect.get(list, name);
  return typeof value === 'function' ? value.bind(list) : value;
}
