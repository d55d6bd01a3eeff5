import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../effort.ts';
import { makeSite, type Site } from '../makeSite.ts';

const PAGES = [1, 2, 3] as const;
const FILES = {
  'site.yaml': 'siteName: Harbour\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: []\n',
  ...Object.fromEntries(
    PAGES.map((id) => [`pages/en/page-${id}.yaml`, `id: ${id}\ntype: article\ntitle: Begin\nstatus: published\n`]),
  ),
};

type Titles = Readonly<Record<number, string>>;

/** The expected content of a change, and the live content when it was begun or last updated. */
interface Change {
  titles: Titles;
  base: Titles;
}

interface Model {
  live: Titles;
  readonly changes: Map<string, Change>;
  readonly dropped: Map<string, Change>;
  /** Makes each title unique. */
  count: number;
}

/** Merges both over their base, page by page; null if both have changed one differently. */
function merged(live: Titles, { titles, base }: Change): Titles | null {
  const found: Record<number, string> = {};
  for (const id of PAGES) {
    const [was, ours, theirs] = [base[id]!, live[id]!, titles[id]!];
    if (was !== ours && was !== theirs && ours !== theirs) return null;
    found[id] = was === ours ? theirs : ours;
  }
  return found;
}

const page = fc.constantFrom(...PAGES);
const which = fc.nat({ max: 2 });
const move = fc.oneof(
  fc.record({ does: fc.constant('make' as const) }),
  fc.record({ does: fc.constant('live' as const), page }),
  fc.record({ does: fc.constant('write' as const), page, which }),
  fc.record({ does: fc.constant('commit' as const), page, which }),
  fc.record({ does: fc.constantFrom('publish' as const, 'update' as const, 'drop' as const), which }),
  fc.record({ does: fc.constant('restore' as const) }),
  fc.record({ does: fc.constant('restart' as const) }),
  fc.record({ does: fc.constant('pack' as const) }),
  fc.record({ does: fc.constant('delete' as const), which }),
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

/** A developer commits to the branch in a working tree of their own. */
function commitByHand(site: Site, name: string, id: number, title: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'quire-hand-'));
  site.git('worktree', 'add', '-q', '--force', folder, `change/${name}`);
  const path = join(folder, `pages/en/page-${id}.yaml`);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
  site.git('-C', folder, 'commit', '-qam', 'By hand');
  site.git('worktree', 'remove', '--force', folder);
  rmSync(folder, { recursive: true, force: true });
}

async function play(site: Site, model: Model, step: Move): Promise<void> {
  const ask = (call: string, body: object = {}, change?: string) =>
    site.ask(call, { as: 'editor', body, ...(change && { headers: { 'Quire-Change': change } }) });
  model.count += 1;
  const title = `Title ${model.count}`;
  if (step.does === 'restart') return site.restart();
  if (step.does === 'pack') return void site.git('pack-refs', '--all');
  if (step.does === 'make') {
    const { data } = (await ask('POST /admin/changes', { title: 'Change' })).body;
    model.changes.set(data.name, { titles: model.live, base: model.live });
    return;
  }
  if (step.does === 'live') {
    expect((await ask(`PUT /admin/pages/${step.page}`, { title })).status).toBe(200);
    model.live = { ...model.live, [step.page]: title };
    return;
  }
  if (step.does === 'restore') {
    const [name, change] = [...model.dropped].at(-1) ?? [];
    if (name === undefined) return;
    expect((await ask(`POST /admin/changes/${name}/restore`)).status).toBe(200);
    model.dropped.delete(name);
    model.changes.set(name, change!);
    return;
  }
  const [name, change] = [...model.changes][step.which] ?? [];
  if (name === undefined || !change) return;
  if (step.does === 'write') {
    expect((await ask(`PUT /admin/pages/${step.page}`, { title }, name)).status).toBe(200);
    change.titles = { ...change.titles, [step.page]: title };
  } else if (step.does === 'commit') {
    commitByHand(site, name, step.page, title);
    change.titles = { ...change.titles, [step.page]: title };
  } else if (step.does === 'delete') {
    site.git('branch', '-q', '-D', `change/${name}`);
    model.changes.delete(name);
    expect((await ask('PUT /admin/pages/1', { title }, name)).status).toBe(404);
  } else if (step.does === 'drop') {
    expect((await site.ask(`DELETE /admin/changes/${name}`, { as: 'editor' })).status).toBe(200);
    model.changes.delete(name);
    model.dropped.set(name, change);
  } else {
    const result = merged(model.live, change);
    const { status } = await ask(`POST /admin/changes/${name}/${step.does}`);
    expect([step.does, status]).toEqual([step.does, result ? 200 : 409]);
    if (!result) return;
    if (step.does === 'publish') {
      model.live = result;
      model.changes.delete(name);
    } else model.changes.set(name, { titles: result, base: model.live });
  }
}

async function expectAsModelled(site: Site, { live, changes }: Model): Promise<void> {
  const titles = async (headers = {}): Promise<Titles> => {
    const { body } = await site.ask('GET /admin/pages', { as: 'editor', headers });
    return Object.fromEntries(body.data.map((one: { id: number; title: string }) => [one.id, one.title]));
  };
  expect(await titles()).toEqual(live);
  const seen = (await site.ask('GET /content/pages')).body.data;
  expect(Object.fromEntries(seen.map((one: { id: number; title: string }) => [one.id, one.title]))).toEqual(live);
  for (const [name, change] of changes) expect(await titles({ 'Quire-Change': name })).toEqual(change.titles);
  const { data } = (await site.ask('GET /admin/changes', { as: 'editor' })).body;
  expect(data.map((one: { name: string }) => one.name).sort()).toEqual([...changes.keys()].sort());
  expect(site.git('status', '--porcelain')).toBe('');
}

it('holds what was written to it, and goes live completely or not at all, beside a developer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 40, size: 'max' }), async (moves) => {
      const site = await makeSite(FILES);
      const begin = Object.fromEntries(PAGES.map((id) => [id, 'Begin']));
      const model: Model = { live: begin, changes: new Map(), dropped: new Map(), count: 0 };
      for (const step of [{ does: 'make' } as const, ...moves]) {
        await play(site, model, step);
        await expectAsModelled(site, model);
      }
      expect(site.git('fsck', '--strict', '--no-dangling').trim()).toBe('');
      await site.stop();
    }),
    { numRuns: runs(20, 2), endOnFailure: true },
  );
});
