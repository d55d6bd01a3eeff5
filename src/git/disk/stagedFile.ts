import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createDeflate } from 'node:zlib';
import { blobId } from '../../lib/text/blobId.ts';

/** A file that is too large to hold in memory, ready to be committed. The caller that staged it removes both files. */
export interface StagedFile {
  /** Its blob id. */
  readonly id: string;
  /** The path of its bytes. */
  readonly file: string;
  /** The path of the same bytes as a loose object (see `decodeLoose`). */
  readonly object: string;
}

/** The new content of a file. */
export type FileBytes = Uint8Array | StagedFile;

export const isStaged = (bytes: FileBytes): bytes is StagedFile => !(bytes instanceof Uint8Array);
export const idOfBytes = (bytes: FileBytes): string => (isStaged(bytes) ? bytes.id : blobId(bytes));

/** Deflates a file beside itself, ahead of the commit that will hold it, so that no other write waits for that. */
export async function stageFile(file: string): Promise<StagedFile> {
  const object = `${file}.object`;
  const { size } = await stat(file);
  const hash = createHash('sha1');
  let written = 0;
  async function* content(): AsyncGenerator<Buffer> {
    const head = Buffer.from(`blob ${size}\0`, 'latin1');
    hash.update(head);
    yield head;
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk as Buffer);
      written += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  await pipeline(content, createDeflate({ level: constants.Z_BEST_SPEED }), createWriteStream(object, { flags: 'wx' }));
  if (written !== size) throw new Error(`${file} changed while it was being staged`);
  return { id: hash.digest('hex'), file, object };
}
