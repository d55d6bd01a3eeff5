import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { long } from '../../../long.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { PDF, picture, upload } from '../../../media/samples.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { until } from '../../makeServer.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const mediaFiles = (site: Site): readonly string[] => {
  const folder = join(site.contentDir, 'media/files');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const uploadsLeft = (site: Site): readonly string[] => {
  const folder = join(site.privateDir, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Checks that nothing happened: no commit, no file, no leftover upload, and git finds no errors. */
function expectUntouched(site: Site): void {
  expect(site.newCommits()).toEqual([]);
  expect(mediaFiles(site)).toEqual([]);
  expect(uploadsLeft(site)).toEqual([]);
  expect(site.git('status', '--porcelain')).toBe('');
}

function expectSound(site: Site): void {
  expect(site.git('fsck', '--strict')).toBe('');
  expect(site.git('status', '--porcelain')).toBe('');
}

describe('uploading', () => {
  it('commits the file with its record, and answers all detected properties', async () => {
    const site = await makeSite(SMALL_SITE);
    const bytes = await picture('png', { width: 64, height: 32, background: '#ff0000' });
    const fields = { title: 'A red flag', altText: 'A flag, red', folder: 'Flags' };
    const { status, body, headers } = await upload(site, 'Rød flag (1).PNG', bytes, { fields });
    const hash = sha256(bytes);
    const version = hash.slice(0, 16);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      ...{ draft: null, work: null },
      id: 1,
      filename: `rod-flag-1-${hash.slice(0, 8)}.png`,
      originalName: 'Rød flag (1).PNG',
      mimeType: 'image/png',
      size: bytes.length,
      width: 64,
      height: 32,
      altText: 'A flag, red',
      title: 'A red flag',
      folder: 'Flags',
      metadata: {},
      focalPoint: null,
      dominantColor: expect.stringMatching(/^#f[0-9a-f]0[0-9a-f]0[0-9a-f]$/),
      placeholder: expect.stringMatching(/^data:image\/webp;base64,[\w+/=]{20,600}$/),
      createdAt: '2026-02-01T12:00:00.000Z',
      updatedAt: '2026-02-01T12:00:00.000Z',
      createdBy: 'The editor',
      url: `/api/content/media/1/original.png?v=${version}`,
      variantUrls: {
        thumbnail: `/api/content/media/1/thumbnail.webp?v=${version}`,
        medium: `/api/content/media/1/medium.webp?v=${version}`,
        large: `/api/content/media/1/large.webp?v=${version}`,
      },
      srcset: `/api/content/media/1/w320.webp?v=${version} 64w`,
      usage: [],
    });
    expect(headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.newCommits()).toEqual(['Create media "A red flag" (rod-flag-1)']);
    expect(site.git('show', '--format=', '--name-status', 'HEAD')).toBe(
      `A\tmedia/files/${body.data.filename}\nA\tmedia/rod-flag-1.yaml\n`,
    );
    expect(readFileSync(join(site.contentDir, 'media/files', body.data.filename)).equals(bytes)).toBe(true);
    expect(uploadsLeft(site)).toEqual([]);
    expectSound(site);
  });

  long.it('accepts a file of exactly 50 MiB, and leaves git in order', async () => {
    const site = await makeSite(SMALL_SITE);
    const bytes = Buffer.alloc(50 * 2 ** 20);
    PDF.copy(bytes);
    const { status, body } = await upload(site, 'large.pdf', bytes);
    expect([status, body.data?.size]).toEqual([201, bytes.length]);
    expect(sha256(readFileSync(join(site.contentDir, 'media/files', body.data.filename)))).toBe(sha256(bytes));
    expectSound(site);
  });

  long.it('SEC-24 refuses a larger one and keeps nothing of it', async () => {
    const site = await makeSite(SMALL_SITE);
    const bytes = Buffer.alloc(50 * 2 ** 20 + 1);
    PDF.copy(bytes);
    const { status, body } = await upload(site, 'large.pdf', bytes);
    expect([status, body.errors[0].code, body.errors[0].path]).toEqual([413, 'PAYLOAD_TOO_LARGE', ['file']]);
    expectUntouched(site);
  });

  it('SEC-24 accepts files by their bytes, whatever their names', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [mimeType, name, make, ending] of [
      ['image/jpeg', 'a.png', () => picture('jpeg'), 'jpg'],
      ['image/webp', 'a', () => picture('webp'), 'webp'],
      ['image/gif', 'a.gif', () => picture('gif'), 'gif'],
      ['image/avif', 'a.avif', () => picture('avif'), 'avif'],
      ['image/tiff', 'a.tiff', () => picture('tiff'), 'tif'],
      ['application/pdf', 'a.html', () => PDF, 'pdf'],
      ['text/plain', 'a.txt', () => 'Wörter\n2 < 3 and 4 > 3\n', 'txt'],
      ['text/csv', 'a.csv', () => 'a,b\r\n1,2\r\n', 'csv'],
      ['application/json', 'a.json', () => '{"a": 1}', 'json'],
      ['text/markdown', 'a.md', () => '# Hello\n\n> quoted <https://example.org>\n', 'md'],
      ['application/gzip', 'a.gz', () => Buffer.from('1f8b08000000000000030300000000000000000000', 'hex'), 'gz'],
      ['audio/mpeg', 'a.mp3', () => Buffer.from(`49443303000000000000fffb9064${'00'.repeat(1000)}`, 'hex'), 'mp3'],
    ] as const) {
      const { status, body } = await upload(site, name, await make());
      expect([status, body.data?.mimeType]).toEqual([201, mimeType]);
      expect(body.data.filename).toMatch(new RegExp(`^a(-\\d+)?-[0-9a-f]{8}\\.${ending}$`));
    }
    expectSound(site);
  });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  it('SEC-24 refuses markup, scripts, programs and everything else that is not on the list', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [what, name, bytes] of [
      ['an SVG', 'a.svg', SVG],
      ['an SVG with a declaration', 'a.png', `<?xml version="1.0"?>${SVG}`],
      ['an SVG called a text', 'a.txt', SVG],
      ['markup far inside a text', 'a.txt', `${'words '.repeat(20_000)}<script src=x></script>`],
      ['HTML', 'a.html', '<!doctype html><p>Hello'],
      ['HTML called Markdown', 'a.md', '  <!DOCTYPE html><p>Hello'],
      ['a shell script', 'a.txt', '#!/bin/sh\nrm -rf /\n'],
      ['PHP called JSON', 'a.json', '{"a": "<?php system(1) ?>"}'],
      ['a program', 'a.pdf', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(64)])],
      ['a Windows program called a document', 'a.docx', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
      ['a text with another name', 'a.exe', 'only words'],
      ['bytes that are no UTF-8', 'a.txt', Buffer.from([0x61, 0xff, 0xfe, 0x62])],
      ['a text in UTF-16', 'a.txt', Buffer.from(`\ufeff${'Words '.repeat(200)}`, 'utf16le')],
      ['a text in UTF-32 called a recording', 'a.mp3', Buffer.from(`fffe0000${'41000000'.repeat(400)}`, 'hex')],
      ['two bytes alone', 'a.txt', Buffer.from([0xff, 0xfe])],
      ['bytes with control characters', 'a.csv', 'a,b\0c'],
    ] as const) {
      const { status, body } = await upload(site, name, bytes);
      expect([what, status, body.errors?.[0].code]).toEqual([what, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
    expectUntouched(site);
  });

  it('SEC-25 refuses broken pictures and those with too many pixels', async () => {
    const site = await makeSite(SMALL_SITE);
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#000',
      },
    })
      .jpeg()
      .toBuffer();
    const bomb = await sharp({ create: { width: 7000, height: 6000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const header = (await picture('png')).subarray(0, 40);
    for (const [bytes, message] of [
      [noise.subarray(0, noise.length / 2), /broken/],
      [header, /broken/],
      [bomb, /40 megapixels/],
    ] as const) {
      const { status, body } = await upload(site, 'a.jpg', bytes);
      expect([status, body.errors[0]]).toEqual([
        400,
        { code: 'VALIDATION', path: ['file'], message: expect.stringMatching(message) },
      ]);
    }
    expectUntouched(site);
  });

  it('measures a picture in its shown orientation', async () => {
    const site = await makeSite(SMALL_SITE);
    const turned = await sharp(await picture('jpeg', { width: 60, height: 20 }))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await upload(site, 'a.jpg', turned);
    expect([body.data.width, body.data.height]).toEqual([20, 60]);
  });

  it('reports all problems of a form, and keeps nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    const fields = { folder: 'x'.repeat(101), title: 'y'.repeat(501) };
    const { status, body } = await upload(site, 'a.pdf', PDF, { fields });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string[] }) => path).sort()).toEqual([['folder'], ['title']]);
    const empty = await upload(site, 'a.pdf', '');
    expect([empty.status, empty.body.errors[0].path]).toEqual([400, ['file']]);
    expectUntouched(site);
  });

  it('refuses bodies that are no forms, and forms with no file or two', async () => {
    const site = await makeSite(SMALL_SITE);
    const send = async (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) => {
      const { body: login } = await site.ask('POST /admin/auth/login', {
        body: { email: 'editor@example.org', password: 'correct horse' },
      });
      const response = await fetch(`${site.url}/api/admin/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${login.data.token}`, ...headers },
        body,
      });
      const { errors } = (await response.json()) as { errors: { path?: string[] }[] };
      return [response.status, errors[0]?.path];
    };
    const two = new FormData();
    for (const name of ['a.pdf', 'b.pdf']) two.append('file', new Blob([PDF]), name);
    const twice = new FormData();
    for (const title of ['a', 'b']) twice.append('title', title);
    twice.set('file', new Blob([PDF]), 'a.pdf');
    const none = new FormData();
    none.set('file', 'not a file');
    expect(await send(two)).toEqual([400, ['file']]);
    expect(await send(twice)).toEqual([400, ['title']]);
    expect(await send(none)).toEqual([400, ['file']]);
    expect(await send('{}', { 'content-type': 'application/json' })).toEqual([415, undefined]);
    expect(await send('nonsense', { 'content-type': 'multipart/form-data' })).toEqual([400, []]);
    expect(await send('nonsense', { 'content-type': 'multipart/form-data; boundary=x' })).toEqual([400, []]);
    expectUntouched(site);
  });

  it('SEC-24 is for editors: others are refused before a byte is read', async () => {
    const site = await makeSite(SMALL_SITE);
    const { status, body } = await upload(site, 'a.pdf', PDF, { as: 'viewer' });
    expect([status, body.errors[0].code]).toEqual([403, 'FORBIDDEN']);
    expect(existsSync(join(site.privateDir, 'uploads'))).toBe(false);
    expectUntouched(site);
  });

  it('gives files with the same name different keys, also at once', async () => {
    const site = await makeSite(SMALL_SITE);
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(site, 'a.pdf', PDF)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const names = answers.map(({ body }) => body.data.filename.replace(/-[0-9a-f]{8}\.pdf$/, '')).sort();
    expect(names).toEqual(['a', 'a-2', 'a-3', 'a-4']);
    expect(mediaFiles(site)).toHaveLength(4);
    expectSound(site);
  });

  long.it('makes safe names', async () => {
    const site = await makeSite(SMALL_SITE);
    const names = [
      '../../etc/passwd.pdf',
      '..\\..\\x.pdf',
      '.pdf',
      'con.pdf',
      '\u202Efdp.exe',
      '日本.pdf',
      ' ',
      'x'.repeat(400),
    ];
    for (const name of names) {
      const { status, body } = await upload(site, name, PDF);
      expect([name, status, body.data?.filename]).toEqual([
        name,
        201,
        expect.stringMatching(/^[a-z0-9][a-z0-9-]*-[0-9a-f]{8}\.pdf$/),
      ]);
      expect(body.data.originalName).toMatch(/^[^/\\\p{Cc}\u202e]{1,300}$/u);
    }
    expectSound(site);
  });

  it('SEC-24 leaves nothing behind when the sender hangs up', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('POST /admin/auth/login', {
      body: { email: 'editor@example.org', password: 'correct horse' },
    });
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    const head = [
      'POST /api/admin/media HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${body.data.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
      '',
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a.pdf"',
      'Content-Type: application/pdf',
      '',
      '%PDF-1.4',
    ];
    socket.write(head.join('\r\n') + 'x'.repeat(100_000));
    await until(() => uploadsLeft(site).length === 1);
    socket.destroy();
    await until(() => uploadsLeft(site).length === 0);
    expectUntouched(site);
  });

  it('SEC-32 is limited per account and address', async () => {
    const site = await makeSite(SMALL_SITE, { env: { RATE_LIMIT_ENABLED: 'true' } });
    const { headers } = await upload(site, 'a.pdf', PDF);
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['300', '299']);
  });

  it('is refused if nothing may be written, before a byte is read', async () => {
    const site = await makeSite(SMALL_SITE, { env: { READ_ONLY: 'true' } });
    expect((await upload(site, 'a.pdf', PDF)).status).toBe(503);
    expect(existsSync(join(site.privateDir, 'uploads'))).toBe(false);
    expectUntouched(site);
  });

  it('leaves nothing behind when the commit is refused', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('update-ref', 'MERGE_HEAD', 'HEAD');
    const { status } = await upload(site, 'a.pdf', PDF);
    expect(status).toBe(503);
    site.git('update-ref', '-d', 'MERGE_HEAD');
    expectUntouched(site);
  });
});

