import type { KnownFile } from './knownFile.ts';
import type { ParsedFile } from './parseFile.ts';

/** Parsed files in a form that passes between threads in one piece. */
export interface PackedFiles {
  /** The files as JSON, each with the length of its data instead of the data. */
  readonly files: string;
  /** The data of all files, one after the other. */
  readonly data: Uint8Array<ArrayBuffer>;
}

interface PackedFile extends Omit<ParsedFile, 'known'> {
  readonly known?: Omit<KnownFile, 'json'> & { readonly length: number };
}

export function packFiles(files: readonly ParsedFile[]): PackedFiles {
  const data = files.flatMap(({ known }) => known?.json ?? []);
  const bytes = new Uint8Array(data.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of data) {
    bytes.set(one, at);
    at += one.length;
  }
  return { files: JSON.stringify(files.map(packFile)), data: bytes };
}

function packFile({ known, ...file }: ParsedFile): PackedFile {
  if (!known) return file;
  const { json, ...others } = known;
  return { ...file, known: { ...others, length: json.length } };
}

export function unpackFiles({ files, data }: PackedFiles): readonly ParsedFile[] {
  let at = 0;
  // `packFiles` has written it.
  return (JSON.parse(files) as PackedFile[]).map(({ known, ...file }) => {
    if (!known) return file;
    const { kind, key, path, rev, head, outline, length } = known;
    const json = Buffer.from(data.buffer, at, length);
    at += length;
    return { ...file, known: { kind, key, path, rev, head, outline, json } };
  });
}
