import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../effort.ts';
import { type Login, makeSite, type Site } from '../makeSite.ts';

/*
 * Random editors against a model of live, draft and work: what visitors read changes by publishing alone, a draft is its
 * record's, and what somebody types is theirs until it is saved.
 */

const FIELDS = ['title', 'metaTitle'] as const;
type Field = (typeof FIELDS)[number];
type Values = Readonly<Record<Field, string>>;

const EDITORS = ['editor', 'admin'] as const satisfies readonly Login[];
type Editor = (typeof EDITORS)[number];

const PAGES = [7, 8] as const;
type Page = (typeof PAGES)[number];
const START: Values = { title: 'Start', metaTitle: 'Start' };

const fileOf = (id: Page): string =>
  `id: ${id}\ntype: article\ntitle: Start\nstatus: published\ncreatedAt: 2026-01-04T16:20:11.204Z\nseo:\n  metaTitle: Start\n`;

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: []\n',
  'pages/en/p7.yaml': fileOf(7),
  'pages/en/p8.yaml': fileOf(8),
};

/** One page as the model knows it. */
interface PageState {
  live: Values;
  /** The draft, and what was live when it was begun or published last; null without a draft. */
  draft: { readonly base: Values; values: Values } | null;
  dropped: PageState['draft'];
  readonly work: Map<Editor, Partial<Values>>;
}

type Step =
  | { readonly do: 'type'; readonly page: Page; readonly by: Editor; readonly field: Field; readonly text: string }
  | {
      readonly do: 'save' | 'discard' | 'bringBack' | 'publish' | 'schedule' | 'undo';
      readonly page: Page;
      readonly by: Editor;
    }
  | { readonly do: 'editLive'; readonly page: Page; readonly by: Editor; readonly field: Field; readonly text: string };

const text = fc.constantFrom('A', 'B', 'C', 'D');
const common = { page: fc.constantFrom(...PAGES), by: fc.constantFrom(...EDITORS) };
const typing = { ...common, field: fc.constantFrom(...FIELDS), text };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('type' as const), ...typing }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), ...common }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish' as const), ...common }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('schedule' as const), ...common }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), ...common }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bringBack' as const), ...common }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), ...common }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('editLive' as const), ...typing }) },
);

const differing = (one: Values, other: Values): readonly Field[] =>
  FIELDS.filter((field) => one[field] !== other[field]);

/** What a merge of the draft into what is live gives; null if both have changed a value differently. */
function mergeDraft({ base, values }: NonNullable<PageState['draft']>, live: Values): Values | null {
  const [ours, theirs] = [differing(base, live), differing(base, values)];
  if (theirs.some((field) => ours.includes(field) && live[field] !== values[field])) return null;
  return { ...live, ...Object.fromEntries(theirs.map((field) => [field, values[field]])) };
}

class Play {
  readonly pages = new Map<Page, PageState>(
    PAGES.map((id) => [id, { live: START, draft: null, dropped: null, work: new Map() }]),
  );
  /** The last publish of a page, and what was live before it. */
  readonly published = new Map<Page, { readonly commit: string; readonly before: Values; readonly after: Values }>();
  readonly site: Site;
  constructor(site: Site) {
    this.site = site;
  }

  ask(call: string, by: Editor, body?: unknown) {
    return this.site.ask(call, { as: by, ...(body !== undefined && { body }) });
  }

  async take(one: Step): Promise<void> {
    const state = this.pages.get(one.page)!;
    await this[one.do](one as never, state);
    await this.compare(one);
  }

  async type({ page, by, field, text: value }: Extract<Step, { do: 'type' }>, { work }: PageState): Promise<void> {
    const values = { ...work.get(by), [field]: value };
    await this.ask(`PUT /admin/work/page/${page}`, by, { base: { rev: null }, values });
    work.set(by, values);
  }

