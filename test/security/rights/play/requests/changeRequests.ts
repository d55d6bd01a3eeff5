import { differencesOf, type Version } from '../versions.ts';
import { somePageValues } from './pageRequests.ts';
import { anyOf, type PlanRequest, type World } from './world.ts';

const LATER = '2026-04-01T00:00:00.000Z';

/** A request about one change. */
const onChange =
  (plan: (path: string, world: World, name: string) => ReturnType<PlanRequest>): PlanRequest =>
  (world) => {
    const names = [...world.changes.keys()];
    if (names.length === 0) return null;
    const name = world.random.pick(names);
    return plan(`/admin/changes/${name}`, world, name);
  };

const PLURALS: Partial<Readonly<Record<Version['kind'], string>>> = {
  page: 'pages',
  block: 'blocks',
  menu: 'menus',
  taxonomy: 'taxonomies',
  media: 'media',
};

/** A request about the draft of one record. */
const onDraft =
  (plan: (path: string, world: World, kind: Version['kind']) => ReturnType<PlanRequest>): PlanRequest =>
  (world) => {
    const kind = world.random.pick(['page', 'page', 'page', 'block', 'menu', 'taxonomy', 'media'] as const);
    const record = anyOf(world, kind);
    return record ? plan(`/admin/${PLURALS[kind]}/${record.id}/draft`, world, kind) : null;
  };

const valuesOf = (world: World, kind: Version['kind']): object =>
  kind === 'page' ? somePageValues(world) : { [kind === 'media' || kind === 'block' ? 'title' : 'name']: world.word() };

/** Some records that a change has edited. */
const editedIn = ({ live, changes, random }: World, name: string): readonly object[] =>
  differencesOf(live, changes.get(name)!)
    .filter(() => random.chance(0.7))
    .map(({ before, after }) => ({ kind: (after ?? before)!.kind, key: (after ?? before)!.key }));

export const CHANGE_REQUESTS: Readonly<Record<string, PlanRequest>> = {
  begin: ({ word }) => ({ method: 'POST', path: '/admin/changes', body: { title: word() } }),
  beginFrom: ({ word, random, changes, commits }) => ({
    method: 'POST',
    path: '/admin/changes',
    body: { title: word(), from: random.pick([...changes.keys(), commits.at(-1)!]) },
  }),
  rename: onChange((path, { word }) => ({ method: 'PUT', path, body: { title: word() } })),
  schedule: onChange((path, { random }) => ({
    method: 'PUT',
    path,
    body: { scheduledAt: random.pick([LATER, null]) },
  })),
  scheduleByPublish: onChange((path) => ({ method: 'POST', path: `${path}/publish`, body: { scheduledAt: LATER } })),
  publish: onChange((path) => ({ method: 'POST', path: `${path}/publish`, body: {} })),
  update: onChange((path) => ({ method: 'POST', path: `${path}/update`, body: {} })),
  drop: onChange((path) => ({ method: 'DELETE', path })),
  bringBack: ({ dropped, random }) =>
    dropped.length === 0 ? null : { method: 'POST', path: `/admin/changes/${random.pick(dropped)}/restore`, body: {} },
  move: onChange((path, world, name) => {
    const records = editedIn(world, name);
    const to = world.random.pick(['live', 'live', null, ...world.changes.keys()]);
    return records.length === 0 ? null : { method: 'POST', path: `${path}/move`, body: { records, to } };
  }),
  beginDraft: onDraft((path) => ({ method: 'POST', path, body: {} })),
  writeDraft: onDraft((path, world, kind) => ({
    method: world.random.pick(['PUT', 'PATCH']),
    path,
    body: valuesOf(world, kind),
  })),
  publishDraft: onDraft((path, { random }) => ({
    method: 'POST',
    path: `${path}/publish`,
    body: random.chance(0.2) ? { scheduledAt: LATER } : {},
  })),
  dropDraft: onDraft((path) => ({ method: 'DELETE', path })),
  settingsDraft: ({ random, word }) => ({
    method: random.pick(['PUT', 'PATCH']),
    path: '/admin/config/draft',
    body: { tagline: word() },
  }),
  publishSettingsDraft: () => ({ method: 'POST', path: '/admin/config/draft/publish', body: {} }),
  work: (world) => ({
    method: 'PUT',
    path: `/admin/work/page/${anyOf(world, 'page')?.id ?? 1}`,
    body: { base: { rev: 'r' }, values: { title: world.word() } },
  }),
};