/** A site with media items without files, for tests of records only. */
const LIBRARY = {
  ...SMALL_SITE,
  'media/dawn.yaml':
    'id: 1\nfilename: dawn-1.jpg\noriginalName: IMG_1.jpg\nmimeType: image/jpeg\nsize: 300\ntitle: Dawn\naltText: Öland at dawn\nfolder: pictures/sea\nfocalPoint: { x: 0.1, y: 0.9 }\ncreatedAt: 2026-01-03T00:00:00.000Z\n',
  'media/clip.yaml':
    'id: 2\nfilename: clip-1.mp4\noriginalName: a clip.mp4\nmimeType: video/mp4\nsize: 100\nfolder: pictures/sea\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'media/leaflet.yaml':
    'id: 3\nfilename: leaflet-1.pdf\noriginalName: Leaflet.pdf\nmimeType: application/pdf\nsize: 200\ntitle: Leaflet\ncreatedAt: 2026-01-02T00:00:00.000Z\n',
  'site.yaml': 'siteName: Test site\nlogo: media:dawn\n',
  'content-types/album.yaml':
    'id: 9\nname: Album\nfieldsSchema:\n  - { name: cover, type: media }\n  - { name: body, type: richtext }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'pages/en/album.yaml':
    'id: 20\ntype: album\ntitle: Album\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  cover: dawn\n',
  'pages/en/diary.yaml':
    'id: 21\ntype: album\ntitle: Diary\nstatus: draft\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  body: { type: doc, content: [{ type: image, attrs: { src: "media:dawn" } }] }\n',
};

