import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJudge, judgeOfRole, rightsFor } from '../../../src/model/rights/judge.ts';
import { RIGHTS, type RightsRule, type RightsSubject } from '../../../src/model/rights/rights.ts';

const page = (more: Partial<RightsSubject> = {}): RightsSubject => ({
  ...{ kind: 'page', type: 'article', locale: 'fr', path: 'blog/snow', folder: undefined, owner: 'user/7' },
  ...{ isPublic: false, ...more },
});
const file = (folder: string): RightsSubject => ({
  ...{ kind: 'media', type: undefined, locale: undefined, path: undefined, folder, owner: 'user/7', isPublic: true },
});

/** A translator, as one would write her role down. */
const translator = createJudge({
  extends: 'viewer',
  allow: [
    { do: ['create', 'update', 'publish'], on: ['page'], locales: ['fr'], types: ['article'], paths: ['blog/**'] },
    { do: ['update'], on: ['page'], locales: ['en'], fields: ['summary', 'seo'], own: true },
    { do: ['create', 'update'], on: ['media'], folders: ['press/**'] },
  ],
  deny: [
    { do: ['delete'], on: ['page'] },
    { do: ['update', 'create'], fields: ['price'] },
  ],
});
const missing = (before: RightsSubject | null, after: RightsSubject | null, parts: readonly string[] = ['title']) =>
  translator.findMissing({ before, after, parts }, 'user/7') ?? 'none';

describe('a role of one’s own', () => {
  it.each([
    ['writes a page of its language, type and folder', page(), page(), ['title', 'summary'], 'none'],
    ['creates one there', null, page(), ['title', 'type'], 'none'],
    ['publishes one there', page(), page({ isPublic: true }), ['status'], 'none'],
    ['does not move one out of there', page(), page({ path: 'news/snow' }), ['slug'], 'update'],
    ['does not move a foreign one in', page({ path: 'news/snow' }), page(), ['slug'], 'update'],
    ['does not make it another type', page(), page({ type: 'event' }), ['type'], 'update'],
    ['does not write a denied field', page(), page(), ['title', 'price'], 'update'],
    ['does not create one with it', null, page(), ['title', 'price'], 'create'],
    ['does not delete one', page(), null, ['title'], 'delete'],
    ['writes some parts of its own page elsewhere', page({ locale: 'en' }), page({ locale: 'en' }), ['seo'], 'none'],
    ['and no others', page({ locale: 'en' }), page({ locale: 'en' }), ['seo', 'title'], 'update'],
    [
      'and none that is somebody else’s',
      page({ locale: 'en', owner: 'user/1' }),
      page({ locale: 'en', owner: 'user/1' }),
      ['seo'],
      'update',
    ],
    [
      'does not change a public page where it may not publish',
      page({ locale: 'en', isPublic: true }),
      page({ locale: 'en', isPublic: true }),
      ['seo'],
      'publish',
    ],
    ['uploads into its folder', null, file('press/2026'), ['filename'], 'none'],
    ['and into no other', null, file('press-old'), ['filename'], 'create'],
    ['proposes changes of files, which are public', file('press'), file('press'), ['altText'], 'publish'],
    ['leaves what changes nothing alone', page({ locale: 'de' }), page({ locale: 'de' }), [], 'none'],
  ] as const)('%s', (_, before, after, parts, expected) => {
    expect(missing(before, after, parts)).toBe(expected);
  });

  it('reads what its base reads', () => {
    expect(translator.mayRead(page({ type: 'secret' }), 'user/7')).toBe(true);
    expect(createJudge({ extends: 'none', allow: [], deny: [] }).mayRead(page(), 'user/7')).toBe(false);
    const blind = createJudge({ extends: 'viewer', allow: [], deny: [{ do: ['read'], types: ['secret'] }] });
    expect([
      blind.readsAll,
      blind.mayRead(page({ type: 'secret' }), 'user/7'),
      blind.mayRead(page(), 'user/7'),
    ]).toEqual([false, false, true]);
  });

  it('says where it may ever do something', () => {
    expect(RIGHTS.filter((right) => translator.mayEver(right, 'page'))).toEqual([
      'read',
      'create',
      'update',
      'publish',
    ]);
    expect(translator.mayEver('update', 'menu')).toBe(false);
  });
});

describe('the three roles of every site', () => {
  it.each([
    ['viewer', 'page', 'update'],
    ['viewer', 'redirect', 'update'],
    ['editor', 'page', 'none'],
    ['editor', 'menu', 'none'],
    ['editor', 'redirect', 'update'],
    ['editor', 'contentType', 'update'],
    ['editor', 'settings', 'update'],
    ['admin', 'settings', 'none'],
  ] as const)('let a %s change a %s as ever', (role, kind, expected) => {
    const version = { ...page({ isPublic: true }), kind };
    const write = { before: version, after: version, parts: ['title'] };
    expect(judgeOfRole(role).findMissing(write, 'user/1') ?? 'none').toBe(expected);
  });
});

