import { expect, it } from 'vitest';
import { type SettingsValues, toSettingsBody } from '../../src/ui/screens/settings/values.ts';

const LINK = { name: 'Mastodon', url: 'https://social.example/@merrow' };

it('tells the server of what has been changed, and leaves the rest to others', () => {
  expect(toSettingsBody({ siteName: 'Merrow Point' }, { social: [LINK] })).toEqual({ siteName: 'Merrow Point' });
  expect(toSettingsBody({ footer: 'Open daily', logo: '' }, { social: [] })).toEqual({
    footer: { text: 'Open daily' },
    logo: null,
  });
});

it.each<readonly [string, SettingsValues['social'], Record<string, string | null>]>([
  ['added', [LINK, { name: ' Film ', url: 'https://film.example' }], { Film: 'https://film.example' }],
  ['changed', [{ ...LINK, url: 'https://other.example' }], { Mastodon: 'https://other.example' }],
  ['renamed', [{ ...LINK, name: 'Masto' }], { Mastodon: null, Masto: LINK.url }],
  ['taken away', [], { Mastodon: null }],
])('tells of a link that was %s, and of no other', (_, social, told) => {
  expect(toSettingsBody({ social }, { social: [LINK] })).toEqual({ social: told });
});
