import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../http/problemsOf.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const HOSTILE = [
  '..',
  '../../private/users/1',
  'a/../../b',
  '/../x',
  './x',
  'a/./b',
  'a\\..\\b',
  '..%2fx',
  'a\0b',
  'a\nb',
  'a\u202eb',
  '.git',
  '.GIT/config',
  'a/.git/hooks/post-commit',
  '.gitattributes',
  '-rf',
  'a/-x',
  '_shelf/x',
  'nul',
  'CON.txt',
  'a/Lpt1',
  'com\u00b9',
  'trailing.',
  'a:b',
  'a*?',
  '~/x',
  'x'.repeat(201),
];

describe('names that reach the file system', () => {
  it('SEC-1 are refused as slugs and locales of pages and as slugs of types, and nothing is written', async () => {
    const site = await makeSite(SMALL_SITE);
    const around = readdirSync(dirname(site.contentDir));
    for (const name of HOSTILE) {
      for (const [call, body, path] of [
        ['POST /admin/pages', { title: 'T', typeId: 2, slug: name }, 'slug'],
        ['POST /admin/pages/upsert', { title: 'T', typeId: 2, slug: name, slugOverride: true }, 'slug'],
        ['PUT /admin/pages/3', { slug: name }, 'slug'],
        ['POST /admin/pages', { title: 'T', typeId: 2, locale: name }, 'locale'],
        ['POST /admin/content-types', { name: 'T', slug: name }, 'slug'],
        ['PUT /admin/block-types/1', { slug: name }, 'slug'],
        ['PUT /admin/config', { homeSlug: name }, 'homeSlug'],
      ] as const)
        expect([call, name, refusalOf(await site.ask(call, { as: 'admin', body }))]).toEqual([
          call,
          name,
          `400 VALIDATION ${path}`,
        ]);
    }
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain', '--ignored')).toBe('');
    expect(readdirSync(dirname(site.contentDir))).toEqual(around);
  });

  it('SEC-1 find nothing when requested, and reveal no files', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const path of [
      '..%2f..%2fprivate%2fusers%2f1',
      '%2e%2e/site',
      '.git/config',
      'home.yaml',
      '..%5c..%5cx',
      'a%00b',
    ]) {
      const reply = await site.ask(`GET /content/pages/${path}`);
      expect([path, reply.status >= 400 && reply.status < 500]).toEqual([path, true]);
      expect(JSON.stringify(reply.body)).not.toMatch(/passwordHash|siteName|\/tmp\//);
    }
  });

  it('SEC-3 that differ only by case or Unicode form count as the same name', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/caf\u00e9.yaml': 'id: 9\ntype: plain\ntitle: C\n',
      'pages/en/οδος.yaml': 'id: 10\ntype: plain\ntitle: D\n',
      'pages/en/straße.yaml': 'id: 11\ntype: plain\ntitle: E\n',
      'pages/en/sıra.yaml': 'id: 12\ntype: plain\ntitle: F\n',
    });
    const taken = ['ABOUT', 'about\ufe0f', 'cafe\u0301', 'CAF\u00c9', 'ΟΔΟΣ', 'οδοσ', 'STRASSE', 'straẞe'];
    for (const slug of taken)
      expect([
        slug,
        refusalOf(await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'T', typeId: 2, slug } })),
      ]).toEqual([slug, '409 CONFLICT slug']);
    expect(
      refusalOf(await site.ask('POST /admin/content-types', { as: 'admin', body: { name: 'X', slug: 'Plain' } })),
    ).toBe('409 CONFLICT slug');
    expect(site.newCommits()).toEqual([]);
    // Two Turkish words, which are different names to every file system.
    const other = { title: 'T', typeId: 2, slug: 'sira' };
    expect((await site.ask('POST /admin/pages', { as: 'editor', body: other })).status).toBe(201);
  });

  it('SEC-3 in files: the older one is served, and a problem names both', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/About.yaml':
        'id: 9\ntype: plain\ntitle: Impostor\nstatus: published\ncreatedAt: 2026-01-30T00:00:00.000Z\n',
      'pages/en/cafe\u0301.yaml':
        'id: 10\ntype: plain\ntitle: NFD\nstatus: published\ncreatedAt: 2026-01-30T00:00:00.000Z\n',
      'pages/en/caf\u00e9.yaml':
        'id: 11\ntype: plain\ntitle: NFC\nstatus: published\ncreatedAt: 2026-01-20T00:00:00.000Z\n',
    });
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About us');
    expect((await site.ask('GET /content/pages/cafe\u0301')).body.data.title).toBe('NFC');
    expect((await site.ask('GET /content/pages/About')).status).toBe(404);
    const problems = site.cms.store.problems().map(({ path, code }) => `${code} ${path}`);
    expect(problems.sort()).toEqual(['CASE_COLLISION pages/en/About.yaml', 'DUPLICATE_KEY pages/en/cafe\u0301.yaml']);
  });
});
