import type { RoleRights } from '../../../src/model/rights/rights.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { PDF } from '../../media/samples.ts';
import { askAdmin, enterAs, type Headers, logIn } from './enterAs.ts';
import { MATRIX_REQUESTS, type MatrixRequest, requestFor, type Target } from './matrixRequests.ts';

/** A line of the matrix: an endpoint, asked about one record in each place. */
export interface Line {
  readonly kind: string;
  readonly endpoint: string;
}

type Place = Partial<Pick<Target, 'type' | 'locale' | 'slug' | 'folder'>> & {
  readonly status?: string;
  readonly isOwn?: boolean;
};

/** Where the records of a kind are that a line asks about. */
export const PLACES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  page: {
    'fr blog': { type: 'article', locale: 'fr', slug: 'blog/' },
    'fr blog, live': { type: 'article', locale: 'fr', slug: 'blog/', status: 'published' },
    'en, own': { type: 'article', locale: 'en', slug: 'own/', isOwn: true },
    en: { type: 'article', locale: 'en', slug: 'blog/' },
    secret: { type: 'secret', locale: 'en', slug: 'blog/' },
  },
  block: { text: { type: 'text' }, secret: { type: 'secret' } },
  media: { press: { folder: 'press' }, inside: { folder: 'inside' } },
};
const ANYWHERE: Readonly<Record<string, Place>> = { any: {} };
export const placesOf = (kind: string): Readonly<Record<string, Place>> => PLACES[kind] ?? ANYWHERE;

/** All lines: every endpoint that writes content, and every one that reads a single record. */
export const linesOf = (reads: readonly string[]): readonly Line[] =>
  Object.entries(MATRIX_REQUESTS).flatMap(([kind, requests]) => [
    ...reads.filter((endpoint) => isAbout(kind, endpoint)).map((endpoint) => ({ kind, endpoint })),
    ...Object.keys(requests).map((endpoint) => ({ kind, endpoint })),
  ]);

const FOLDERS: Readonly<Record<string, string>> = {
  page: 'pages',
  block: 'blocks',
  media: 'media',
  menu: 'menus',
  taxonomy: 'taxonomies',
  redirect: 'redirects',
  trackingScript: 'tracking-scripts',
  contentType: 'content-types',
  blockType: 'block-types',
};

const isAbout = (kind: string, endpoint: string): boolean => endpoint.startsWith(`GET /admin/${FOLDERS[kind]}/:id`);

interface Cell extends Line {
  readonly target: Target;
  readonly place: Place;
}

/** A record for each cell, so that no request changes what another asks about. */
const cellsOf = (lines: readonly Line[]): readonly Cell[] => {
  const places = lines.flatMap((line) => Object.values(placesOf(line.kind)).map((place) => ({ ...line, place })));
  return places.map((cell, index) => {
    const { type = 'article', locale = 'en', slug = '', folder = '' } = cell.place;
    const id = 1_000 + index;
    const target = {
      id,
      type,
      locale,
      slug: `${slug}r${id}`,
      folder: folder && `${folder}/r${id}`,
      key: `r${id}`,
      block: 100_000 + id,
    };
    return { ...cell, target: { ...target, commit: 'none', change: 'none' } };
  });
};

const json = (data: object): string => JSON.stringify({ createdAt: '2026-01-01T00:00:00.000Z', ...data });
const FIELDS = [{ name: 'summary', type: 'text' }];

const FILES: Readonly<Record<string, string>> = {
  'site.yaml': 'siteName: Harbour\nsupportedLocales: [en, fr, de]\n',
  ...Object.fromEntries(
    ['article', 'secret'].map((slug, at) => [
      `content-types/${slug}.json`,
      json({ id: at + 1, name: slug, fieldsSchema: FIELDS, regions: ['content', 'aside'] }),
    ]),
  ),
  ...Object.fromEntries(
    ['text', 'secret'].map((slug, at) => [
      `block-types/${slug}.json`,
      json({ id: at + 1, name: slug, fieldsSchema: { body: 'text' } }),
    ]),
  ),
  'taxonomies/topics.json': json({
    ...{ id: 1, name: 'Topics' },
    terms: ['news', 'events'].map((slug, at) => ({ id: 300_010 + at, slug, name: slug })),
  }),
};

