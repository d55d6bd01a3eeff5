import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { importRecords } from '../../change/import.ts';
import { type ImportRecord, MAX_IMPORT_BYTES, readImport } from '../../change/importDocument.ts';
import type { Writer } from '../../change/writer.ts';
import { hasErrorCode } from '../../lib/hasErrorCode.ts';
import type { Lookup } from '../../model/entry.ts';
import { invalidAt } from '../../model/errors.ts';
import { showExport, showImported } from '../../view/export.ts';
import { EXCHANGE_DOCUMENT, IMPORT_META, IMPORTED } from '../../view/shapes/exchange.ts';
import { requireJson } from '../body.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bodyResult, listResult } from '../result.ts';

export interface ExchangeDeps {
  readonly lookup: Lookup;
  readonly writer: Writer;
  readonly clock: () => Date;
  /** The commit that is served. */
  shownCommit(): string | null;
}

/** The whole content as one document, out and in. */
export const exchangeEndpoints = ({ lookup, writer, clock, shownCommit }: ExchangeDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/export',
    summary: 'Export the whole content as one document',
    access: 'admin',
    result: bodyResult(EXCHANGE_DOCUMENT),
    handle() {
      const exportedAt = clock().toISOString();
      const document = showExport(lookup, { exportedAt, commit: shownCommit() });
      return {
        raw: Readable.from(document, { objectMode: false }),
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
    takes: { type: 'application/json', body: EXCHANGE_DOCUMENT },
    result: { ...listResult(IMPORTED, IMPORT_META), headers: ['X-Commit'] },
    async handle({ request, actor }) {
      const records = await readBody(request);
      const { commit, changes } = await writer.write(importRecords(records), actor);
      const data = showImported(records, changes, lookup);
      return { data, meta: { total: data.length, ...countResults(data) }, commit };
    },
  }),
];

async function readBody(request: IncomingMessage): Promise<readonly ImportRecord[]> {
  requireJson(request, MAX_IMPORT_BYTES);
  try {
    return await readImport(request.iterator({ destroyOnReturn: false }));
  } catch (error) {
    // The rest of a body that is refused flows by, so that its sender gets to read the answer.
    request.resume();
    throw hasErrorCode(error, 'ECONNRESET') ? invalidAt([], 'The body ended early') : error;
  }
}

function countResults(lines: ReturnType<typeof showImported>): Readonly<Record<string, number>> {
  const count = (result: string): number => lines.filter((line) => line.result === result).length;
  return { created: count('created'), updated: count('updated'), unchanged: count('unchanged') };
}
