import { describe, expect, it } from 'vitest';
import type { Entry, Lookup } from '../../src/model/entry.ts';
import { createReferrers } from '../../src/store/referrers.ts';
import { brokenReferences } from '../brokenReferences.ts';
import { countTurns, workFor } from '../countTurns.ts';
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

  it('follow every write, including a change of schemas', async () => {
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

  it('are each a problem while what they mention does not exist', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/lone.yaml': 'type: gone\ntitle: Lone\nterms: { topics: [none] }\n',
    });
    expect(linesOf(brokenReferences(site.cms.store))).toEqual([
      'pages/en/lone.yaml mentions the content type "gone", which does not exist',
      'pages/en/lone.yaml mentions the term "topics/none", which does not exist',
    ]);

    await site.ask('POST /admin/content-types', { as: 'admin', body: { name: 'Gone' } });
    expect(linesOf(brokenReferences(site.cms.store))).toEqual([
      'pages/en/lone.yaml mentions the term "topics/none", which does not exist',
    ]);
  });
});

/** A menu to one page, whose references take a millisecond to find. */
function menuTo(id: number, page: string): Entry {
  const data = {
    get items() {
      workFor(1);
      return [{ id, title: 'Item', page, children: [] }];
    },
  };
  return { kind: 'menu', id, key: `${id}`, path: `menus/${id}.yaml`, rev: '', createdAt: '', updatedAt: '', data };
}

describe('preparing references', () => {
  const make = () => {
    const menus = Array.from({ length: 60 }, (_, at) => menuTo(at + 1, 'en/home'));
    const lookup = { all: (kind: string) => (kind === 'menu' ? menus : []) } as unknown as Lookup;
    return { menus, referrers: createReferrers(lookup) };
  };

  it('SEC-36 lets others run meanwhile', async () => {
    const { referrers } = make();
    const { turns } = await countTurns(() => referrers.prepare());
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(referrers.find('page', 'en/home')).toHaveLength(60);
  });

  it('does not delay a lookup, and hears of changes in between', async () => {
    const { menus, referrers } = make();
    const prepared = referrers.prepare();
    referrers.apply([
      { kind: 'menu', before: menus[59]!, after: menuTo(60, 'en/about') },
      { kind: 'menu', before: menus[0]!, after: null },
    ]);
    expect([referrers.find('page', 'en/home').length, referrers.find('page', 'en/about').length]).toEqual([58, 1]);
    await prepared;
    expect([referrers.find('page', 'en/home').length, referrers.find('page', 'en/about').length]).toEqual([58, 1]);
  });

  it('SEC-36 takes in a commit of hundreds of files first, and finds their references later', async () => {
    let looked = 0;
    const menus = Array.from({ length: 300 }, (_, at): Entry => {
      const items = [{ id: at, title: 'Item', page: 'en/home', children: [] }];
      const data = {
        get items() {
          looked += 1;
          return items;
        },
      };
      return { ...menuTo(at + 1, ''), data };
    });
    const referrers = createReferrers({ all: () => [] } as unknown as Lookup);
    await referrers.prepare();
    referrers.apply(menus.map((after) => ({ kind: 'menu', before: null, after })));
    expect([looked, referrers.isPrepared()]).toEqual([0, false]);
    referrers.apply([{ kind: 'menu', before: menus[0]!, after: null }]);
    await referrers.prepare();
    expect([looked, referrers.isPrepared()]).toEqual([299, true]);
    expect(referrers.find('page', 'en/home')).toEqual(menus.slice(1));
  });

  it('begins again if schemas change in between', async () => {
    const { menus, referrers } = make();
    const prepared = referrers.prepare();
    menus.splice(10, 50);
    referrers.apply([{ kind: 'contentType', before: null, after: null }]);
    await prepared;
    expect(referrers.find('page', 'en/home')).toHaveLength(10);
  });
});
