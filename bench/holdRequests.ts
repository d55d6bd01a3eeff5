import { editorRequests } from './holdEditor.ts';
import { publicRequests } from './holdPublic.ts';
import type { Sent } from './holdRequest.ts';
import { HEAVY_PAGES } from './holdSite.ts';

interface Listed {
  readonly id: number;
  readonly slug: string;
  readonly fieldsSchema: readonly object[];
  readonly terms: readonly { readonly id: number }[];
}

/** Every endpoint with its most expensive requests. */
export async function requestsOf({ url, token }: { url: string; token: string }): Promise<readonly Sent[]> {
  const get = async (path: string): Promise<readonly Listed[]> => {
    const response = await fetch(`${url}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await response.json()) as { data: readonly Listed[] | Listed };
    return Array.isArray(data) ? data : [data as Listed];
  };
  const bySlug = (list: readonly Listed[], slug: string): Listed => list.find((one) => one.slug === slug)!;
  const heavy = 50_000 + HEAVY_PAGES;
  const types = await get('content-types');
  const taxonomies = await get('taxonomies');
  const topics = bySlug(taxonomies, 'topics').id;
  const pageIds: number[] = [];
  for (let offset = 0; offset < 1000; offset += 100)
    pageIds.push(...(await get(`pages?type=product&limit=100&offset=${offset}`)).map(({ id }) => id));
  return [
    ...publicRequests(),
    ...editorRequests({
      page: 1,
      heavy,
      heavyType: bySlug(types, 'heavy').id,
      pageIds,
      block: (await get('blocks?reusable=true'))[0]?.id ?? 1,
      commits: (await get(`pages/${heavy}/revisions`)).map(({ id }) => String(id)),
      places: bySlug(taxonomies, 'places').id,
      topics,
      topic: (await get(`taxonomies/${topics}/terms`))[0]!.id,
      articleType: bySlug(types, 'article'),
      galleryType: bySlug(await get('block-types'), 'gallery'),
    }),
  ];
}
