import { compareText } from '../../../lib/text/compareText.ts';
import type { ExportedFile, MadeOf, Manifest } from './manifest.ts';
import type { VersionOf } from './versions.ts';

/** A file that was just made, with the names of what it was made from. */
export interface MadeFile extends Pick<ExportedFile, 'hash' | 'size'> {
  readonly needs: readonly string[];
}

interface Options {
  /** Files of an earlier export, whose needs are numbers of its records. */
  readonly taken: ReadonlyMap<string, ExportedFile>;
  readonly earlier: readonly MadeOf[];
  readonly made: ReadonlyMap<string, MadeFile>;
  readonly versionOf: VersionOf;
}

/** Numbers everything that files were made from, and converts each file's needs to these numbers. */
export function numberNeeds({ taken, earlier, made, versionOf }: Options): Pick<Manifest, 'files' | 'records'> {
  const names = [...new Set([...namesOfReused(taken, earlier), ...[...made.values()].flatMap(({ needs }) => needs)])];
  names.sort(compareText);
  const numberOf = new Map(names.map((name, number) => [name, number]));
  const renumbered = earlier.map(([name]) => numberOf.get(name));
  const isSame = renumbered.every((number, before) => number === before);
  // Every need has a number now.
  const renumber = (entry: ExportedFile): ExportedFile =>
    isSame ? entry : { ...entry, needs: entry.needs.map((number) => renumbered[number]!) };
  const files = new Map<string, ExportedFile>();
  for (const [file, entry] of taken) files.set(file, renumber(entry));
  for (const [file, entry] of made)
    files.set(file, { ...entry, needs: entry.needs.map((name) => numberOf.get(name)!) });
  return { files, records: names.map((name) => [name, versionOf(name)]) };
}

/** The names of what the taken files were made from. */
function namesOfReused(taken: ReadonlyMap<string, ExportedFile>, earlier: readonly MadeOf[]): readonly string[] {
  const isUsed = new Uint8Array(earlier.length);
  for (const { needs } of taken.values()) for (const number of needs) isUsed[number] = 1;
  return earlier.flatMap(([name], number) => (isUsed[number] ? [name] : []));
}
