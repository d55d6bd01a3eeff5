import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/model/siteSettings.ts';
import { showSite } from '../../../src/view/site/site.ts';
import { siteInMemory } from '../siteInMemory.ts';

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
