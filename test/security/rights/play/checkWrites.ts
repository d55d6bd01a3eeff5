import { NOW, type Site } from '../../../makeSite.ts';
import { withoutConsequences } from './consequences.ts';
import type { Request } from './requests/world.ts';
import { type Difference, lackOf, may, type Role } from './roleModel.ts';
import type { Answer } from './send.ts';
import { type Content, differencesOf, readCommit } from './versions.ts';

/** What a site holds at a moment. */
export interface Picture {
  readonly live: Content;
  readonly changes: ReadonlyMap<string, Content>;
  /** The commit of each change. */
  readonly heads: ReadonlyMap<string, string>;
  /** Commits of what is live, the latest first. */
  readonly commits: readonly string[];
}

interface Written {
  readonly role: Role;
  readonly request: Request;
  readonly before: Picture;
  readonly after: Picture;
}

/** What a request has written though the role may not. */
export function checkWrites(written: Written): readonly string[] {
  return writesOf(written).flatMap((writes) => lacksIn(written.role, writes));
}

const lacksIn = (role: Role, { where, isLive, differences }: Writes): readonly string[] =>
  differences
    .map((one) => lackOf(role, one, isLive, NOW))
    .filter((lack) => lack !== null)
    .map((lack) => `writes to ${where} without the right to ${lack}`);

interface Writes {
  readonly where: string;
  readonly isLive: boolean;
  readonly differences: readonly Difference[];
}

function writesOf({ before, after, request }: Written): readonly Writes[] {
  const live = { where: 'what is live', isLive: true, differences: asked(before.live, after.live) };
  const inChanges = [...after.changes].map(([name, content]) => ({
    where: `the change ${name}`,
    isLive: false,
    differences: editsOf(before.changes.get(name), content, { before, request }),
  }));
  return [live, ...inChanges];
}

const asked = (one: Content, other: Content): readonly Difference[] => withoutConsequences(differencesOf(one, other));

/** What a request has written into a change. */
function editsOf(
  was: Content | undefined,
  is: Content,
  { before, request }: Omit<Written, 'role' | 'after'>,
): readonly Difference[] {
  if (was === is) return [];
  // What is live comes in, which somebody else has written.
  if (request.path.endsWith('/update')) return [];
  // A change that begins with what another one, or an earlier version, holds has no edits yet; one that comes back has its own.
  const isBack = /^\/admin\/changes\/[^/]+\/restore$/.test(request.path);
  if (was === undefined && (isBack || 'from' in ((request.body ?? {}) as object))) return [];
  return asked(was ?? before.live, is);
}

const nameIn = (one: Difference['before'], other: Difference['after']): string =>
  `${(other ?? one)!.kind}/${(other ?? one)!.id}`;

interface Scheduled extends Omit<Written, 'after'> {
  readonly reply: Answer;
  readonly site: Site;
}

/** What a request has set a time for though the role may not publish it: as if it had been published at once. */
export function checkSchedule({ role, request, reply, before, site }: Scheduled): readonly string[] {
  const { scheduledAt: time } = (request.body ?? {}) as { readonly scheduledAt?: string | null };
  const isAboutChange = /^\/admin\/changes\/|\/draft\/publish$/.test(request.path);
  if (!time || !isAboutChange || reply.status !== 200) return [];
  const name: string = reply.body.data.change ?? reply.body.data.name;
  const content = before.changes.get(name);
  if (!content) return [];
  const base = site.git('merge-base', 'HEAD', before.heads.get(name)!).trim();
  const begun = readCommit(site, base, new Map([...before.live].map(([key, { owner }]) => [key, owner ?? ''])));
  return lacksIn(role, { where: `the schedule of ${name}`, isLive: true, differences: asked(begun, content) });
}

interface Refused extends Written {
  readonly reply: Answer;
  /** Whether a change may have a time: what is written to it then is judged as if it were live. */
  readonly isTimed: boolean;
  /** The answer to the same request by an admin. */
  readonly again: Answer;
}

/** Whether a request was refused that the role may make, by what it has done for an admin. */
export function checkRefusal({ reply, again, isTimed, ...written }: Refused): readonly string[] {
  const { role, request } = written;
  if (request.method === 'GET') return checkRefusedRead(role, request, reply, again);
  if (again.status >= 400 || reply.status === 404 || request.path === '/admin/import') return [];
  const isRevert = request.path.endsWith('/revert');
  // A revert writes mentions as it writes anything else.
  const writes = isRevert ? [wholeOf(written)] : writesOf(written);
  const needsRestore = isRevert || request.path.endsWith('/restore');
  const lacks = writes.flatMap(({ isLive, differences }) =>
    differences.flatMap((one) => {
      const own = ownedBy(role, one, written.before);
      return [
        lackOf(role, own, isLive || isTimed, NOW),
        needsRestore ? lackOfRestore(role, own) : null,
        lackOfNew(role, own),
      ];
    }),
  );
  const isAllowed = lacks.length > 0 && lacks.every((lack) => lack === null);
  return isAllowed ? ['is refused though the role may do it'] : [];
}

const wholeOf = ({ before, after }: Written): Writes => ({
  where: 'what is live',
  isLive: true,
  differences: differencesOf(before.live, after.live),
});

/** A new record has these parts also where its file does not say so. */
const PARTS_OF_NEW = ['title', 'slug', 'type', 'status'];

const lackOfNew = (role: Role, { before, after }: Difference): string | null =>
  before !== null || after === null || PARTS_OF_NEW.every((part) => may(role, 'create', after, part)) ? null : 'create';

/** What an admin has made in the place of the role would be the role's own. */
function ownedBy({ actor }: Role, { before, after }: Difference, { live, changes }: Picture): Difference {
  const isNew = after !== null && ![live, ...changes.values()].some((content) => content.has(nameIn(null, after)));
  return { before, after: isNew ? { ...after, owner: actor } : after };
}

const lackOfRestore = (role: Role, { before, after }: Difference): string | null =>
  [before, after].every((one) => one === null || may(role, 'restore', one)) ? null : 'restore';

/** A role that sees everything is refused no read that an admin has. */
function checkRefusedRead(role: Role, { path }: Request, reply: Answer, again: Answer): readonly string[] {
  const seesAll = role.extends !== 'none' && !role.deny.some(({ do: rights }) => rights.includes('read'));
  if (!seesAll || again.status >= 400 || OF_ADMINS.test(path)) return [];
  return [`is refused with ${reply.status} though nothing is hidden`];
}

/** What concerns admins alone, and what is each caller's own. */
const OF_ADMINS = /^\/admin\/(?:roles|extensions|invitations|users|work|preview-sessions|auth|views)/;
