import type { RecordSchema } from '../../model/merge/merge.ts';
import type { Clash, Versions } from '../../model/merge/versions.ts';
import type { Format } from '../codec/formats.ts';
import { decodeData } from '../record/placeBody.ts';

/**
 * The clash of versions of a record that cannot be merged: the values of their files, with the text of a Markdown file in
 * its field. Throws FileError for a version that cannot be read.
 */
export function wholeClash(
  versions: Versions<Uint8Array>,
  { kind, format, schemas }: RecordSchema & { readonly format: Format },
): Clash {
  const read = (bytes: Uint8Array | undefined): object | undefined =>
    bytes && decodeData({ kind, format, bytes }, schemas.ofContentType);
  return { path: [], base: read(versions.base), ours: read(versions.ours), theirs: read(versions.theirs) };
}
