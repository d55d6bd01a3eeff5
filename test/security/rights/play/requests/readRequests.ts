import type { Endpoint } from '../../../../../src/http/endpoint.ts';
import { GRAPHQL } from '../../../publicSurfaces.ts';
import type { Version } from '../versions.ts';
import { anyId, anyOf, type Request, recordsOf, type World } from './world.ts';

/** The kind that an address is about. */
const KIND_AT: readonly (readonly [string, Version['kind']])[] = [
  ['/pages', 'page'],
  ['/blocks', 'block'],
  ['/menus', 'menu'],
  ['/taxonomies', 'taxonomy'],
  ['/media', 'media'],
  ['/content-types', 'contentType'],
  ['/block-types', 'blockType'],
  ['/redirects', 'redirect'],
  ['/tracking-scripts', 'trackingScript'],
];

const KINDS = KIND_AT.map(([, kind]) => kind);

/** What lists are asked for beside everything. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/admin/pages': [
    ...['?limit=100', '?search=harbour', '?type=secret', '?sort=title:asc&limit=3', '?locale=fr', '?term=topics:news'],
    ...[
      '?status=draft',
      '?state=live',
      '?state=waiting',
      '?state=outdated',
      '?mine=true',
      '?type=secret&sort=summary:asc',
    ],
    ...['?type=secret&filter[summary][contains]=zq', '?limit=1&offset=1'],
  ],
  '/admin/page-tree': ['?locale=en', '?locale=fr'],
  '/admin/translations': ['?to=fr', '?to=en&from=fr', '?to=de&state=missing'],
  '/admin/blocks': ['?reusable=all', '?reusable=false', '?search=harbour', '?type=quote'],
  '/admin/media': ['?search=zq', '?folder=press', '?folder=', '?type=document', '?sort=title'],
  '/admin/search': ['?q=harbour', '?q=zq'],
  '/admin/mentions/:kind': ['?ids=1,2,3,4,5,6,7,8,9,10', '?ids=300,301,302'],
  '/admin/mentions/:kind/:id': ['', '?term=1'],
  '/admin/export': ['', '?media=true'],
  '/admin/audit-logs': ['', '?limit=100'],
  '/admin/pages/:id/revisions': ['', '?limit=100'],
};
/** Streams without an end, and what is about the session that asks. */
const LEFT_OUT = /\/(?:events|presence|sessions)$|\/auth\//;

const below = (path: string): string => path.replace(/^\/api/, '');

/** The addresses that callers with a role read. */
export const readEndpoints = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints
    .filter(
      ({ method, access }) => method === 'GET' && access !== 'public' && access !== 'open' && access !== 'optional',
    )
    .map(({ path }) => below(path))
    .filter((path) => !LEFT_OUT.test(path) && !path.includes('/preview/'));

const kindAt = (path: string): Version['kind'] =>
  KIND_AT.find(([part]) => path.startsWith(`/admin${part}`))?.[1] ?? 'page';

/** A random read of one of these addresses. */
export function planRead(paths: readonly string[], world: World): Request {
  const { random } = world;
  const path = random.pick([...paths, '/x/play/all']);
  const kind = random.pick(KINDS);
  const filled = path
    .replace(':kind', kind)
    .replace(':id', () => String(anyId(world, path.includes(':kind') ? kind : kindAt(path))))
    .replace(':commit', () => random.pick(world.commits))
    .replace(':termId', '1')
    .replace(':name', () => random.pick([...world.changes.keys(), 'none']))
    .replace(/:\w+\*?/g, 'none');
  return { method: 'GET', path: filled + random.pick(QUERIES[path] ?? ['']) };
}

/** Every read of these addresses, about every record. */
export function allReads(paths: readonly string[], world: World): readonly Request[] {
  return paths.flatMap((path) => {
    const kinds = path.includes(':kind') ? KINDS : [kindAt(path)];
    return kinds.flatMap((kind) => {
      const ids = path.includes(':id') ? recordsOf(world, kind).map(({ id }) => id) : [0];
      return ids.flatMap((id) =>
        (QUERIES[path] ?? ['']).map((query) => ({
          method: 'GET',
          path:
            path
              .replace(':kind', kind)
              .replace(':id', String(id))
              .replace(':termId', '1')
              .replace(/:\w+\*?/g, 'none') + query,
        })),
      );
    });
  });
}

/** Addresses of the content interface about a page, or what else there is. */
const versionPaths = (page: Version | undefined, media: number): readonly string[] => {
  const [locale, slug] = [page?.locale ?? 'en', page?.slug ?? 'none'];
  return [
    `/content/pages?limit=50&locale=${locale}&expand=media,page,reference,term`,
    `/content/pages?limit=1&type=secret&locale=${locale}`,
    `/content/pages/${slug}?locale=${locale}&expand=media,page,reference,term&richtext=html`,
    `/content/pages/${locale}/${slug}.json?`,
    `/content/lists/${locale}/all/1.json?`,
    `/content/lists/${locale}/type/secret/1.json?`,
    '/content/menus/main?',
    '/content/taxonomies/topics/terms?',
    `/content/media/${media}/info?`,
    `/content/search?q=harbour&in=all&locale=${locale}`,
    `/content/search/${locale}.json?`,
    '/content/sitemap?',
    '/content/redirects?',
    '/content/tracking-scripts?',
    `/content/preview/pages/${slug}?locale=${locale}`,
  ];
};

const versionPosts = ({ live }: World, locale: string): readonly Request[] => [
  { method: 'POST', path: '/content/graphql', body: { query: GRAPHQL, variables: { locale } } },
  {
    method: 'POST',
    path: '/content/batch',
    body: { pages: recordsOf({ live }, 'page').map(({ slug }) => slug), menus: ['main'], locale },
  },
];

/** A random read of the content interface in another version, with credentials. */
export function planVersionRead(world: World): Request {
  const { random } = world;
  const page = anyOf(world, 'page');
  const ref = random.pick([...[...world.changes.keys()].map((name) => `change/${name}`), ...world.commits]);
  if (random.chance(0.3))
    return { ...random.pick(versionPosts(world, page?.locale ?? 'en')), headers: { 'quire-ref': ref } };
  const version = random.chance(0.2) ? 'at=2026-01-20T00:00:00Z' : `ref=${encodeURIComponent(ref)}`;
  return { method: 'GET', path: `${random.pick(versionPaths(page, anyId(world, 'media')))}&${version}` };
}

/** Every read of the content interface in the present version, named by its commit. */
export const allVersionReads = (world: World): readonly Request[] => [
  ...[...new Set(recordsOf(world, 'page').flatMap((page) => versionPaths(page, 1)))].map((path) => ({
    method: 'GET',
    path: `${path}&ref=HEAD`,
  })),
  ...['en', 'fr'].flatMap((locale) =>
    versionPosts(world, locale).map((request) => ({ ...request, headers: { 'quire-ref': 'HEAD' } })),
  ),
];

/** What is live, in the preview of a page. */
export const planPreview = (world: World): Request => {
  const page = anyOf(world, 'page');
  return { method: 'GET', path: `/content/preview/pages/${page?.slug}?locale=${page?.locale}` };
};