const WRITERS: Readonly<Record<string, (target: Target, place: Place) => Readonly<Record<string, string>>>> = {
  page: ({ id, block, locale, slug, type }, { status = 'draft' }) => ({
    [`pages/${locale}/${slug}.json`]: json({
      ...{ id, type, title: 'A page', status, fields: { summary: 'A summary' }, terms: { topics: ['news'] } },
      regions: { content: [{ id: block, type: 'text', fields: { body: 'Words' } }] },
    }),
  }),
  block: ({ id, key, type }) => ({ [`blocks/${key}.json`]: json({ id, type, title: 'A block', fields: {} }) }),
  media: ({ id, key, folder }) => ({
    [`media/${key}.json`]: json({ id, filename: `${key}-00000000.txt`, folder }),
    [`media/files/${key}-00000000.txt`]: 'text\n',
  }),
  menu: ({ id, key }) => ({
    [`menus/${key}.json`]: json({
      ...{ id, name: 'A menu' },
      items: [0, 1].map((at) => ({ id: 200_000 + 10 * id + at, title: 'An item', url: '/there' })),
    }),
  }),
  taxonomy: ({ id, key }) => ({
    [`taxonomies/${key}.json`]: json({
      ...{ id, name: 'A vocabulary' },
      terms: [0, 1].map((at) => ({ id: 300_000 + 10 * id + at, name: 'A term', slug: `term-${at}` })),
    }),
  }),
  redirect: ({ id, key }) => ({ [`redirects/${key}.json`]: json({ id, fromPath: `/from-${key}`, toPath: '/to' }) }),
  trackingScript: ({ id, key }) => ({ [`tracking-scripts/${key}.json`]: json({ id, name: 'A script', code: 'x' }) }),
  contentType: ({ id, key }) => ({ [`content-types/${key}.json`]: json({ id, name: key, fieldsSchema: FIELDS }) }),
  blockType: ({ id, key }) => ({ [`block-types/${key}.json`]: json({ id, name: key, fieldsSchema: FIELDS }) }),
};

/** What a role is answered to each line: one word a place. */
export async function playMatrix(rights: RoleRights, lines: readonly Line[]): Promise<readonly (readonly string[])[]> {
  const planned = cellsOf(lines);
  const files = planned
    .filter(({ place }) => !place.isOwn)
    .map(({ kind, target, place }) => WRITERS[kind]?.(target, place) ?? {});
  const site = await makeSite(Object.assign({}, FILES, ...files));
  const { cells, asTried } = await enter(site, rights, planned);
  const outcomes: string[] = [];
  for (const cell of cells) outcomes.push(await outcomeOf(site, await prepare(site, cell), asTried));
  await site.stop();
  return lines.map(({ kind }) => outcomes.splice(0, Object.keys(placesOf(kind)).length));
}

/** Somebody who has made some pages as an editor, and has the role now. */
async function enter(site: Site, rights: RoleRights, planned: readonly Cell[]) {
  const { id, email, headers } = await enterAs(site, { extends: 'editor', allow: [], deny: [] });
  const cells: Cell[] = [];
  for (const cell of planned) cells.push(cell.place.isOwn ? await makeOwn(site, cell, headers) : cell);
  await askAdmin(site, 'PUT /admin/roles/1', rights);
  return { id, cells, asTried: await logIn(site, email) };
}

async function makeOwn(site: Site, cell: Cell, headers: Headers): Promise<Cell> {
  const { type, locale, slug } = cell.target;
  const content = [{ blockTypeSlug: 'text', fields: { body: 'Words' } }];
  const body = { type, locale, slug, title: 'A page', fields: { summary: 'A summary' }, terms: [300_010] };
  const reply = await site.ask('POST /admin/pages', { headers, body: { ...body, regions: { content } } });
  const { id, regions } = reply.body.data;
  return { ...cell, target: { ...cell.target, id, block: regions.content[0].pb_id } };
}

