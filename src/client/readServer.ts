import { type ContentRequester, encodeSlug } from './ask.ts';
import type { Config, List, Media, Menu, Term } from './content.ts';
import {
  type AnyListOptions,
  type AnyPageItem,
  type Reads,
  readAnswerData,
  rememberConfig,
  type Shows,
} from './reads.ts';
import type { ClientOptions, Found } from './types.ts';

/** Reads from a server. */
export function readServer(ask: ContentRequester, { token }: ClientOptions): Reads {
  const config: Reads['config'] = async (options) => need(await readAnswerData<Config>(ask, 'config', options));
  const known = rememberConfig(config);

  /** Reads the settings only for options that are left out. */
  const shape = async ({ expand, richtext }: Shows) => ({
    expand: expand ?? (await known()).static.expand,
    richtext: richtext ?? (await known()).static.richtext,
  });
  const showing = async (options: Shows) => {
    const { expand, richtext } = await shape(options);
    return { locale: options.locale, expand: expand.join() || undefined, richtext, fields: options.fields?.join() };
  };

  return {
    config,
    page: async (slug, options = {}) =>
      readAnswerData(ask, `${token ? 'preview/' : ''}pages/${encodeSlug(slug)}`, {
        query: await showing(options),
        isPreview: true,
        signal: options.signal,
      }),
    async pages(options = {}) {
      const { type, taxonomy, sort, limit, offset, ids, where, cursor, facets } = options;
      const asked = { where: where && JSON.stringify(where), cursor, facets: facets?.join() };
      const query = {
        type,
        taxonomy,
        sort,
        limit,
        offset,
        ids: ids?.join(),
        ...asked,
        ...toConditions(options.filter),
      };
      // No ids mean no pages; an empty parameter would not say that.
      if (ids?.length === 0) return { data: [], meta: { total: 0, limit: limit ?? 20, offset: offset ?? 0 } };
      const request = { query: { ...query, ...(await showing(options)) }, signal: options.signal };
      return need(await ask<List<AnyPageItem>>('pages', request));
    },
    menu: (slug, { depth, signal } = {}) =>
      readAnswerData<Menu>(ask, `menus/${encodeSlug(slug)}`, { query: { depth }, signal }),
    terms: (vocabulary, options) => readAnswerData<Term[]>(ask, `taxonomies/${encodeSlug(vocabulary)}/terms`, options),
    media: (id, options) => readAnswerData<Media>(ask, `media/${id}/info`, options),
    async search(q, { type, locale, limit, in: where, signal } = {}) {
      return need(await ask<Found>('search', { query: { q, type, locale, limit, in: where }, signal }));
    },
    async batch(wanted, { locale, signal, ...options } = {}) {
      const body = { ...wanted, locale, ...(await shape(options)) };
      return need(await readAnswerData<{ pages: object; menus: object }>(ask, 'batch', { body, signal }));
    },
  };
}

/** Requires an answer that every server gives. */
function need<T>(answer: T | null): T {
  if (answer === null) throw new TypeError('There is no Quire server at this address');
  return answer;
}

/** `{ rating: { gte: 3 } }` → `filter[rating][gte]=3`. */
const toConditions = (filter: AnyListOptions['filter'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([field, asked]) =>
      Object.entries(typeof asked === 'object' ? asked : { eq: asked }).map(([operator, value]) => [
        `filter[${field}][${operator}]`,
        String(value),
      ]),
    ),
  );
