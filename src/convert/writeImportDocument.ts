import { readFile } from 'node:fs/promises';
import { EXCHANGE_VERSION } from '../model/exchange.ts';
import type { FoundMedia, FoundSite } from './foundSite.ts';

/** Writes the import document in chunks, with only one media file in memory at a time. */
export async function* writeImportDocument({ contentTypes, taxonomies, media, pages, menus, redirects }: FoundSite) {
  yield Buffer.from(`{"quire":${EXCHANGE_VERSION}`);
  const lists = { contentTypes, taxonomies, media, pages, menus, redirects };
  for (const [name, records] of Object.entries(lists)) {
    yield Buffer.from(`,"${name}":[`);
    for (const [at, record] of records.entries()) {
      const shown = name === 'media' ? await embedMediaFile(record as FoundMedia) : record;
      yield Buffer.from(`${at > 0 ? ',' : ''}${JSON.stringify(shown)}`);
    }
    yield Buffer.from(']');
  }
  yield Buffer.from('}');
}

const embedMediaFile = async ({ path, ...record }: FoundMedia): Promise<object> => ({
  ...record,
  filename: record.originalName,
  file: (await readFile(path)).toString('base64'),
});
