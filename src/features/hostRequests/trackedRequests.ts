import { join } from 'node:path';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { coalesce } from '../../lib/turn/coalesce.ts';
import { writePrivateFile } from '../../store/privateFolder.ts';
import { readStateFile } from '../../store/readStateFile.ts';
import type { HostRequest } from './host/hostClient.ts';

/** What is kept of the request for a change: the rest is read from the host. */
export interface TrackedRequest extends Pick<HostRequest, 'number' | 'state' | 'url' | 'branch'> {
  /** Who has opened it here, such as `user/1`; null if it was opened at the host. */
  readonly by: string | null;
}

export const toTracked = ({ number, state, url, branch }: HostRequest, by: string | null): TrackedRequest => ({
  ...{ number, state, url, branch, by },
});

/** The requests of changes, by the names of these, in `<privateDir>/state/requests.json`. */
export interface TrackedRequests {
  get(name: string): TrackedRequest | undefined;
  entries(): readonly (readonly [name: string, TrackedRequest])[];
  /** Sets what is kept, or forgets it with null; durable when it resolves. */
  set(name: string, tracked: TrackedRequest | null): Promise<void>;
}

interface Options {
  readonly privateDir: string;
  /** Called with the branch of a request and with the request if it is open: also for those from before the start. */
  onMark(branch: string, open: TrackedRequest | null): void;
  onError(error: unknown): void;
}

export function openTrackedRequests({ privateDir, onMark, onError }: Options): TrackedRequests {
  const file = join(privateDir, 'state', 'requests.json');
  const consequence = 'who has opened requests at the git host is forgotten';
  const tracked = new Map(readStateFile(file, { parse: parseTracked, consequence, onError }));
  const save = coalesce(() => writePrivateFile(file, JSON.stringify(Object.fromEntries(tracked))));
  const mark = (one: TrackedRequest): void => onMark(one.branch, one.state === 'open' ? one : null);
  for (const one of tracked.values()) mark(one);
  return {
    get: (name) => tracked.get(name),
    entries: () => [...tracked],
    async set(name, wanted) {
      const before = tracked.get(name);
      if (wanted === null && !before) return;
      if (before) onMark(before.branch, null);
      if (wanted === null) tracked.delete(name);
      else {
        tracked.set(name, wanted);
        mark(wanted);
      }
      await save();
    },
  };
}

function parseTracked(json: unknown): readonly [string, TrackedRequest][] {
  if (!isPlainObject(json)) throw new Error('it is not a JSON object');
  return Object.entries(json).filter((entry): entry is [string, TrackedRequest] => isTracked(entry[1]));
}

const isTracked = (one: unknown): boolean =>
  isPlainObject(one) &&
  Number.isSafeInteger(one['number']) &&
  ['open', 'merged', 'closed'].includes(String(one['state'])) &&
  typeof one['branch'] === 'string' &&
  [one['by'], one['url']].every((text) => text === null || typeof text === 'string');