const USAGE = [
  { type: 'page', id: 20, title: 'Album', slug: 'album', locale: 'en' },
  { type: 'page', id: 21, title: 'Diary', slug: 'diary', locale: 'en' },
  { type: 'settings', id: expect.any(Number), title: 'Test site' },
];

describe('listing', () => {
  it('filters and orders', async () => {
    const site = await makeSite(LIBRARY);
    const found = async (query: string): Promise<readonly number[]> => {
      const { status, body } = await site.ask(`GET /admin/media${query}`, { as: 'viewer' });
      expect(status).toBe(200);
      expect(body.meta.total).toBe(body.data.length);
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect(await found('')).toEqual([1, 3, 2]);
    expect(await found('?order=asc')).toEqual([2, 3, 1]);
    expect(await found('?sort=size')).toEqual([1, 3, 2]);
    expect(await found('?sort=title')).toEqual([2, 1, 3]);
    expect(await found('?sort=originalName&order=desc')).toEqual([3, 1, 2]);
    expect(await found('?type=image')).toEqual([1]);
    expect(await found('?type=video/mp4')).toEqual([2]);
    expect(await found('?type=document')).toEqual([3]);
    expect(await found('?search=oland')).toEqual([1]);
    expect(await found('?search=CLIP')).toEqual([2]);
    expect(await found('?folder=')).toEqual([3]);
    expect(await found('?folder=pictures/sea')).toEqual([1, 2]);
    expect(await found('?folder=pictures')).toEqual([]);
    const page = await site.ask('GET /admin/media?limit=1&offset=1', { as: 'viewer' });
    expect(page.body.meta).toEqual({ total: 3, limit: 1, offset: 1 });
    expect(page.body.data).toMatchObject([{ id: 3, width: null, folder: null, createdBy: 'A Developer' }]);
    for (const [query, path] of [
      ['sort=id', 'sort'],
      ['order=up', 'order'],
      ['limit=0', 'limit'],
    ]) {
      const { status, body } = await site.ask(`GET /admin/media?${query}`, { as: 'viewer' });
      expect([status, body.errors[0].path]).toEqual([400, [path]]);
    }
  });

  it('shows where an item is used, including images in rich text', async () => {
    const site = await makeSite(LIBRARY);
    const { body, headers } = await site.ask('GET /admin/media/1', { as: 'viewer' });
    expect(body.data.usage).toEqual(USAGE);
    expect(headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:media/dawn.yaml').trim()}"`);
    expect((await site.ask('GET /admin/media/99', { as: 'viewer' })).status).toBe(404);
  });
});

describe('changing', () => {
  it('writes the description of an item, not its detected properties', async () => {
    const site = await makeSite(LIBRARY);
    const body = {
      title: null,
      alt: 'Other words',
      folder: ' Sea ',
      focalPoint: { x: 0.25, y: 1 },
      metadata: { credit: 'Ada' },
      id: 7,
      filename: '../../x',
      mimeType: 'text/html',
      size: 1,
      hash: '0',
    };
    const answer = await site.ask('PUT /admin/media/1', { as: 'editor', body });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      id: 1,
      title: null,
      altText: 'Other words',
      folder: 'Sea',
      focalPoint: { x: 0.25, y: 1 },
      metadata: { credit: 'Ada' },
      filename: 'dawn-1.jpg',
      mimeType: 'image/jpeg',
      size: 300,
    });
    expect(site.newCommits()).toEqual(['Update media "IMG_1.jpg" (dawn)']);
    expect(site.read('media/dawn.yaml')).toContain('focalPoint: { x: 0.25, y: 1 }');
    const same = await site.ask('PUT /admin/media/1', { as: 'editor', body: { folder: 'Sea' } });
    expect([same.status, site.newCommits().length]).toEqual([200, 1]);
    expectSound(site);
  });

  it('reports all problems, and checks If-Match', async () => {
    const site = await makeSite(LIBRARY);
    const body = { altText: 5, folder: 'a\nb', focalPoint: { x: 2, y: 0 } };
    const { status, body: answer } = await site.ask('PUT /admin/media/1', { as: 'editor', body });
    expect(status).toBe(400);
    expect(answer.errors.map(({ path }: { path: string[] }) => path)).toEqual([
      ['altText'],
      ['folder'],
      ['focalPoint', 'x'],
    ]);
    const stale = { as: 'editor', body: { title: 'x' }, headers: { 'if-match': `"${'0'.repeat(40)}"` } } as const;
    expect((await site.ask('PUT /admin/media/1', stale)).status).toBe(412);
    expect(site.newCommits()).toEqual([]);
  });
});

