import { defineEntity } from '../entity.ts';
import type { Entry, Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { flag, type Infer, object, oneOf, slug, text, withDefault } from '../schema.ts';

export const redirectSchema = object({
  key: slug(),
  fromPath: text({
    maxLength: 2000,
    pattern: '^/(?!/)[^\\s?#\\\\]*$',
    errorMessage: 'must be a path such as "/old", without query or fragment',
  }),
  toPath: text({ maxLength: 2000, format: 'redirectTarget' }),
  statusCode: withDefault(oneOf(301, 302, 307, 308), 301),
  isActive: withDefault(flag(), true),
});
export type Redirect = Infer<typeof redirectSchema>;

const STEPS = 1000;

/** Redirects are found by path alone. */
const pathOf = (target: string): string => target.replace(/[?#].*$/, '');

/** Whether following active redirects from `start` comes back to it. */
function loops(start: Redirect, lookup: Lookup): boolean {
  let path = pathOf(start.toPath);
  for (let step = 0; step < STEPS; step += 1) {
    if (path === start.fromPath) return true;
    const next: Entry<Redirect> | undefined = lookup
      .find('redirect', 'byFromPath', path)
      .find((entry) => entry.data.isActive);
    if (next === undefined) return false;
    path = pathOf(next.data.toPath);
  }
  return false;
}

const check = (data: Redirect, lookup: Lookup): readonly Detail[] =>
  data.isActive && loops(data, lookup) ? [{ path: ['toPath'], message: `leads back to ${data.fromPath}` }] : [];

export const redirect = defineEntity({
  name: 'redirect',
  plural: 'redirects',
  file: 'redirects/{key}',
  home: 'content',
  schema: redirectSchema,
  order: ['id', 'fromPath', 'toPath', 'statusCode', 'isActive', 'createdAt'],
  counter: 'redirect',
  indexes: { byFromPath: { field: 'fromPath', unique: (data: Redirect) => data.fromPath } },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  title: (data) => data.fromPath,
  check,
});
