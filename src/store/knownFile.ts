import type { Place } from '../model/location.ts';
import type { RecordHead, RecordValue } from './fileRecord.ts';
import { type Outline, outlineOf } from './outline.ts';

/** What one version of a file says, as the parse cache keeps it: its data as text, which is read when it is asked for. */
export interface KnownFile extends Place {
  readonly path: string;
  readonly rev: string;
  readonly head: RecordHead;
  readonly outline: Outline;
  /** The data as JSON, as bytes: as one text with letters beyond Latin the whole cache would take twice the memory. */
  readonly json: Buffer;
}

type Version = Place & Pick<KnownFile, 'path' | 'rev'>;

export const toKnownFile = ({ kind, key, path, rev }: Version, { data, ...head }: RecordValue): KnownFile => ({
  ...{ kind, key, path, rev, head },
  outline: outlineOf(kind, data),
  json: Buffer.from(JSON.stringify(data)),
});
