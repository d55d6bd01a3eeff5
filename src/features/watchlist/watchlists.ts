import { join } from 'node:path';
import { openPersonFiles } from '../../inbox/personFiles.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { type RecordRef, refName } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';

/** A record, or a change as a whole: one of the two. */
export interface WatchedSubject {
  readonly record: RecordRef | null;
  /** The name of a change. */
  readonly change: string | null;
}

/** What people watch, in `<privateDir>/watchlist/<person>.json`. A person is named as `user/1`. */
export interface Watchlists {
  /** The last that somebody began to watch comes first. */
  list(person: string): Promise<readonly WatchedSubject[]>;
  /** Durable when it resolves. @throws CmsError CONFLICT if somebody watches too much */
  watch(person: string, subject: WatchedSubject): Promise<void>;
  unwatch(person: string, subject: WatchedSubject): Promise<void>;
  /** Those who watch something. */
  watchersOf(subject: WatchedSubject): Promise<readonly string[]>;
  /** Whether anybody watches anything. */
  isUsed(): Promise<boolean>;
}

interface WatchlistOptions {
  readonly privateDir: string;
  onError(error: unknown): void;
}

/** The most that one person watches. */
const MAX_WATCHED = 500;

/** Names a subject, unlike any other. */
export const nameSubject = ({ record, change }: WatchedSubject): string =>
  record ? refName(record) : `change/${change}`;

export function openWatchlists({ privateDir, onError }: WatchlistOptions): Watchlists {
  const files = openPersonFiles<readonly WatchedSubject[]>({
    ...{ folder: join(privateDir, 'watchlist'), empty: [], onError },
    parse: readWatchedSubjects,
  });
  let loading: Promise<Map<string, Set<string>>> | undefined;
  /** Who watches each subject, by its name. */
  const loadWatchers = (): Promise<Map<string, Set<string>>> => {
    loading ??= findWatchers().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  async function findWatchers(): Promise<Map<string, Set<string>>> {
    const watchers = new Map<string, Set<string>>();
    for (const person of await files.people())
      for (const subject of await files.read(person)) addWatcher(watchers, nameSubject(subject), person);
    return watchers;
  }

  return {
    list: files.read,
    async watch(person, subject) {
      const watchers = await loadWatchers();
      const name = nameSubject(subject);
      await files.update(person, (present) => {
        if (present.some((one) => nameSubject(one) === name)) return present;
        if (present.length >= MAX_WATCHED)
          throw conflict(
            because('tooManyWatched', `You watch ${MAX_WATCHED} things: stop to watch some first`, {
              count: MAX_WATCHED,
            }),
          );
        return [subject, ...present];
      });
      addWatcher(watchers, name, person);
    },
    async unwatch(person, subject) {
      const watchers = await loadWatchers();
      const name = nameSubject(subject);
      await files.update(person, (present) =>
        present.some((one) => nameSubject(one) === name) ? present.filter((one) => nameSubject(one) !== name) : present,
      );
      watchers.get(name)?.delete(person);
    },
    watchersOf: async (subject) => [...((await loadWatchers()).get(nameSubject(subject)) ?? [])],
    isUsed: async () => (await loadWatchers()).size > 0,
  };
}

function addWatcher(watchers: Map<string, Set<string>>, name: string, person: string): void {
  watchers.set(name, (watchers.get(name) ?? new Set()).add(person));
}

function readWatchedSubjects(json: unknown): readonly WatchedSubject[] {
  if (!Array.isArray(json)) throw new Error('It holds no list');
  return json.filter(isWatchedSubject);
}

const isWatchedSubject = (one: unknown): one is WatchedSubject =>
  isPlainObject(one) &&
  (typeof one['change'] === 'string' || (isPlainObject(one['record']) && typeof one['record']['id'] === 'number'));
