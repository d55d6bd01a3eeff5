import type { RecordParts } from '../../extend/featureParts.ts';
import type { LineageVersion } from '../../git/history/historyCommit.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { Actor } from '../../model/access.ts';
import { describeActivity } from '../../model/activity.ts';
import type { Entry } from '../../model/entry.ts';
import type { PlacedOrigin, ValuePath } from '../../model/reference.ts';
import { APPROVED_BY } from '../../model/review/approval.ts';
import { anything, choice, namedSchema, object } from '../../model/schema/schema.ts';
import { aliasNames } from '../../view/admin/aliasNames.ts';
import { ACTIVITY, PERSON_NAMED } from '../../view/shapes/revision.ts';
import { arrayOf, booleanShape, idShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';

const step = { type: ['string', 'integer'] as const };

const made = { commit: stringShape, at: timeShape, author: PERSON_NAMED, actor: orNull(stringShape) };

const BLAMED_COMMIT = namedSchema(
  'BlamedCommit',
  object({
    ...made,
    /** Whether an agent made it. */
    isAgent: booleanShape,
    ...{ activity: ACTIVITY, message: orNull(stringShape), note: orNull(stringShape) },
    /** What made it live, if it was made in a change. */
    published: orNull(
      object({ ...made, title: orNull(stringShape), note: orNull(stringShape), approvedBy: arrayOf(stringShape) }),
    ),
  }),
);

const BLAMED_VALUE = namedSchema(
  'BlamedValue',
  object({
    path: arrayOf(step),
    /** The block of a page that holds it. */
    block: orNull(idShape),
    /** An `item` as a whole, such as a block: when it came, whatever became of its values. */
    of: choice('value', 'item'),
    /** Null for what is not committed, and for what the caller may not read. */
    commit: orNull(stringShape),
    /** What was there before, as files have it; null if there was nothing. */
    before: anything(),
  }),
);

export const BLAME = namedSchema('Blame', object({ values: arrayOf(BLAMED_VALUE), commits: arrayOf(BLAMED_COMMIT) }));

/** Who brought each value of a record. */
export async function showBlame(
  entry: Entry,
  { rights }: Pick<Actor, 'rights'>,
  { site, lookup }: Pick<RecordParts, 'site' | 'lookup'>,
): Promise<object> {
  const { versions, hidden, values } = await site.history.findOrigins(entry);
  const shown = (version: number): LineageVersion | undefined => (hidden.has(version) ? undefined : versions[version]);
  const commits = [...new Set(values.flatMap(({ version }) => shown(version) ?? []))];
  const arrivals = site.history.commits().arrivals(commits.map(({ commit }) => commit));
  const described: object[] = [];
  for (const version of commits.toSorted((a, b) => (a.at < b.at ? 1 : -1)))
    described.push(await showCommit(version, arrivals.get(version.commit), { site, lookup, isWhole: rights.readsAll }));
  return {
    values: values.map((value) => ({
      path: wirePath(entry, value.path),
      block: blockIdAt(entry, value.path),
      of: value.isItem ? 'item' : 'value',
      commit: shown(value.version)?.commit ?? null,
      before: aliasNames(value.before ?? null, lookup),
    })),
    commits: described,
  };
}

interface CommitScope extends Pick<RecordParts, 'site' | 'lookup'> {
  /** Whether the reader may read everything: a message names records as they were called then. */
  readonly isWhole: boolean;
}

async function showCommit(
  { commit, at, author, actor, action }: Pick<LineageVersion, 'commit' | 'at' | 'author' | 'actor' | 'action'>,
  arrival: string | undefined,
  { site, isWhole }: CommitScope,
): Promise<object> {
  const message = await site.history.readMessage(commit);
  const subject = message?.subject ?? '';
  return {
    ...{ commit, at, author, actor, isAgent: false },
    activity: describeActivity({ action, subject, count: 1 }),
    ...{ message: isWhole ? subject : null, note: message?.body || null },
    published: arrival === undefined ? null : await showPublication(arrival, { site, isWhole }),
  };
}

async function showPublication(
  id: string,
  { site, isWhole }: Pick<CommitScope, 'site' | 'isWhole'>,
): Promise<object | null> {
  const change = site.history.commits().findChange(id);
  if (!change) return null;
  const { commit, at, author, actor, action } = change;
  const message = await site.history.readMessage(id);
  const title = describeActivity({ action, subject: message?.subject ?? '', count: 1 })?.name ?? null;
  // Anybody can write a trailer: they count where the action is believed.
  const trailers = action === 'change.publish' ? (message?.trailers ?? []) : [];
  return {
    ...{ commit, at, author, actor },
    title: isWhole && action === 'change.publish' ? title : null,
    note: isWhole ? message?.body || null : null,
    // `user/4 Lena`
    approvedBy: trailers.flatMap(([key, value]) => (key === APPROVED_BY ? [value.slice(value.indexOf(' ') + 1)] : [])),
  };
}

/** The path in the record as the interface shows it. */
const wirePath = ({ kind }: Entry, path: PlacedOrigin['path']): ValuePath =>
  kind === 'page' && path[0] === 'seo' ? path.slice(1) : path;

function blockIdAt({ kind, data }: Entry, [first, region = '', index]: ValuePath): number | null {
  if (kind !== 'page' || first !== 'regions' || index === undefined) return null;
  const { regions } = data as { readonly regions: Readonly<Record<string, readonly unknown[]>> };
  const placement = regions[String(region)]?.[Number(index)];
  return isPlainObject(placement) && typeof placement['id'] === 'number' && placement['id'] > 0
    ? placement['id']
    : null;
}
