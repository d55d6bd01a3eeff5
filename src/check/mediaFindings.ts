import { type Media, mimeTypeOf } from '../model/entities/media.ts';
import type { Entry, ProblemCode, Severity } from '../model/entry.ts';
import { isStorable, mimeTypeOfName } from '../model/media/mediaType.ts';
import type { ValuePath } from '../model/reference.ts';
import { MEDIA_FILES } from '../store/home.ts';
import type { ReadableRecords } from './readableRecords.ts';
import type { Finding } from './rule.ts';

/** The media files that exist. */
export interface FoundFiles {
  /** By name; the size is absent if it is not known. */
  readonly files: ReadonlyMap<string, { readonly size?: number | undefined }>;
  /** Whether they are committed beside the records: then each should have a record. */
  readonly isInGit: boolean;
}

/** Media records that do not fit their files, and files without a record. */
export function findInMedia(lookup: ReadableRecords, { files, isInGit }: FoundFiles): readonly Finding[] {
  const entries = [...lookup.all('media')];
  const named = new Set(entries.map(({ data }) => data.filename));
  // A record that cannot be read may name any of them.
  const orphans = isInGit && !lookup.mayHoldAny('media') ? [...files.keys()].filter((name) => !named.has(name)) : [];
  return [...entries.flatMap((entry) => ofRecord(entry, lookup.saidIn(entry), files)), ...orphans.flatMap(ofOrphan)];
}

function ofRecord(entry: Entry<Media>, said: Media, files: FoundFiles['files']): readonly Finding[] {
  const { filename, size } = said;
  const record = { kind: entry.kind, id: entry.id, key: entry.key };
  const tell = (severity: Severity, code: ProblemCode, message: string, at: ValuePath): Finding[] => [
    { path: entry.path, severity, code, message, at, record },
  ];
  const found = files.get(filename);
  if (!found) return tell('error', 'MEDIA_FILE', `its file ${filename} is not there`, ['filename']);
  if (size !== undefined && found.size !== undefined && size !== found.size)
    return tell('error', 'MEDIA_FILE', `its file ${filename} has ${found.size} bytes, not ${size}`, ['size']);
  return isStorable(mimeTypeOf(said)) && isStorable(mimeTypeOfName(filename))
    ? []
    : tell('warning', 'MEDIA_TYPE', `its file ${filename} ${OF_NO_USE}`, ['filename']);
}

const OF_NO_USE = 'is of a type that cannot be uploaded: browsers download it instead of showing it';

const ofOrphan = (name: string): readonly Finding[] => [
  warn(name, 'ORPHAN_FILE', 'belongs to no media item'),
  ...(isStorable(mimeTypeOfName(name)) ? [] : [warn(name, 'MEDIA_TYPE', OF_NO_USE)]),
];

/** Placed at the first line: a media file is never read to find a better place. */
const warn = (name: string, code: ProblemCode, message: string): Finding => ({
  path: `${MEDIA_FILES}/${name}`,
  ...{ severity: 'warning', code, message, line: 1, column: 1 },
});
