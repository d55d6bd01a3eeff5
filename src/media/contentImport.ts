import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportRecord, readImport } from '../change/import/importDocument.ts';
import { importRecords } from '../change/import/importRecords.ts';
import type { Writer, Written } from '../change/write/writer.ts';
import type { Actor } from '../model/access.ts';
import type { ImportedFile, MediaLibrary } from './library.ts';

/** The records of an import, and what was written. */
export interface Imported {
  readonly records: readonly ImportRecord[];
  readonly written: Written;
}

/**
 * Imports a document as its bytes come in, with media files, all in one commit or nothing.
 *
 * @throws CmsError with all problems, each path beginning with that of its record
 */
export type ContentImport = (chunks: AsyncIterable<Uint8Array>, actor: Actor) => Promise<Imported>;

interface Options {
  readonly writer: Pick<Writer, 'write'>;
  readonly library: Pick<MediaLibrary, 'keepAll'>;
  /** Where files wait until they are stored. */
  readonly uploadDir: string;
}

export const createContentImport =
  ({ writer, library, uploadDir }: Options): ContentImport =>
  async (chunks, actor) => {
    const dir = join(uploadDir, randomUUID());
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const records = await readImport(chunks, async (bytes) => {
        const path = join(dir, randomUUID());
        await writeFile(path, bytes, { mode: 0o600 });
        return path;
      });
      const written = await library.keepAll(records.flatMap(fileOf), (stored) =>
        writer.write(importRecords(records, stored), actor),
      );
      return { records, written };
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };

function fileOf({ file, key, place, data }: ImportRecord): readonly ImportedFile[] {
  if (file === undefined) return [];
  const { originalName, filename } = data as { readonly originalName?: string; readonly filename?: string };
  return [{ path: file, key, place, name: originalName ?? filename ?? key }];
}
