import { type ContentRequester, createContentRequester } from './ask.ts';
import { readServer } from './readServer.ts';
import type { Reads } from './reads.ts';
import type { AnySite, Client, ClientOptions, CreateClient } from './types.ts';

export const createClient: CreateClient = <S extends AnySite>(options: ClientOptions) => {
  if (options.static && (options.token || options.ref))
    throw new TypeError('An export has no drafts and no refs: leave out token and ref');
  const ask = createContentRequester(options);
  const reads = options.static ? readExportLater(ask) : readServer(ask, options);
  // The types of the site exist at compile time only.
  return reads as unknown as Client<S>;
};

const CALLS: readonly (keyof Reads)[] = ['page', 'pages', 'menu', 'terms', 'media', 'config', 'search', 'batch'];

/** Loads the reader of exports, half of the client, only when it is used. */
function readExportLater(ask: ContentRequester): object {
  const load = () => import('./readExport.ts').then(({ readExport }) => readExport(ask));
  let loaded: Promise<Reads> | undefined;
  const call =
    (name: keyof Reads) =>
    async (...given: readonly unknown[]): Promise<unknown> => {
      loaded ??= load();
      const read = (await loaded)[name] as (...all: readonly unknown[]) => Promise<unknown>;
      return read(...given);
    };
  return Object.fromEntries(CALLS.map((name) => [name, call(name)]));
}
