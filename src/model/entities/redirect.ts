import { defineEntity } from '../entity.ts';
import type { Entry, Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { flag, type Infer, key, numberChoice, object, text, withDefault } from '../schema/schema.ts';
import { canonicalPath } from '../text/canonicalPath.ts';

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

declare module '../records.ts' {
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
});
