import type { ClientRequest, ContentRequester } from './ask.ts';
import type { Config, Expansion, PageItemOf, RichTextFormat } from './content.ts';
import type { Client, Listing, Showing } from './types.ts';

/** The calls of a client of any site, as both readers implement them. */
export type Reads = Omit<Client, 'page' | 'pages' | 'batch'> & {
  page(slug: string, options?: Shows): Promise<object | null>;
  pages(options?: AnyListOptions): Promise<{ data: AnyPageItem[]; meta: object }>;
  batch(wanted: BatchRequest, options?: Shows): Promise<{ pages: object; menus: object }>;
};

export type Shows = Showing<Expansion, RichTextFormat, string>;
export type AnyListOptions = Listing<string, Expansion, RichTextFormat, string>;
export type AnyPageItem = PageItemOf<string, Record<string, unknown>>;

export interface BatchRequest {
  readonly pages?: readonly string[];
  readonly menus?: readonly string[];
}

interface SingleAnswer<Data> {
  data: Data;
}

/** The data of an answer, or null if nothing is there. */
export async function readAnswerData<Data>(
  ask: ContentRequester,
  path: string,
  request?: ClientRequest,
): Promise<Data | null> {
  const answer = await ask<SingleAnswer<Data>>(path, request);
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
