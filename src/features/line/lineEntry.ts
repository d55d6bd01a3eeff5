import { isObjectId } from '../../git/format/object.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { Actor } from '../../model/access.ts';
import type { RecordClash } from '../../model/clash.ts';
import type { Detail } from '../../model/errors.ts';

/** Somebody on whose behalf something happens later. */
export type KeptActor = Pick<Actor, 'type' | 'id' | 'name' | 'email' | 'role'>;

/** A change that waits to be published. */
export interface LineEntry {
  /** The name of the change. */
  readonly name: string;
  /** Its commit when it joined: no other one is published. */
  readonly head: string;
  readonly actor: KeptActor;
  /** What this person says about it, for the history. */
  readonly note?: string;
  /** ISO 8601. */
  readonly joinedAt: string;
}

/** A change that could not be published. */
export interface ReturnedEntry extends LineEntry {
  /** ISO 8601. */
  readonly returnedAt: string;
  readonly details: readonly Detail[];
  readonly clashes: readonly RecordClash[];
  /** Whether those concerned have been told. */
  readonly isTold: boolean;
}

/** What the line keeps. */
export interface LineRecord {
  /** In the order in which they are published. */
  readonly waiting: readonly LineEntry[];
  /** The oldest first. */
  readonly returned: readonly ReturnedEntry[];
}

/** Reads what was kept; entries that are not whole are left out, and `onLost` gets how many. */
export function parseLineRecord(json: unknown, onLost: (count: number) => void): LineRecord {
  if (!isPlainObject(json)) throw new Error('it is not a JSON object');
  const [waiting, returned] = [listIn(json, 'waiting'), listIn(json, 'returned')];
  const record = { waiting: waiting.filter(isLineEntry), returned: returned.filter(isReturnedEntry) };
  const lost = waiting.length - record.waiting.length + returned.length - record.returned.length;
  if (lost > 0) onLost(lost);
  return record;
}

const listIn = (json: Readonly<Record<string, unknown>>, key: string): readonly unknown[] =>
  Array.isArray(json[key]) ? json[key] : [];

const isLineEntry = (one: unknown): one is LineEntry =>
  isPlainObject(one) &&
  typeof one['name'] === 'string' &&
  typeof one['joinedAt'] === 'string' &&
  typeof one['head'] === 'string' &&
  isObjectId(one['head']) &&
  isPlainObject(one['actor']) &&
  typeof one['actor']['id'] === 'number' &&
  [one['actor']['type'], one['actor']['name'], one['actor']['email'], one['actor']['role']].every(
    (text) => typeof text === 'string',
  );

const isReturnedEntry = (one: unknown): one is ReturnedEntry =>
  isLineEntry(one) &&
  'returnedAt' in one &&
  typeof one.returnedAt === 'string' &&
  'details' in one &&
  Array.isArray(one.details) &&
  'clashes' in one &&
  Array.isArray(one.clashes);
