import type { Ask, Request } from './ask.ts';
import type { Config, Expansion, PageItemOf, RichTextFormat } from './content.ts';
import type { Client, Listing, Showing } from './types.ts';

/** The calls of a client of any site, as both readers implement them. */
export type Reads = Omit<Client, 'page' | 'pages' | 'batch'> & {
  page(slug: string, options?: Shows): Promise<object | null>;
  pages(options?: Lists): Promise<{ data: Item[]; meta: object }>;
  batch(wanted: Wanted, options?: Shows): Promise<{ pages: object; menus: object }>;
};

export type Shows = Showing<Expansion, RichTextFormat, string>;
export type Lists = Listing<string, Expansion, RichTextFormat, string>;
export type Item = PageItemOf<string, Record<string, unknown>>;

export interface Wanted {
  readonly pages?: readonly string[];
  readonly menus?: readonly string[];
}

interface Single<Data> {
  data: Data;
}

/** The data of an answer, or null if nothing is there. */
export async function readData<Data>(ask: Ask, path: string, request?: Request): Promise<Data | null> {
  const answer = await ask<Single<Data>>(path, request);
  return answer ? answer.data : null;
}

/** Reads the settings once for all calls, and again after a failure. */
export function rememberConfig(read: () => Promise<Config>): () => Promise<Config> {
  let known: Promise<Config> | undefined;
  return () => {
    known ??= read().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
