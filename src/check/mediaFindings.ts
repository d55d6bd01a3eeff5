import { type Media, mimeTypeOf } from '../model/entities/media.ts';
import type { Entry, ProblemCode, Severity } from '../model/entry.ts';
import { isStorable, mimeTypeOfName } from '../model/media/mediaType.ts';
import type { ValuePath } from '../model/reference.ts';
import { MEDIA_FILES } from '../store/home.ts';
import type { Finding } from './rule.ts';
import type { Sound } from './sound.ts';

/** The media files that are there. */
export interface FoundFiles {
  /** By their names; the size is absent where nobody knows it. */
  readonly files: ReadonlyMap<string, { readonly size?: number | undefined }>;
  /** Whether they lie beside the records: then each of them should have one. */
  readonly isInGit: boolean;
}

/** What is wrong with media records beside their files, and with files beside the records. */
export function findInMedia(lookup: Sound, { files, isInGit }: FoundFiles): readonly Finding[] {
  const entries = [...lookup.all('media')];
  const named = new Set(entries.map(({ data }) => data.filename));
  // Whoever cannot be read may name any of them.
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

const OF_NO_USE = 'is of a type that cannot be uploaded: browsers are made to save it and never show it';

const ofOrphan = (name: string): readonly Finding[] => [
  warn(name, 'ORPHAN_FILE', 'no media item has this file'),
  ...(isStorable(mimeTypeOfName(name)) ? [] : [warn(name, 'MEDIA_TYPE', OF_NO_USE)]),
];

/** Its place is its beginning: nobody reads a file of this size to find another. */
const warn = (name: string, code: ProblemCode, message: string): Finding => ({
  path: `${MEDIA_FILES}/${name}`,
  ...{ severity: 'warning', code, message, line: 1, column: 1 },
});
