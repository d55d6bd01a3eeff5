import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../effort.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { writeFiles } from '../plantRepository.ts';
import { CANARY, type Facts, PUBLIC_SURFACES, type PublicRequest } from './publicSurfaces.ts';

/** What a change does with a page: nothing everybody sees, or something that is not released. */
const FATES = ['same', 'edited', 'published', 'new', 'new draft', 'renamed', 'deleted'] as const;
type Fate = (typeof FATES)[number];
interface Random {
  readonly own: 'published' | 'draft' | 'new';
  readonly fates: readonly Fate[];
}
const random: fc.Arbitrary<Random> = fc.record({
  own: fc.constantFrom('published', 'draft', 'new'),
  fates: fc.array(fc.constantFrom(...FATES), { minLength: 3, maxLength: 6 }),
});

type Files = Readonly<Record<string, string | null>>;
interface Sketch {
  readonly id: number;
  readonly word: string;
  readonly status: string;
  readonly mentions: readonly string[];
}

const GROUP = '0b9f7a52-6f9b-4c0e-9d38-6b2f0d3a5c11';
const OWN = 'pages/en/own.json';

const json = (data: object): string => JSON.stringify({ createdAt: '2026-01-01T00:00:00.000Z', ...data });
const paragraph = (href: string): object => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'On', marks: [{ type: 'link', attrs: { href: `page:${href}` } }] }],
});
const pageFile = ({ id, word, status, mentions }: Sketch): string =>
  json({
    ...{ id, type: 'article', title: `Harbour ${word} ${id}`, status },
    ...{ translationGroup: GROUP, terms: { topics: ['news'] }, seo: { metaTitle: word } },
    fields: {
      summary: word,
      related: mentions[0],
      linked: mentions.map((page) => ({ to: { page, text: 'On' }, page })),
      story: { type: 'doc', content: mentions.map(paragraph) },
    },
    regions: { content: mentions.map((page, at) => ({ id: 100 * id + at, type: 'text', fields: { page } })) },
  });

const localeOf = (index: number): string => ['en', 'es', 'fr'][index % 3]!;
const isLive = (fate: Fate): boolean => fate !== 'new' && fate !== 'new draft';
const liveKey = (index: number): string => `${localeOf(index)}/harbour-${index}`;
const keyIn = (fate: Fate, index: number): string =>
  fate === 'renamed' || !isLive(fate) ? `${localeOf(index)}/${CANARY}/harbour-${index}` : liveKey(index);

const SITE: Files = {
  'site.yaml': 'siteName: Harbour\nsupportedLocales: [en, es, fr]\n',
  'content-types/article.json': json({
    ...{ id: 1, name: 'Article' },
    fieldsSchema: [
      { name: 'summary', type: 'text' },
      { name: 'related', type: 'page' },
      { name: 'linked', type: 'repeater', fields: { to: 'link', page: 'reference' } },
      { name: 'story', type: 'richtext' },
    ],
  }),
  'block-types/text.json': json({ id: 1, name: 'Text', fieldsSchema: { page: 'page' } }),
  'taxonomies/topics.json': json({ id: 1, name: 'Topics', terms: [{ id: 1, slug: 'news', name: 'News' }] }),
};

const RUNS: fc.Parameters<[Random]> = {
  numRuns: runs(10, 1),
  endOnFailure: true,
  // Tried first, so that each fate is tried in every run.
  examples: [[{ own: 'draft', fates: FATES }]],
};

/** The files of the live site; of a branch with one page, and of one with everything that is not released too. */
function filesOf({ own, fates }: Random): Readonly<Record<'live' | 'alone' | 'whole', Files>> {
  const keys = ['en/own', ...fates.map(keyIn), ...fates.map((_, index) => liveKey(index))];
  const sketch = (id: number, word: string, status = 'published'): string =>
    pageFile({ id, word, status, mentions: keys });
  const around = {
    'menus/main.json': json({
      ...{ id: 1, name: 'Main' },
      items: keys.map((page, at) => ({ id: at + 1, title: 'Item', page })),
    }),
    'tracking-scripts/all.json': json({
      ...{ id: 1, name: 'All', code: 'x', scope: 'targeted' },
      targetPages: keys.map((key) => key.slice(3)),
    }),
  };
  const live = fates.flatMap((fate, index) => {
    const isDraft = fate === 'published';
    const file = sketch(index + 2, isDraft ? CANARY : 'seen', isDraft ? 'draft' : 'published');
    return isLive(fate) ? [[`pages/${liveKey(index)}.json`, file] as const] : [];
  });
  const changed = fates.flatMap((fate, index): readonly (readonly [string, string | null])[] => {
    const id = index + 2;
    const at = `pages/${keyIn(fate, index)}.json`;
    if (fate === 'same') return [];
    if (fate === 'deleted') return [[at, null]];
    const moved = [[`redirects/${id}.json`, json({ id, fromPath: `/old-${id}`, toPath: `/${CANARY}` })]] as const;
    const gone = [[`pages/${liveKey(index)}.json`, null]] as const;
    const next = [at, sketch(id, CANARY, fate === 'new draft' ? 'draft' : 'published')] as const;
    return fate === 'renamed' ? [next, ...gone, ...moved] : [next];
  });
  const alone = { ...around, [OWN]: sketch(1, 'own', own === 'draft' ? 'draft' : 'published') };
  return {
    live: { ...SITE, ...(own === 'published' && { [OWN]: sketch(1, 'before') }), ...Object.fromEntries(live) },
    alone,
    whole: { ...alone, ...Object.fromEntries(changed) },
  };
}

