import type { CacheConfig } from '../../config.ts';
import { percentEncode } from '../../lib/text/percentEncode.ts';
import type { MediaFiles } from '../../media/mediaFiles.ts';
import { type Media, mimeTypeOf } from '../../model/entities/media.ts';
import { compareEntryIds, type Entry } from '../../model/entry.ts';
import { isInlineType, isPicture } from '../../model/media/mediaType.ts';
import { type BinaryName, binaryPath, listCrops, SIZE_NAMES } from '../../model/media/mediaVariant.ts';
import { cropRules } from '../../model/siteSettings.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { cacheControl } from '../answer/cacheControl.ts';
import { writeInTurns } from '../answer/writeInTurns.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bytesResult } from '../result.ts';
import { dispositionOf, SAFE } from './media.ts';

interface Options {
  readonly content: PublicContent;
  readonly files: Pick<MediaFiles, 'publicUrl'>;
  readonly cache: CacheConfig;
  /** The site's own redirects. */
  hostRedirects(content: PublicContent): Iterable<string>;
}

/** The files that tell a host how to serve the static site, for those who copy the site from a server. */
export function hostEndpoints({ content, files, cache, hostRedirects }: Options): Endpoint[] {
  const rows: readonly (readonly [path: string, what: string, show: () => Iterable<string>])[] = [
    ['/_headers', 'Headers', () => showHeaders(content, cache)],
    ['/_redirects', 'Redirects', () => joinLines(hostRedirects(content), showMediaRedirects(content, files))],
  ];
  return rows.map(([path, what, show]) =>
    defineEndpoint({
      method: 'GET',
      path,
      summary: `${what} for a host of the static site: a file of the static site`,
      access: 'public',
      result: bytesResult('text/plain'),
      handle: async (): Promise<Answer> => ({ raw: await writeInTurns(show()), type: 'text/plain; charset=utf-8' }),
      exports: () => [{}],
    }),
  );
}

const allMedia = (content: PublicContent): readonly Entry<Media>[] => [...content.all('media')].sort(compareEntryIds);

interface HeaderRule {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `_headers` as Netlify, Cloudflare Pages and others read it: the headers that the server would send. There are rules
 * for single files, which some hosts count, only for files that a browser must save instead of showing.
 */
export function* showHeaders(content: PublicContent, cache: CacheConfig): Generator<string> {
  yield rules(cache).map(showRule).join('\n');
  for (const entry of allMedia(content)) {
    if (isInlineType(mimeTypeOf(entry.data))) continue;
    const headers = { 'Content-Disposition': dispositionOf(entry) };
    for (const name of ['original' as const, ...SIZE_NAMES])
      yield `\n${showRule({ path: pathOf(entry, name), headers })}`;
  }
}

const rules = (cache: CacheConfig): readonly HeaderRule[] => [
  {
    path: '/api/content/*',
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': cacheControl({}, cache),
      'X-Content-Type-Options': 'nosniff',
    },
  },
  ...['/sitemap.xml', '/sitemap-*'].map((path) => ({ path, headers: { 'Cache-Control': cacheControl({}, cache) } })),
  { path: '/manifest.json', headers: { 'Cache-Control': 'no-cache' } },
  { path: '/api/content/media/*', headers: { 'Content-Security-Policy': SAFE['Content-Security-Policy'] } },
];

const showRule = ({ path, headers }: HeaderRule): string =>
  `${path}\n${Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`;

const pathOf = ({ id, data }: Entry<Media>, name: BinaryName): string => binaryPath(id, name, mimeTypeOf(data));

/** `_redirects` as the same hosts read it: the site's own redirects, then those of media. */
function* joinLines(...parts: readonly Iterable<string>[]): Generator<string> {
  for (const part of parts) yield* part;
}

/** The older addresses of media without a file ending, each leading to the file with one. */
export function* showMediaRedirects(content: PublicContent, files: Pick<MediaFiles, 'publicUrl'>): Generator<string> {
  for (const entry of allMedia(content)) yield* originalRules(entry, files.publicUrl(entry));
  const crops = listCrops(cropRules(content)).map(({ name }) => name);
  for (const name of [...SIZE_NAMES, ...crops]) yield `${MEDIA}/:id/${name} ${MEDIA}/:id/${name}.webp 200\n`;
  yield `${MEDIA}/:id/info ${MEDIA}/:id/info.json 200\n`;
}

const MEDIA = '/api/content/media';

/**
 * The original of a file that is no picture also serves as its smaller sizes. A file in external storage is not part of
 * the static site.
 */
function* originalRules(entry: Entry<Media>, url: string | null): Generator<string> {
  const names = isPicture(mimeTypeOf(entry.data)) ? (['original'] as const) : (['original', ...SIZE_NAMES] as const);
  for (const name of names) {
    const [short, path] = [`${MEDIA}/${entry.id}/${name}`, pathOf(entry, name)];
    if (url === null) yield `${short} ${path} 200\n`;
    else yield* [path, short].map((from) => `${from} ${toAsciiPath(url)} 302\n`);
  }
}

/** A path in the characters that hosts read literally. */
export const toAsciiPath = (path: string): string => path.replace(/[^\u0021-\u007e]+/gu, percentEncode);
