import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { type ExtensionDefinition, endpoint, field, panel, screen } from '../../src/extend/index.ts';
import { type Login, makeSite, PASSWORD, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import type { RunningSite } from './openSite.ts';

/** An extension with a frame of each sort. Its files are beside this one. */
export const BIRDS: ExtensionDefinition = {
  name: 'birds',
  version: '1.0.0',
  fields: {
    place: field({
      base: 'object',
      fields: [
        { name: 'lat', type: 'number', label: 'Lat' },
        { name: 'lng', type: 'number', label: 'Lng' },
      ],
      input: { frame: './inputs/place.html', height: 120 },
    }),
  },
  panels: [
    panel({ at: 'page.aside', types: ['article'], title: 'Helper', frame: './panels/helper.html' }),
    panel({ at: 'block.below', types: ['quote'], title: 'Quotations', frame: './panels/helper.html' }),
    panel({ at: 'media.aside', title: 'Describe', frame: './panels/helper.html' }),
    panel({ at: 'home', title: 'Birds today', frame: './panels/helper.html' }),
    panel({ at: 'page.below', title: 'For admins', frame: './panels/helper.html', role: 'admin' }),
  ],
  endpoints: [
    endpoint(
      'GET',
      '/echo',
      { access: 'viewer', query: { word: 'string' } },
      ({ query, caller }) => `${query['word']} for ${caller?.name}`,
    ),
  ],
  screens: [screen({ path: 'all', title: 'All birds', icon: 'map', frame: './screens/birds.html' })],
};

const ARTICLE = SMALL_SITE['content-types/article.yaml']!.replace(
  '  - { name: rating,',
  '  - { name: place, type: place, label: Place, help: Where it was seen }\n  - { name: rating,',
);

interface ExtendedSite extends RunningSite {
  /** Uploads a picture. @returns its id */
  upload(): Promise<number>;
  /** The file below the content folder. */
  read(path: string): string;
}

/** A site with extensions, in this process, at which an admin has a session; or somebody else. */
export async function openExtendedSite(
  extensions: readonly ExtensionDefinition[] = [BIRDS],
  role: Login = 'admin',
): Promise<ExtendedSite> {
  const site = await makeSite(
    { ...SMALL_SITE, 'content-types/article.yaml': ARTICLE },
    { extensions: () => extensions, extensionFolder: join(import.meta.dirname, 'extension') },
  );
  return openAs(site, role);
}

/** A site that runs in this process, with a session of somebody. */
export async function openAs(site: Site, role: Login): Promise<ExtendedSite> {
  const answer = await fetch(`${site.url}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: `${role}@example.org`, password: PASSWORD, cookie: true }),
  });
  expect(answer.status).toBe(200);
  const [session = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  async function upload(): Promise<number> {
    const body = new FormData();
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    body.append('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'heron.png');
    const headers = { cookie: session, 'sec-fetch-site': 'same-origin' };
    const uploaded = await fetch(`${site.url}/api/admin/media`, { method: 'POST', headers, body });
    return ((await uploaded.json()) as { data: { id: number } }).data.id;
  }
  return {
    upload,
    ...{ url: site.url, contentDir: site.contentDir, session, read: site.read },
    said: () => '',
    kill: site.stop,
    start: site.restart,
  };
}