describe('folders', () => {
  it('are listed, renamed and dissolved, each in one commit', async () => {
    const site = await makeSite(LIBRARY);
    const folders = async () => (await site.ask('GET /admin/media/folders', { as: 'viewer' })).body;
    expect(await folders()).toEqual({ data: ['pictures/sea'], meta: { total: 1 } });
    const path = `/admin/media/folders/${encodeURIComponent('pictures/sea')}`;
    const renamed = await site.ask(`PUT ${path}`, { as: 'editor', body: { name: ' Küste ' } });
    expect([renamed.status, renamed.body.data]).toEqual([200, { name: 'Küste', affected: 2 }]);
    expect((await folders()).data).toEqual(['Küste']);
    expect(site.git('log', '-1', '--format=%B')).toContain('Folder "pictures/sea" renamed to "Küste"');
    const gone = await site.ask('DELETE /admin/media/folders/K%C3%BCste', { as: 'editor' });
    expect([gone.status, gone.body.data]).toEqual([200, { deleted: true }]);
    expect((await folders()).data).toEqual([]);
    expect(site.newCommits()).toEqual(['Update 2 media', 'Update 2 media']);
    expectSound(site);
  });

  it('do not exist for an empty name in a file', async () => {
    const site = await makeSite({ 'media/a.yaml': "id: 1\nfilename: a.pdf\nfolder: ''\n" });
    expect((await site.ask('GET /admin/media/folders', { as: 'viewer' })).body.data).toEqual([]);
    expect((await site.ask('GET /admin/media/1', { as: 'viewer' })).body.data.folder).toBeNull();
    expect((await site.ask('GET /admin/media?folder=', { as: 'viewer' })).body.meta.total).toBe(1);
  });

  it('keep their names apart, and exist only while they contain something', async () => {
    const site = await makeSite({ ...LIBRARY, 'media/x.yaml': 'id: 5\nfilename: x.txt\nfolder: other\n' });
    const put = async (name: string, body: object) => {
      const answer = await site.ask(`PUT /admin/media/folders/${name}`, { as: 'editor', body });
      return [answer.status, answer.body.errors?.[0].path];
    };
    expect(await put('other', { name: 'pictures/sea' })).toEqual([409, ['name']]);
    expect(await put('other', { name: '  ' })).toEqual([400, ['name']]);
    expect(await put('other', {})).toEqual([400, ['name']]);
    expect(await put('other', { name: 'a\u0000' })).toEqual([400, ['name']]);
    expect(await put('none', { name: 'x' })).toEqual([404, undefined]);
    expect((await site.ask('DELETE /admin/media/folders/none', { as: 'editor' })).status).toBe(404);
    expect(site.newCommits()).toEqual([]);
  });
});

