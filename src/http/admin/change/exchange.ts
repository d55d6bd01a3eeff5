import { Readable } from 'node:stream';
import { createYieldIfBusy, SHARED_SLICES } from '../../../lib/turn/createYieldIfBusy.ts';
import type { ContentImport } from '../../../media/contentImport.ts';
import type { MediaFiles, Original } from '../../../media/mediaFiles.ts';
import { CmsError } from '../../../model/errors.ts';
import { flag, object } from '../../../model/schema/schema.ts';
import type { Site } from '../../../site/site.ts';
import { type ExportPart, showExport, showImported } from '../../../view/export.ts';
import { EXCHANGE_DOCUMENT, IMPORT_META, IMPORTED } from '../../../view/shapes/exchange.ts';
import { MAX_IMPORT_BYTES } from '../../../write/import/importDocument.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { requireJson } from '../../request/body/body.ts';
import { bodyResult, listResult } from '../../result.ts';

export interface ExchangeDeps {
  readonly site: Site;
  readonly importContent: ContentImport;
  readonly files: Pick<MediaFiles, 'original'>;
  readonly clock: () => Date;
}

/** Export and import of the whole content as one document. */
export const exchangeEndpoints = ({ site, importContent, files, clock }: ExchangeDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/export',
    summary: 'Export the whole content as one document',
    access: 'viewer',
    result: bodyResult(EXCHANGE_DOCUMENT),
    query: object({}, { media: flag() }),
    handle({ query: { media: withFiles = false } }) {
      const exportedAt = clock().toISOString();
      const document = showExport(site.store, { exportedAt, commit: site.commit, withFiles });
      return {
        raw: Readable.from(embedFileBytes(document, files), { objectMode: false }),
        type: 'application/json; charset=utf-8',
        headers: { 'Content-Disposition': `attachment; filename="quire-${exportedAt.slice(0, 10)}.json"` },
      };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/import',
    summary: 'Create or replace the records of an export, all in one commit or none',
    access: 'admin',
    body: { type: 'application/json', unread: EXCHANGE_DOCUMENT },
    result: listResult(IMPORTED, { meta: IMPORT_META, headers: ['X-Commit'] }),
    async handle({ request, readStream, actor }) {
      requireJson(request, MAX_IMPORT_BYTES);
      const { records, written } = await importContent(readStream({ maxBytes: MAX_IMPORT_BYTES }), actor);
      const { commit, changes } = written;
      const data = showImported(records, changes, site.store);
      return { data, meta: { total: data.length, ...countResults(data) }, commit };
    },
  }),
];

/**
 * An export as text, with the bytes of media files as base64 or null if a file is missing. It yields between records,
 * so that a fast reader does not hold up others.
 */
async function* embedFileBytes(
  parts: Iterable<ExportPart>,
  files: Pick<MediaFiles, 'original'>,
): AsyncGenerator<string> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (const part of parts) {
    await yieldIfBusy();
    if (typeof part === 'string') yield part;
    else yield* base64Of(await files.original(part.file).catch(nullIfMissing));
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
  throw error;
}

async function* base64Of(file: Pick<Original, 'read'> | null): AsyncGenerator<string> {
  if (!file) return yield 'null';
  let rest = Buffer.alloc(0);
  yield '"';
  for await (const chunk of await file.read()) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    // Three bytes make four characters; the rest waits for the next chunk.
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    yield bytes.toString('base64', 0, whole);
  }
  yield `${rest.toString('base64')}"`;
}

function countResults(lines: ReturnType<typeof showImported>): Readonly<Record<string, number>> {
  const count = (result: string): number => lines.filter((line) => line.result === result).length;
  return { created: count('created'), updated: count('updated'), unchanged: count('unchanged') };
}
