import { expect, it } from 'vitest';
import { unavailable } from '../../../src/model/errors.ts';
import { createTranslationSources } from '../../../src/site/version/translationSources.ts';
import { makeSite } from '../../makeSite.ts';

const page = (more: string): string =>
  `type: post\ntitle: One\nstatus: published\ntranslationGroup: one\ncreatedAt: 2026-01-01T00:00:00.000Z\n${more}`;
const FILES = {
  'site.yaml': 'siteName: Test\ndefaultLocale: en\nsupportedLocales: [en, de]\n',
  'content-types/post.yaml': 'id: 1\nname: Post\ncreatedAt: 2026-01-01T00:00:00.000Z\nfieldsSchema: []\n',
  'pages/en/one.yaml': page('id: 1\n'),
  'pages/de/eins.yaml': page(`id: 2\ntranslation:\n  of: en\n  rev: ${'a'.repeat(40)}\n`),
};

it('compares again what could not be compared while the history was being read', async () => {
  const { store } = (await makeSite(FILES)).cms;
  let isReady = false;
  const sources = createTranslationSources({
    lookup: store,
    findPast: async (source) => {
      if (!isReady) throw unavailable('The history is still being read', 5);
      return source;
    },
  });
  const translation = store.get('page', 2)!;
  await sources.compare([translation]);
  expect([sources.stateOf(translation), await sources.findMadeFrom(translation)]).toEqual([undefined, undefined]);
  isReady = true;
  await sources.compare([translation]);
  expect(sources.stateOf(translation)).toBe('current');
});