describe('deleting', () => {
  it('removes file and record in one commit and lists what still refers to them', async () => {
    const site = await makeSite(LIBRARY);
    const { body } = await upload(site, 'photo.png', await picture());
    const cover = { as: 'editor', body: { fields: { cover: body.data.id } } } as const;
    expect((await site.ask('PUT /admin/pages/20', cover)).status).toBe(200);
    const refused = await site.ask(`DELETE /admin/media/${body.data.id}?ifUnused=true`, { as: 'editor' });
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'IN_USE']);
    const answer = await site.ask(`DELETE /admin/media/${body.data.id}`, { as: 'editor' });
    expect(answer.body).toEqual({ data: { deleted: true }, meta: { references: [USAGE[0]], isRestorable: true } });
    expect(answer.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.git('show', '--format=', '--name-status', 'HEAD')).toBe(
      `D\tmedia/files/${body.data.filename}\nD\tmedia/photo.yaml\n`,
    );
    expect(mediaFiles(site)).toEqual([]);
    expect((await site.ask(`GET /admin/media/${body.data.id}`, { as: 'viewer' })).status).toBe(404);
    expectSound(site);
  });

  it('is refused if only Markdown mentions the item', async () => {
    const site = await makeSite({
      ...LIBRARY,
      'content-types/note.yaml': 'id: 10\nname: Note\nfieldsSchema:\n  - { name: text, type: markdown, body: true }\n',
      'pages/en/note.md': '---\nid: 22\ntype: note\ntitle: Note\n---\n\nNothing yet.\n',
    });
    const text = '![A leaflet](/api/content/media/3/original.pdf "Read it")';
    const written = await site.ask('PUT /admin/pages/22', { as: 'editor', body: { fields: { text } } });
    expect(written.body.data.fields.text).toBe(text);
    expect(site.read('pages/en/note.md')).toContain('![A leaflet](media:leaflet "Read it")');
    expect((await site.ask('GET /admin/media/3', { as: 'viewer' })).body.data.usage).toMatchObject([{ id: 22 }]);
    const refused = await site.ask('DELETE /admin/media/3?ifUnused=true', { as: 'editor' });
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'IN_USE']);
    const { body } = await site.ask('DELETE /admin/media/3', { as: 'editor' });
    expect(body.meta.references).toMatchObject([{ id: 22 }]);
    expectSound(site);
  });

  it('works if the file is already gone, and keeps a file that another record uses', async () => {
    const site = await makeSite({
      ...LIBRARY,
      'media/files/shared.txt': 'shared\n',
      'media/a.yaml': 'id: 5\nfilename: shared.txt\n',
      'media/b.yaml': 'id: 6\nfilename: shared.txt\n',
    });
    expect((await site.ask('DELETE /admin/media/3?ifUnused=true', { as: 'editor' })).status).toBe(200);
    expect((await site.ask('DELETE /admin/media/5', { as: 'editor' })).status).toBe(200);
    expect(mediaFiles(site)).toEqual(['shared.txt']);
    expect((await site.ask('DELETE /admin/media/6', { as: 'editor' })).status).toBe(200);
    expect(mediaFiles(site)).toEqual([]);
    expectSound(site);
  });

  it('removes a file with the last record that uses it, also when they are deleted at once', async () => {
    const site = await makeSite({
      ...LIBRARY,
      'media/files/shared.txt': 'shared\n',
      'media/a.yaml': 'id: 5\nfilename: shared.txt\n',
      'media/b.yaml': 'id: 6\nfilename: shared.txt\n',
    });
    const answers = await Promise.all([5, 6].map((id) => site.ask(`DELETE /admin/media/${id}`, { as: 'editor' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(mediaFiles(site)).toEqual([]);
    expectSound(site);
  });

  it('refuses to remove a file with uncommitted changes', async () => {
    const site = await makeSite({ ...LIBRARY, 'media/files/a.txt': 'a\n', 'media/a.yaml': 'id: 5\nfilename: a.txt\n' });
    site.write('media/files/a.txt', 'mine\n');
    const { status, body } = await site.ask('DELETE /admin/media/5', { as: 'editor' });
    expect([status, body.errors[0].path]).toEqual([409, ['media/files/a.txt']]);
    expect(site.newCommits()).toEqual([]);
    expect(site.read('media/files/a.txt')).toBe('mine\n');
    expect((await site.ask('GET /admin/media/5', { as: 'viewer' })).status).toBe(200);
  });
});
