import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/model/siteSettings.ts';
import { findPublicSlugs, showRedirects, showSite, showTrackingScripts } from '../../../src/view/site/site.ts';
import { pageFile, siteInMemory } from '../siteInMemory.ts';

describe('the site', () => {
  it('is shown without what only its server and its writers need', () => {
    expect(Object.keys(showSite(DEFAULT_SETTINGS, siteInMemory({}).content))).toEqual([
      ...['siteName', 'tagline', 'logo', 'footer', 'social', 'defaultLocale', 'supportedLocales', 'homeSlug', 'static'],
    ]);
  });

  it('names only addresses that are safe in a link', () => {
    const social = { a: 'https://a.example', b: 'javascript:alert(1)', c: 'mailto:a@b.example' };
    const shown = showSite({ ...DEFAULT_SETTINGS, social, logo: 'media:gone' }, siteInMemory({}).content);
    expect(shown).toMatchObject({ logo: null });
    expect((shown as { social: object }).social).toEqual({ a: 'https://a.example', c: 'mailto:a@b.example' });
  });
});

describe('redirects', () => {
  const redirect = (id: number, fromPath: string, toPath: string, more: object = {}) => ({
    id,
    fromPath,
    toPath,
    ...more,
  });
  const { content } = siteInMemory({
    'redirects/z.yaml': redirect(1, '/to-open', '/open', { statusCode: 302 }),
    'redirects/a.yaml': redirect(2, '/away', 'https://a.example'),
    'redirects/b.yaml': redirect(3, '/to-hidden', '/hidden'),
    'redirects/c.yaml': redirect(4, '/off', '/open', { isActive: false }),
    'redirects/d.yaml': redirect(5, '/chain', '/to-hidden'),
    'redirects/e.yaml': redirect(6, '/to-nothing', '/nothing'),
    'pages/en/open.yaml': pageFile({ id: 7 }),
    'pages/en/hidden.yaml': pageFile({ id: 8, status: 'draft' }),
  });

  it('are shown by id, without those that are off or lead to a hidden page, also by another one', () => {
    expect(showRedirects(content)).toEqual([
      { id: 1, fromPath: '/to-open', toPath: '/open', statusCode: 302 },
      { id: 2, fromPath: '/away', toPath: 'https://a.example', statusCode: 301 },
      { id: 6, fromPath: '/to-nothing', toPath: '/nothing', statusCode: 301 },
    ]);
  });

  it.each([
    ['/open', true],
    ['/hidden', true],
    ['/to-open', false],
    ['/nobody', false],
  ])('lead to %s: %s', (path, expected) => {
    expect(content.isRedirectedTo(path)).toBe(expected);
  });
});

describe('tracking scripts', () => {
  const script = (id: number, values: object) => ({ id, name: `Script ${id}`, code: `run(${id})`, ...values });
  const { content } = siteInMemory({
    'tracking-scripts/a.yaml': script(1, { priority: 5 }),
    'tracking-scripts/b.yaml': script(2, { priority: -5 }),
    'tracking-scripts/c.yaml': script(3, { priority: 5, position: 'body' }),
    'tracking-scripts/d.yaml': script(4, { isActive: false }),
    'tracking-scripts/e.yaml': script(5, { scope: 'targeted', targetPages: ['open', 'hidden'] }),
    'tracking-scripts/f.yaml': script(6, { priority: 5 }),
    'pages/de/open.yaml': pageFile({ id: 7 }),
    'pages/en/hidden.yaml': pageFile({ id: 8, status: 'draft' }),
  });
  const shown = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Script ${id}`, code: `run(${id})` }));

  it.each([
    [undefined, [2, 1, 6]],
    ['open', [2, 5, 1, 6]],
    ['hidden', [2, 1, 6]],
    ['gone', [2, 1, 6]],
    ['', [2, 1, 6]],
  ])('for the page %s are %j, by priority and then by id', (slug, head) => {
    expect(showTrackingScripts(content, slug)).toEqual({ head: shown(...head), body: shown(3) });
  });

  it('are told only the slugs of public pages, in whatever locale', () => {
    expect(findPublicSlugs(['hidden', 'open', 'gone'], content)).toEqual(['open']);
    expect(findPublicSlugs([], content)).toEqual([]);
  });
});
