import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '../model/access.ts';
import type { RecordWriter, WriteResult } from '../write/action.ts';
import { type ImportRecord, readImport } from '../write/import/importDocument.ts';
import { importRecords } from '../write/import/importRecords.ts';
import type { ImportedFile, MediaLibrary } from './library.ts';

/** The records of an import, and what was written. */
export interface ContentImportResult {
  readonly records: readonly ImportRecord[];
  readonly written: WriteResult;
}

/**
 * Imports a document as its bytes come in, with media files, all in one commit or nothing.
 *
 * @throws CmsError with all problems, each path beginning with that of its record
 */
export type ContentImport = (chunks: AsyncIterable<Uint8Array>, actor: Actor) => Promise<ContentImportResult>;

interface Options {
  readonly writer: Pick<RecordWriter, 'write'>;
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
      const written = await library.keepAll(records.flatMap(toImportedFiles), (stored) =>
        writer.write(importRecords(records, stored), actor),
      );
      return { records, written };
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };

function toImportedFiles({ file, key, place, data }: ImportRecord): readonly ImportedFile[] {
  if (file === undefined) return [];
  const { originalName, filename } = data as { readonly originalName?: string; readonly filename?: string };
  return [{ path: file, key, place, name: originalName ?? filename ?? key }];
}
