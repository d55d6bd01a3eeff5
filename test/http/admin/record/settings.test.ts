import { describe, expect, it } from 'vitest';
import { makeSite } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const COMMENTED = `# What everybody sees first.
siteName: Test site   # in the title
defaultLocale: en
supportedLocales: [en, es]
social: { mastodon: '@quire' }
`;

describe('settings', () => {
  it('exist without a file, which the first change creates', async () => {
    const { 'site.yaml': _, ...files } = SMALL_SITE;
    const site = await makeSite(files, { env: { SITE_URL: 'https://example.org' } });
    const { body } = await site.ask('GET /admin/config', { as: 'viewer' });
    expect(body.data).toEqual({
      ...{ draft: null, work: null },
      siteName: 'Quire',
      tagline: '',
      logo: null,
      footer: { text: '' },
      social: {},
      defaultLocale: 'en',
      supportedLocales: ['en'],
      homeSlug: 'home',
      redirectOnRename: true,
      session: { duration: '24h' },
      ids: 'random',
      static: { expand: [], richtext: 'json' },
      siteUrl: 'https://example.org',
      previewUrl: null,
    });
    expect((await site.ask('PUT /admin/config', { as: 'admin', body: {} })).status).toBe(200);
    const reply = await site.ask('PUT /admin/config', {
      as: 'admin',
      body: { tagline: 'Hello', siteUrl: 'https://evil.example' },
    });
    expect(reply.body.data).toMatchObject({ tagline: 'Hello', siteUrl: 'https://example.org' });
    expect(site.read('site.yaml')).toBe('tagline: Hello\n');
    expect(site.newCommits()).toEqual(['Update settings "Quire"']);
    expect(reply.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:site.yaml').trim()}"`);
  });

  it('change partially: social and footer merge, comments stay, null restores the default', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'site.yaml': COMMENTED });
    const put = async (body: object) => (await site.ask('PUT /admin/config', { as: 'admin', body })).body.data;

    expect(await put({ social: { github: 'quire' }, footer: { text: '©' } })).toMatchObject({
      siteName: 'Test site',
      social: { mastodon: '@quire', github: 'quire' },
      footer: { text: '©' },
    });
    expect(await put({ social: { mastodon: null }, logo: '/logo.svg' })).toMatchObject({
      social: { github: 'quire' },
      logo: '/logo.svg',
    });
    expect(await put({ siteName: 'Renamed', logo: null, footer: null })).toMatchObject({
      siteName: 'Renamed',
      logo: null,
      footer: { text: '' },
    });
    expect(site.read('site.yaml')).toBe(
      COMMENTED.replace('Test site  ', 'Renamed  ').replace("{ mastodon: '@quire' }", '{ github: quire }'),
    );
    expect(site.newCommits()).toEqual([
      'Update settings "Renamed"',
      'Update settings "Test site"',
      'Update settings "Test site"',
    ]);
    expect((await site.ask('GET /content/pages')).status).toBe(200);
  });

  it('are one record with one id, whoever created or changes the file', async () => {
    const { 'site.yaml': _, ...files } = SMALL_SITE;
    const site = await makeSite(files);
    const put = (call: string, body: object) => site.ask(call, { as: 'editor', body });
    const records = (): readonly string[] =>
      site.git('log', '-1', '--format=%(trailers:key=Quire-Record,valueonly)').trim().split('\n');

    const { headers } = await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'Hello' } });
    expect(records()).toEqual(['settings/1']);
    const again = await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'Hello' } });
    expect(again.headers.get('x-commit')).toBe(headers.get('x-commit'));
    expect(again.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());

    await put('PUT /admin/pages/1', { slug: 'start' });
    expect(records()).toEqual(['page/1 en/start', 'settings/1']);
    const { data } = (await site.ask('GET /admin/pages/1/revisions', { as: 'viewer' })).body;
    await put(`POST /admin/pages/1/revisions/${data.at(-1).id}/restore`, {});
    expect(records()).toEqual(['page/1 en/home', 'settings/1']);

    site.git('rm', '--quiet', 'site.yaml');
    site.git('commit', '--quiet', '--message=Back to the defaults');
    await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'Again' } });
    expect(records()).toEqual(['settings/1']);
    const trail = await site.ask('GET /admin/audit-logs?record=settings/1', { as: 'viewer' });
    expect(trail.body.meta.total).toBe(5);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('may all be reset to the defaults', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'site.yaml': 'tagline: Hello\nfooter: { text: x }\n' });
    const body = { tagline: null, footer: { text: null }, session: {} };
    expect((await site.ask('PUT /admin/config', { as: 'admin', body })).body.data).toMatchObject({
      tagline: '',
      footer: { text: '' },
      session: { duration: '24h' },
    });
    await site.restart();
    expect((await site.ask('GET /admin/config', { as: 'viewer' })).body.data.tagline).toBe('');
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('require the default locale among the supported ones, in canonical case', async () => {
    const site = await makeSite(SMALL_SITE);
    const put = async (body: object) => refusalOf(await site.ask('PUT /admin/config', { as: 'admin', body }));
    expect(await put({ defaultLocale: 'de' })).toBe('400 VALIDATION defaultLocale');
    expect(await put({ supportedLocales: ['es'] })).toBe('400 VALIDATION defaultLocale');
    expect(await put({ defaultLocale: 'PT-br', supportedLocales: ['EN', 'pt-br'] })).toBe('200');
    expect(site.read('site.yaml')).toContain('defaultLocale: pt-BR\nsupportedLocales: [en, pt-BR]\n');
    expect((await site.ask('GET /content/pages')).body.meta.total).toBe(0);
    expect((await site.ask('GET /content/pages?locale=es')).body.meta.total).toBe(1);
  });

  it('are not created again if their file is broken, which is reported', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'site.yaml': 'siteName: "Quire\n' });
    const put = () => site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'Hello' } });
    for (const [text, why] of [
      ['siteName: "Quire\n', /^site\.yaml already exists, and cannot be read: .* \(line \d+\)$/],
      ['siteName: 5\n', /^site\.yaml already exists, and its present version is not served$/],
    ] as const) {
      site.write('site.yaml', text);
      const reply = await put();
      expect(refusalOf(reply)).toBe('409 CONFLICT site.yaml');
      expect(reply.body.errors[0].message).toMatch(why);
      expect(site.read('site.yaml')).toBe(text);
    }
    expect(site.newCommits()).toEqual([]);
  });

  it('are refused as a whole if one of them is invalid', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [body, refusal] of [
      [{ siteName: '' }, '400 VALIDATION siteName'],
      [
        { siteName: 5, homeSlug: '../x', session: { duration: '1h' } },
        '400 VALIDATION siteName VALIDATION homeSlug VALIDATION session.duration',
      ],
      [{ social: { x: 5 }, defaultLocale: 'fr' }, '400 VALIDATION social.x VALIDATION defaultLocale'],
      [{ supportedLocales: [] }, '400 VALIDATION supportedLocales'],
      [{ supportedLocales: ['en', 'EN'] }, '400 VALIDATION supportedLocales'],
      [{ footer: 'text' }, '400 VALIDATION footer'],
    ] as const)
      expect([body, refusalOf(await site.ask('PUT /admin/config', { as: 'admin', body }))]).toEqual([body, refusal]);
    const stale = await site.ask('PUT /admin/config', {
      as: 'admin',
      body: { tagline: 'x' },
      headers: { 'if-match': '"0"' },
    });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
    expect(site.newCommits()).toEqual([]);
    expect(site.read('site.yaml')).toBe(SMALL_SITE['site.yaml']);
  });
});