function commitOn(site: Site, name: string, files: Files): void {
  const folder = mkdtempSync(join(tmpdir(), 'quire-branch-'));
  site.git('worktree', 'add', '--quiet', '-b', name, folder);
  for (const [path, text] of Object.entries(files))
    if (text === null) site.git('-C', folder, 'rm', '--quiet', path);
    else writeFiles(folder, { [path]: text });
  site.git('-C', folder, 'add', '--all');
  site.git('-C', folder, 'commit', '--quiet', `--message=${name}`);
  site.git('worktree', 'remove', '--force', folder);
}

interface Scope {
  readonly ref: string;
  readonly token: string;
}

const withoutScope = (text: string, { ref, token }: Scope): string =>
  text.replaceAll(token, 'TOKEN').replaceAll(ref, 'REF');

async function readIn(site: Site, { path: asked, init = {}, settle }: PublicRequest, scope: Scope) {
  const { ref, token } = scope;
  const path = asked.replace('&token=x', '');
  const isPosted = init.method === 'POST';
  const query = isPosted ? `token=${token}` : `ref=${ref}&token=${token}`;
  const headers = { ...init.headers, ...(isPosted && { 'quire-ref': ref }) };
  const answer = await fetch(`${site.url}${path}${path.includes('?') ? '&' : '?'}${query}`, { ...init, headers });
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { path, status: answer.status, text: withoutScope(settle && answer.ok ? settle(text) : text, scope) };
}

/** The surfaces of a version; the others ask without a token, or with another one. */
const SURFACES = Object.entries(PUBLIC_SURFACES).filter(([name]) => !name.includes('without a credential'));

async function makeBranches(options: Random) {
  const files = filesOf(options);
  const site = await makeSite(files.live as Record<string, string>);
  commitOn(site, 'whole', files.whole);
  commitOn(site, 'alone', files.alone);
  const openRef = async (ref: string, page?: number): Promise<Scope> => {
    const { status, body } = await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: { ref, page } });
    expect(status).toBe(200);
    return { ref, token: body.data.token };
  };
  const pages = options.fates.flatMap((fate, index) =>
    [...new Set([keyIn(fate, index), liveKey(index)])].map((key) => ({
      id: index + 2,
      locale: key.slice(0, 2),
      slug: key.slice(3),
    })),
  );
  const facts: Facts = {
    pages: [{ id: 1, locale: 'en', slug: 'own' }, ...pages],
    menus: ['main', 'none'],
    taxonomies: ['topics', 'none'],
  };
  return { site, facts, openRef };
}

it('SEC-41 a token for one page answers on every surface as if its version held no other unreleased page', async () => {
  await fc.assert(
    fc.asyncProperty(random, async (options) => {
      const { site, facts, openRef } = await makeBranches(options);
      const [whole, alone] = [await openRef('whole', 1), await openRef('alone', 1)];
      for (const [surface, requestsOf] of SURFACES)
        await Promise.all(
          requestsOf(facts).map(async (request) => {
            const answer = await readIn(site, request, whole);
            expect([surface, answer]).toEqual([surface, await readIn(site, request, alone)]);
            expect([surface, request.path, [200, 304, 404]]).toEqual([
              surface,
              request.path,
              expect.arrayContaining([answer.status]),
            ]);
            if (!request.path.includes(CANARY)) expect(answer.text).not.toContain(CANARY);
          }),
        );
      for (const { locale, slug } of facts.pages.slice(1)) {
        const path = `/api/content/pages/${slug}?locale=${locale}&fields=summary`;
        const live = await fetch(site.url + path);
        const told = await readIn(site, { path }, whole);
        const [text, shown] = [JSON.parse(await live.text()), JSON.parse(told.text)];
        expect([path, told.status, shown.data?.fields]).toEqual([path, live.status, text.data?.fields]);
      }
      await site.stop();
    }),
    RUNS,
  );
});

it('SEC-41 the test can fail: a token for all pages shows what is not released', async () => {
  const { site, facts, openRef } = await makeBranches({
    own: 'draft',
    fates: ['edited', 'published', 'new', 'renamed'],
  });
  const scope = await openRef('whole');
  for (const surface of ['lists of pages', 'single pages', 'batch', 'menus', 'search', 'sitemap', 'GraphQL', 'site']) {
    const answers = await Promise.all(PUBLIC_SURFACES[surface]!(facts).map((request) => readIn(site, request, scope)));
    expect([surface, answers.some(({ text }) => text.includes(CANARY))]).toEqual([surface, true]);
  }
});

it('SEC-41 a token for one page of what is live shows its draft, public pages as to everybody, and no other draft', async () => {
  const { site } = await makeBranches({ own: 'published', fates: ['same', 'published'] });
  await site.ask('PATCH /admin/pages/1', { as: 'editor', body: { status: 'draft', title: 'Own draft' } });
  const { body } = await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: { page: 1 } });
  const read = async (path: string) => site.ask(`GET /content/preview/pages/${path}&token=${body.data.token}`);
  const own = await read('own?expand=reference,page');
  expect([own.status, own.body.data.title]).toEqual([200, 'Own draft']);
  expect(JSON.stringify(own.body)).not.toContain(CANARY);
  const other = await read('harbour-0?locale=en');
  expect([other.status, other.body.data.fields.summary]).toEqual([200, 'seen']);
  expect((await read('harbour-1?locale=es')).status).toBe(404);
});