  async save({ page, by }: Step, state: PageState): Promise<void> {
    const typed = state.work.get(by);
    if (!typed) return;
    const answer = await this.ask(`PUT /admin/pages/${page}/draft`, by, typed);
    expect(answer.status).toBe(200);
    await this.ask(`DELETE /admin/work/page/${page}`, by);
    state.draft ??= { base: state.live, values: state.live };
    state.draft.values = { ...state.draft.values, ...typed };
    state.work.delete(by);
  }

  async publish({ page, by }: Step, state: PageState): Promise<void> {
    const answer = await this.ask(`POST /admin/pages/${page}/draft/publish`, by, {});
    if (!state.draft) return void expect(answer.status).toBe(404);
    const merged = mergeDraft(state.draft, state.live);
    expect([answer.status, answer.body.data?.isPublic]).toEqual(merged ? [200, true] : [409, undefined]);
    if (!merged) return;
    if (answer.body.data.commit !== null)
      this.published.set(page, { commit: answer.body.data.commit, before: state.live, after: merged });
    state.live = merged;
    state.draft = null;
  }

  async schedule({ page, by }: Step, state: PageState): Promise<void> {
    const body = { scheduledAt: '2030-01-01T00:00:00.000Z' };
    const answer = await this.ask(`POST /admin/pages/${page}/draft/publish`, by, body);
    expect(answer.status).toBe(state.draft ? 200 : 404);
  }

  async discard({ page, by }: Step, state: PageState): Promise<void> {
    const answer = await this.ask(`DELETE /admin/pages/${page}/draft`, by);
    expect(answer.status).toBe(state.draft ? 200 : 404);
    if (state.draft) state.dropped = { ...state.draft };
    state.draft = null;
  }

  async bringBack({ page, by }: Step, state: PageState): Promise<void> {
    const { meta } = (await this.ask('GET /admin/changes', by)).body;
    // Both pages are called the same, so only the last dropped of this page's own name can be told apart here.
    if (state.draft || !state.dropped || meta.dropped.length !== 1) return;
    const answer = await this.ask(`POST /admin/changes/${meta.dropped[0].name}/restore`, by);
    expect([page, answer.status]).toEqual([page, 200]);
    state.draft = state.dropped;
    state.dropped = null;
  }

  async undo({ page, by }: Step, state: PageState): Promise<void> {
    const last = this.published.get(page);
    if (!last || differing(last.after, state.live).length > 0) return;
    const answer = await this.ask(`POST /admin/commits/${last.commit}/revert`, by, {});
    expect(answer.status).toBe(200);
    state.live = last.before;
    this.published.delete(page);
  }

  async editLive({ page, by, field, text: value }: Extract<Step, { do: 'editLive' }>, state: PageState): Promise<void> {
    await this.ask(`PUT /admin/pages/${page}`, by, { [field]: value });
    state.live = { ...state.live, [field]: value };
  }

  /** Everything that anybody can see is as the model says. */
  async compare(after: Step): Promise<void> {
    for (const [id, state] of this.pages) {
      const read = (await this.site.ask(`GET /content/pages/p${id}`)).body.data;
      expect([after, id, read.title, read.seo.meta_title]).toEqual([after, id, state.live.title, state.live.metaTitle]);
      const draft = await this.ask(`GET /admin/pages/${id}/draft`, 'admin');
      const drafted = draft.status === 200 ? [draft.body.data.title, draft.body.data.metaTitle] : null;
      expect([after, drafted]).toEqual([after, state.draft && FIELDS.map((field) => state.draft!.values[field])]);
      for (const by of EDITORS) {
        const { data } = (await this.ask(`GET /admin/work/page/${id}`, by)).body;
        expect([after, by, data?.values]).toEqual([after, by, state.work.get(by)]);
      }
    }
  }
}

it('keeps live, draft and work apart, whatever editors do', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const play = new Play(await makeSite(FILES));
      for (const one of steps) await play.take(one);
      expect(play.site.git('fsck', '--strict', '--no-dangling')).toBe('');
      await play.site.stop();
    }),
    { numRuns: runs(6) },
  );
});