/** Has an admin make what a request needs beside its record. */
async function prepare(site: Site, cell: Cell): Promise<Cell> {
  const { endpoint, kind, target } = cell;
  const path = kind === 'settings' ? '/admin/config' : `/admin/${FOLDERS[kind]}/${target.id}`;
  const edit = kind === 'settings' ? { tagline: 'Edited' } : { [HAVE_NAME.has(kind) ? 'name' : 'title']: 'Edited' };
  if (endpoint.includes(':commit') || LOOKS_BACK.has(endpoint)) {
    const first = await askAdmin(site, `PUT ${path}`, edit);
    const second = await askAdmin(site, `PUT ${path}`, { title: 'Edited again' });
    const isFirst = endpoint.endsWith('/restore') || endpoint.endsWith('/bring');
    return { ...cell, target: { ...target, commit: (isFirst ? first : second).commit! } };
  }
  if (endpoint.includes('/changes/:name')) {
    const { name } = await askAdmin(site, 'POST /admin/changes', { title: `Change ${target.key}` });
    await askAdmin(site, `PUT ${path}`, edit, { 'quire-change': name });
    if (endpoint.endsWith('/restore')) await site.ask(`DELETE /admin/changes/${name}`, { as: 'admin' });
    return { ...cell, target: { ...target, change: name } };
  }
  const needsDraft = /^(?:GET|DELETE) .*\/draft$|\/draft\/publish$/.test(endpoint);
  if (needsDraft) await askAdmin(site, `PUT ${path}/draft`, edit);
  return cell;
}

/** What names a commit in its body. */
const LOOKS_BACK = new Set(['POST /admin/undo', 'POST /admin/compare/bring']);
const HAVE_NAME = new Set(['menu', 'taxonomy']);

/** How answers stand in the table. */
const WORDS: Readonly<Record<number, string>> = { 200: 'yes', 201: 'yes', 403: 'no', 404: '–' };

async function outcomeOf(site: Site, { kind, endpoint, target }: Cell, headers: Headers): Promise<string> {
  const body = MATRIX_REQUESTS[kind]?.[endpoint]?.(target);
  const request = requestFor(endpoint, body, target);
  const status = request.file
    ? await sendFile(site, request, headers)
    : (await site.ask(`${request.method} ${request.path}`, { headers, ...(body !== undefined && { body }) })).status;
  return WORDS[status] ?? String(status);
}

async function sendFile(site: Site, { method, path, body }: MatrixRequest, headers: Headers): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Readonly<Record<string, string>>)) form.set(name, value);
  form.set('file', new Blob([PDF as Uint8Array<ArrayBuffer>]), 'leaflet.pdf');
  return (await fetch(`${site.url}/api${path}`, { method, headers, body: form })).status;
}

/** What a role is answered, by line. */
export type Column = readonly (readonly string[])[];

/** The matrix as people read it: a table for each kind, with a column for each role, and a word for each place in it. */
export function showMatrix(lines: readonly Line[], columns: Readonly<Record<string, Column>>): string {
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const roles = Object.keys(columns);
  const tables = kinds.map((kind) => {
    const rows = lines.flatMap((line, at) =>
      line.kind === kind ? [[line.endpoint, ...roles.map((role) => columns[role]![at]!.join(' '))]] : [],
    );
    const title = `## ${kind}: ${Object.keys(placesOf(kind)).join('; ')}`;
    return [title, '', showRow(['', ...roles]), showRow(['---', ...roles.map(() => '---')]), ...rows.map(showRow)];
  });
  return tables.map((table) => table.join('\n')).join('\n\n');
}

const showRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** One role's answers, as a table that `showMatrix` has made says them. */
export function readColumn(table: string, role: string, lines: readonly Line[]): Column {
  const rows = table.split('\n').map((row) => row.split(' | ').map((cell) => cell.replaceAll('|', '').trim()));
  const at = rows.find(([first, second]) => first === '' && second !== undefined)!.indexOf(role);
  return lines.map(({ endpoint }) => rows.find(([first]) => first === endpoint)?.[at]?.split(' ') ?? []);
}
