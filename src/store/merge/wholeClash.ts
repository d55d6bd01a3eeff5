import type { RecordSchema } from '../../model/merge/mergeRecordData.ts';
import type { ThreeVersions, ValueClash } from '../../model/merge/threeVersions.ts';
import type { FileFormat } from '../codec/formats.ts';
import { decodeData } from '../record/body.ts';

/**
 * The clash of versions of a record that cannot be merged: the values of their files, with the text of a Markdown file in
 * its field. Throws FileError for a version that cannot be read.
 */
export function wholeClash(
  versions: ThreeVersions<Uint8Array>,
  { kind, format, schemas }: RecordSchema & { readonly format: FileFormat },
): ValueClash {
  const read = (bytes: Uint8Array | undefined): object | undefined =>
    bytes && decodeData({ kind, format, bytes }, schemas.ofContentType);
  return { path: [], base: read(versions.base), ours: read(versions.ours), theirs: read(versions.theirs) };
}
