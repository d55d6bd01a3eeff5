import { describe, expect, it } from 'vitest';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const pathsOf = (entries: readonly { readonly path: string }[]): readonly string[] =>
  entries.map(({ path }) => path).sort();
const linesOf = (problems: readonly { readonly path: string; readonly message: string }[]): readonly string[] =>
  problems.map(({ path, message }) => `${path} ${message}`);

describe('the records that mention another', () => {
  it('are found by its key, in fields, regions, terms, menus and types', async () => {
    const { cms } = await makeSite(SMALL_SITE);
    const { referring } = cms.store;

    expect(pathsOf(referring('page', 'en/about'))).toEqual(['menus/main.yaml', 'pages/en/home.yaml']);
    expect(pathsOf(referring('block', 'motto'))).toEqual(['pages/en/home.yaml']);
    expect(pathsOf(referring('blockType', 'quote'))).toEqual(['blocks/motto.yaml', 'content-types/article.yaml']);
    expect(pathsOf(referring('term', 'topics/events'))).toEqual(['pages/en/home.yaml']);
    expect(referring('page', 'en/nowhere')).toEqual([]);
  });

  it('follow every write, a change of schemas included', async () => {
    const site = await makeSite(SMALL_SITE);
    const { referring } = site.cms.store;
    expect(referring('page', 'en/secret')).toEqual([]);

    await site.ask('PUT /admin/pages/1', { as: 'admin', body: { fields: { summary: 'Look there.', related: 4 } } });
    expect(pathsOf(referring('page', 'en/secret'))).toEqual(['pages/en/home.yaml']);
    expect(pathsOf(referring('page', 'en/about'))).toEqual(['menus/main.yaml']);

    const fieldsSchema = [{ name: 'summary', type: 'text' }];
    await site.ask('PUT /admin/content-types/1', { as: 'admin', body: { fieldsSchema } });
    expect(referring('page', 'en/secret')).toEqual([]);
  });

  it('are a problem each while what they mention does not exist', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/lone.yaml': 'type: gone\ntitle: Lone\nterms: { topics: [none] }\n',
    });
    expect(linesOf(site.cms.store.brokenReferences())).toEqual([
      'pages/en/lone.yaml mentions the content type "gone", which does not exist',
      'pages/en/lone.yaml mentions the term "topics/none", which does not exist',
    ]);

    await site.ask('POST /admin/content-types', { as: 'admin', body: { name: 'Gone' } });
    expect(linesOf(site.cms.store.brokenReferences())).toEqual([
      'pages/en/lone.yaml mentions the term "topics/none", which does not exist',
    ]);
  });
});
