import type { RoleRights } from '../../../../src/model/rights/rights.ts';
import { createRandom } from '../../../fuzz/random.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { enterAs, type Headers } from '../enterAs.ts';
import { allReads, allVersionReads, readEndpoints } from './requests/readRequests.ts';
import type { Request, World } from './requests/world.ts';
import { may, type Role } from './roleModel.ts';
import { send } from './send.ts';
import { headOf, nameOf, readLive, toVersion, type Version } from './versions.ts';

type Files = Readonly<Record<string, string>>;

/** The files of a site in which nothing that a role may read mentions what it may not, and those without the latter. */
export function splitFiles(files: Files, rights: RoleRights): { readonly whole: Files; readonly seen: Files } {
  const role: Role = { ...rights, actor: 'user/4' };
  const hidden = new Map(
    Object.entries(files).flatMap(([path, text]) => {
      const version = toVersion(path, () => text, new Map());
      return version && NEEDED.has(version.kind) === false && !may(role, 'read', version)
        ? [[path, version] as const]
        : [];
    }),
  );
  const whole = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      hidden.has(path) ? text : withoutMentions(text, [...hidden.values()]),
    ]),
  );
  return { whole, seen: Object.fromEntries(Object.entries(whole).filter(([path]) => !hidden.has(path))) };
}

/** Without these, a site is another one: its pages are broken. */
const NEEDED: ReadonlySet<Version['kind']> = new Set(['settings', 'contentType', 'blockType']);

/** A record as it would be if these others had never been. */
function withoutMentions(text: string, hidden: readonly Version[]): string {
  const keys = new Set(hidden.map(({ key }) => key));
  const noTerms = keys.has('topics');
  const isGone = (key: string, value: unknown): boolean =>
    (typeof value === 'string' && ['page', 'related', 'picture'].includes(key) && keys.has(value)) ||
    (noTerms && (key === 'terms' || key === 'topic') && !Array.isArray(value));
  return text.startsWith('{')
    ? JSON.stringify(
        JSON.parse(text, (key, value) => {
          if (Array.isArray(value)) return value.filter((one) => !(one?.block !== undefined && keys.has(one.block)));
          return isGone(key, value) ? undefined : value;
        }),
      )
    : text;
}

/** Who asks and what: a site with everything, and one that never had what the role may not read. */
interface Twins {
  readonly whole: Site;
  readonly seen: Site;
  readonly headers: { readonly whole: Headers; readonly seen: Headers };
}

/** @returns the reads that are answered otherwise if there are records that the role may not read */
export async function compareTwins(files: Files, rights: RoleRights): Promise<readonly string[]> {
  const split = splitFiles(files, rights);
  const [whole, seen] = [await makeSite(split.whole), await makeSite(split.seen)];
  const headers = {
    whole: (await enterAs(whole, rights)).headers,
    seen: (await enterAs(seen, rights)).headers,
  };
  const twins = { whole, seen, headers };
  const before = await compareReads(twins);
  await editAll(twins);
  const after = await compareReads(twins);
  await Promise.all([whole.stop(), seen.stop()]);
  return [...before, ...after.map((one) => `after edits, ${one}`)];
}

/** Has an admin edit every page and make a draft of it: of what is hidden, before and after the others. */
async function editAll({ whole, seen }: Twins): Promise<void> {
  const there = readLive(seen, new Map());
  for (const page of [...readLive(whole, new Map()).values()].filter(({ kind }) => kind === 'page')) {
    const sites = there.has(nameOf(page)) ? [whole, seen] : [whole];
    for (const site of sites) {
      await site.ask(`PUT /admin/pages/${page.id}`, { as: 'admin', body: { metaDescription: `harbour ${page.id}` } });
      await site.ask(`PUT /admin/pages/${page.id}/draft`, { as: 'admin', body: { metaTitle: `harbour ${page.id}` } });
    }
  }
}

async function compareReads({ whole, seen, headers }: Twins): Promise<readonly string[]> {
  const paths = readEndpoints(whole.cms.endpoints);
  const world: World = {
    ...{
      live: readLive(whole, new Map()),
      changes: new Map(),
      dropped: [],
      commits: [whole.git('rev-parse', 'HEAD').trim()],
    },
    random: createRandom(1),
    word: () => '',
  };
  const wrong: string[] = [];
  for (const request of [...allReads(paths, world), ...allVersionReads(world)]) {
    const [one, other] = await Promise.all([
      answerOf(whole, request, headers.whole),
      answerOf(seen, request, headers.seen),
    ]);
    if (one !== other)
      wrong.push(
        `${request.method} ${request.path}\n   whole: ${differs(one, other)}\n    seen: ${differs(other, one)}`,
      );
  }
  return wrong;
}

/** What a reader sees of an answer, without what names a commit. */
async function answerOf(site: Site, request: Request, headers: Headers): Promise<string> {
  const path = request.path.replaceAll('HEAD', () => headOf(site));
  const { status, body } = await send(site, { ...request, path }, headers);
  return `${status} ${JSON.stringify(/problems|dashboard/.test(path) ? withoutUnused(body) : body)}`
    .replaceAll(/\b[0-9a-f]{40}\b/g, 'HASH')
    .replaceAll(/"(?:lastUsedAt|createdAt|at)":"[^"]*"/g, '');
}

/** Of a file that a hidden page uses, nobody is told that it is unused. Since when something is wrong is found in the background. */
function withoutUnused(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((one) => (one?.problem ?? one)?.code !== 'UNUSED_MEDIA').map(withoutUnused);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => !['problems', 'total', 'origin', 'searching'].includes(key) || Array.isArray(inner),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutUnused(inner)]));
}

/** A text from where it differs from another. */
function differs(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(Math.max(0, at - 60), at + 160);
}