const rule: fc.Arbitrary<RightsRule> = fc.record(
  {
    do: fc.subarray([...RIGHTS], { minLength: 1 }),
    on: fc.subarray(['page', 'media', 'menu'] as const),
    types: fc.subarray(['article', 'event']),
    locales: fc.subarray(['en', 'fr']),
    paths: fc.subarray(['blog/**', '*', 'blog/*/notes']),
    folders: fc.subarray(['press/**', '']),
    fields: fc.subarray(['title', 'summary']),
    own: fc.boolean(),
  },
  { requiredKeys: ['do'] },
);
const subject: fc.Arbitrary<RightsSubject> = fc.oneof(
  fc.record({
    kind: fc.constant('page' as const),
    type: fc.constantFrom('article', 'event', 'note'),
    locale: fc.constantFrom('en', 'fr', 'de'),
    path: fc.constantFrom('about', 'blog/a', 'blog/a/notes', 'news/b'),
    folder: fc.constant(undefined),
    owner: fc.constantFrom('user/1', 'user/2', undefined),
    isPublic: fc.boolean(),
  }),
  fc.constantFrom('', 'press', 'press/a').map(file),
  fc.constant({ ...file(''), kind: 'menu' as const, folder: undefined }),
);

/** What a rule says, read off its definition word by word. */
function says({ do: rights, ...only }: RightsRule, right: string, { kind, ...about }: RightsSubject, part: string) {
  const below = (patterns: readonly string[], path = '\0') =>
    patterns.some((one) => {
      const source = one.replaceAll('/**', '(/.*)?').replaceAll(/(?<!\.)\*(?!\?)/g, '[^/]*');
      return new RegExp(`^${source.replaceAll('(/.[^/]*)?', '(/.*)?')}$`).test(path);
    });
  return (
    rights.some((one) => one === right) &&
    (only.on === undefined || only.on.includes(kind)) &&
    (only.types === undefined || only.types.includes(about.type ?? '\0')) &&
    (only.locales === undefined || only.locales.includes(about.locale ?? '\0')) &&
    (only.paths === undefined || below(only.paths, about.path)) &&
    (only.folders === undefined || below(only.folders, about.folder)) &&
    (only.own !== true || about.owner === 'user/1') &&
    (only.fields === undefined || only.fields.includes(part))
  );
}

describe('any role', () => {
  it('may do exactly what its rules say of both versions and of each part', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 4 }),
        fc.array(rule, { maxLength: 2 }),
        fc.option(subject),
        fc.option(subject),
        fc.subarray(['title', 'summary', 'slug'], { minLength: 1 }),
        (allow, deny, before, after, parts) => {
          fc.pre(before !== null || after !== null);
          const write = { before, after, parts };
          const expected = rightsFor(write).find((right) =>
            [before, after].some(
              (version) =>
                version !== null &&
                parts.some(
                  (part) =>
                    !allow.some((one) => says(one, right, version, part)) ||
                    deny.some((one) => says(one, right, version, part)),
                ),
            ),
          );
          expect(createJudge({ extends: 'none', allow, deny }).findMissing(write, 'user/1')).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('may do no less with one rule more, and no more with one denial more', () => {
    fc.assert(
      fc.property(fc.array(rule), fc.array(rule), rule, subject, subject, (allow, deny, one, before, after) => {
        const write = { before, after, parts: ['title', 'summary'] };
        const may = (rights: Parameters<typeof createJudge>[0]) =>
          createJudge(rights).findMissing(write, 'user/1') === undefined;
        const now = may({ extends: 'none', allow, deny });
        if (now) expect(may({ extends: 'none', allow: [...allow, one], deny })).toBe(true);
        else expect(may({ extends: 'none', allow, deny: [...deny, one] })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

it('gives each actor one object of rights, by which others keep what they make for it', () => {
  const judge = createJudge({ extends: 'viewer', allow: [{ do: ['update'], own: true }], deny: [] });
  expect(judge.rightsOf('user/7')).toBe(judge.rightsOf('user/7'));
  expect(judge.rightsOfProposer('user/7')).toBe(judge.rightsOfProposer('user/7'));
  expect(judge.rightsOf('user/7').may('update', page())).toBe(true);
  expect(judge.rightsOf('user/8').may('update', page())).toBe(false);
  expect(judge.rightsOfProposer('user/7').reach('publish', 'page')).toBe('never');
});
