import { defineEntity, type EntityWarning } from '../../model/entity.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import { isPublic } from '../../model/page/isPublic.ts';
import { hasAddress, pageKeyAt } from '../../model/page/pagePath.ts';
import { flag, type Infer, key, numberChoice, object, text, withDefault } from '../../model/schema/schema.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { canonicalPath } from '../../model/text/canonicalPath.ts';

export const redirectSchema = object({
  key: key(),
  fromPath: text({
    maxLength: 2000,
    pattern: '^/(?!/)[^\\s?#\\\\]*$',
    errorMessage: 'must be a path such as "/old", without a query or fragment',
  }),
  toPath: text({ maxLength: 2000, format: 'redirectTarget' }),
  statusCode: withDefault(numberChoice(301, 302, 307, 308), 301),
  isActive: withDefault(flag(), true),
});
export type Redirect = Infer<typeof redirectSchema>;

declare module '../../model/records.ts' {
  interface Records {
    redirect: Redirect;
  }
}

/** A limit for the search alone: browsers give up after about twenty redirects. */
const MAX_STEPS = 1000;

/** The canonical path of a target on this site, without its query and fragment; any other target as it is. */
export const targetPath = (target: string): string =>
  target.startsWith('/') ? canonicalPath(/^[^?#]*/.exec(target)![0]) : target;

/** The problem with following active redirects from `start`, if they never end. */
function findLoop(start: Redirect, lookup: Lookup): string | undefined {
  const from = targetPath(start.fromPath);
  let path = targetPath(start.toPath);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (path === from) return `leads back to ${start.fromPath}`;
    const next: Entry<Redirect> | undefined = lookup
      .find('redirect', 'byFromPath', path)
      .find((entry) => entry.data.isActive);
    if (next === undefined) return undefined;
    path = targetPath(next.data.toPath);
  }
  return `leads through more than ${MAX_STEPS} redirects`;
}

function checkRedirect(data: Redirect, lookup: Lookup): readonly Detail[] {
  const message = data.isActive ? findLoop(data, lookup) : undefined;
  return message === undefined ? [] : [{ path: ['toPath'], message }];
}

/** Browsers give up after about twenty redirects. */
const MAX_FOLLOWED = 20;

/**
 * Whether a redirect leads to a page that is not public at `now`, by itself or through other active redirects: it would
 * tell everybody that page's address (SECURITY, 20).
 */
function leadsToHidden({ toPath }: Redirect, lookup: Pick<Lookup, 'byKey' | 'find'>, now: Date): boolean {
  const site = siteSettings(lookup);
  let path = targetPath(toPath);
  for (let step = 0; path.startsWith('/') && step < MAX_FOLLOWED; step += 1) {
    const page = lookup.byKey('page', pageKeyAt(path, site));
    if (page && hasAddress(page.data, lookup)) return !isPublic(page.data, now);
    const next = lookup.find('redirect', 'byFromPath', path).find(({ data }) => data.isActive);
    if (!next) return false;
    path = targetPath(next.data.toPath);
  }
  return false;
}

/** An active redirect away from the address of a published page, which nobody can then visit. */
function warnOfRedirect({ isActive, fromPath }: Redirect, lookup: Lookup): readonly EntityWarning[] {
  const page = isActive ? lookup.byKey('page', pageKeyAt(canonicalPath(fromPath), siteSettings(lookup))) : undefined;
  if (page?.data.status !== 'published' || !hasAddress(page.data, lookup)) return [];
  const message = `leads visitors of the page "${page.key}" away from it`;
  return [{ code: 'REDIRECTED_PAGE', message, path: ['fromPath'] }];
}

export const redirect = defineEntity({
  name: 'redirect',
  plural: 'redirects',
  file: 'redirects/{key}',
  home: 'content',
  schema: redirectSchema,
  order: ['id', 'fromPath', 'toPath', 'statusCode', 'isActive', 'createdAt'],
  counter: 'redirect',
  indexes: {
    byFromPath: { field: 'fromPath', unique: (data: Redirect) => canonicalPath(data.fromPath) },
    byTarget: { many: (data: Redirect) => [targetPath(data.toPath)] },
  },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  title: (data) => data.fromPath,
  check: checkRedirect,
  isPublic: ({ isActive }) => isActive,
  revealsHidden: leadsToHidden,
  answers: { index: 'byFromPath', path: ({ fromPath }) => fromPath, isActive: ({ isActive }) => isActive },
  link: ({ isActive, toPath }) => (isActive ? { address: toPath, path: ['toPath'] } : null),
  warnings: warnOfRedirect,
  followsPages: true,
});
