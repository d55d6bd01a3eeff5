import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Client, createClient } from '../../src/client/index.ts';
import { exportOf } from '../features/staticSite/exportOf.ts';
import { makeSite, type Site } from '../makeSite.ts';

const MADE = { createdAt: '2026-01-01T00:00:00.000Z' };
const NOTES = 70;
const DAY_MS = 86_400_000;

const dayOf = (number: number): string => new Date(Date.parse('2025-11-01T09:00:00Z') + number * DAY_MS).toISOString();
const PRESENCES = ['resident', 'winter', 'summer'];

const note = (number: number): readonly [string, string] => [
  `pages/en/notes/note-${number}.json`,
  JSON.stringify({
    ...{ id: 100 + number, type: 'note', title: `Note ${number}`, status: 'published', ...MADE },
    ...{
      publishedAt: number === 5 ? undefined : dayOf(number),
      terms: { topics: number % 2 ? ['news'] : ['tides', 'news'] },
    },
    fields: {
      count: number,
      presence: PRESENCES[number % 3],
      ...{ seen: dayOf(number * 2), isNew: number > 60, months: ['jan', `m${number}`] },
    },
  }),
];

const FIELDS = [
  { name: 'summary', type: 'textarea' },
  { name: 'body', type: 'richtext' },
  { name: 'cover', type: 'media' },
  { name: 'pictures', type: 'gallery' },
  { name: 'related', type: 'page' },
  { name: 'topic', type: 'term' },
  { name: 'go', type: 'link' },
];
const NOTE_FIELDS = [
  { name: 'count', type: 'integer' },
  { name: 'presence', type: 'text' },
  { name: 'seen', type: 'datetime' },
  { name: 'isNew', type: 'boolean' },
  { name: 'months', type: 'json' },
];

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Enough pages for two files of a list, and one of everything else that a client reads. */
export const CLIENT_FILES: Readonly<Record<string, string>> = {
  'site.yaml':
    'siteName: Client site\nsupportedLocales: [en, es, pt-BR]\nstatic: { expand: [media, term], richtext: html }\n',
  'content-types/article.json': JSON.stringify({ id: 1, name: 'Article', fieldsSchema: FIELDS, ...MADE }),
  'content-types/note.json': JSON.stringify({ id: 2, name: 'Note', fieldsSchema: NOTE_FIELDS, ...MADE }),
  'taxonomies/topics.json': JSON.stringify({
    ...{ id: 1, name: 'Topics', hierarchical: true, ...MADE },
    terms: [{ id: 1, slug: 'news', name: 'News', children: [{ id: 2, slug: 'tides', name: 'Tides' }] }],
  }),
  'menus/main.json': JSON.stringify({
    ...{ id: 1, name: 'Main', ...MADE },
    items: [{ id: 1, title: 'Home', page: 'en/home', children: [{ id: 2, title: 'Deep', url: '/deep' }] }],
  }),
  'media/leaflet.json': JSON.stringify({ id: 5, filename: 'leaflet.txt', altText: 'A leaflet', ...MADE }),
  'media/files/leaflet.txt': 'High water at noon.\n',
  'pages/en/home.json': JSON.stringify({
    ...{ id: 1, type: 'article', title: 'Home, où la mer', status: 'published', ...MADE },
    fields: {
      ...{ summary: 'Where the sea is.', body: paragraph('Hello & welcome'), cover: 'leaflet', pictures: ['leaflet'] },
      ...{ related: 'en/notes/note-3', topic: 'topics/tides', go: { page: 'en/notes/note-3' } },
    },
  }),
  'pages/es/inicio.json': JSON.stringify({
    ...{ id: 2, type: 'article', title: 'Inicio', status: 'published', ...MADE },
    fields: { body: paragraph('Hola') },
  }),
  'pages/pt-BR/início.json': JSON.stringify({ id: 3, type: 'article', title: 'Início', status: 'published', ...MADE }),
  'pages/en/secret.json': JSON.stringify({ id: 4, type: 'article', title: 'Draft', status: 'draft', ...MADE }),
  ...Object.fromEntries(Array.from({ length: NOTES }, (_, at) => note(at + 1))),
};

/** A plain file host that knows nothing of Quire; it records its requests. */
export async function serveFolder(folder: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    asked.push(path);
    const file = join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => new Promise((done) => server.close(done)) };
}

export interface ClientSite {
  readonly site: Site;
  readonly server: Client;
  readonly exported: Client;
  /** The paths requested from the host of the export. */
  readonly asked: string[];
}

/** A running site, an export of it on a host, and a client of each, for all tests of a file. */
export async function makeClientSite(): Promise<ClientSite> {
  const site = await makeSite(CLIENT_FILES, { whenDone: (end) => afterAll(end) });
  const folder = join(site.privateDir, '../out');
  await exportOf(site, { folder });
  const host = await serveFolder(folder);
  afterAll(host.close);
  return {
    site,
    server: createClient({ url: site.url }),
    exported: createClient({ url: host.url, static: true }),
    asked: host.asked,
  };
}
