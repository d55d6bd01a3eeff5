import fc from 'fast-check';
import { RIGHTS, type RightsRule, ROLE_BASES, type RoleRights } from '../../../../src/model/rights/rights.ts';
import { FOLDERS, LOCALES, PATHS, TYPES } from './randomSite.ts';

const maybe = <T>(what: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(what, { freq: 2, nil: undefined });
const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.max(1, values.length - 1) });

const KINDS = ['page', 'page', 'page', 'block', 'media', 'menu', 'taxonomy', 'redirect', 'contentType'] as const;
const FIELDS = ['title', 'summary', 'status', 'slug', 'regions', 'terms', 'seo', 'type', 'altText', 'folder'] as const;
const WRITES = RIGHTS.filter((right) => right !== 'read' && right !== 'review');

/** Absent keys are left out, as they are in a file. */
const asRule = fc.record(
  {
    do: fc.oneof(some(WRITES), fc.constant([...WRITES])),
    on: maybe(fc.constantFrom(...KINDS).map((kind) => [kind])),
    types: maybe(some(TYPES)),
    locales: maybe(some(LOCALES)),
    paths: maybe(some(PATHS)),
    folders: maybe(some(FOLDERS)),
    fields: fc.option(some(FIELDS), { freq: 4, nil: undefined }),
    own: fc.constantFrom(undefined, undefined, undefined, true as const),
  },
  { requiredKeys: ['do'] },
);

const isTyped = (on: RightsRule['on']): boolean =>
  on === undefined || on.some((kind) => kind === 'page' || kind === 'block');

/** What may be named together: a rule about types and folders would be about nothing. */
function coherent(rule: RightsRule): RightsRule {
  const { types, locales, paths, folders, on, ...rest } = rule;
  const isOnPages = locales !== undefined || paths !== undefined;
  const isOnMedia = !isOnPages && types === undefined && folders !== undefined;
  const named = {
    ...rest,
    ...(types && (isOnPages || isTyped(on)) && { types }),
    ...(isOnPages ? { ...(locales && { locales }), ...(paths && { paths }) } : {}),
    ...(isOnMedia && { folders }),
    ...(isOnPages ? { on: ['page'] } : isOnMedia ? { on: ['media'] } : on && { on }),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as unknown as RightsRule;
}

const rule = asRule.map((one) => coherent(one as RightsRule));
const reading = fc
  .tuple(rule, fc.boolean())
  .map(([{ fields: _, ...one }, isWhole]): RightsRule => (isWhole ? { do: ['read'] } : { ...one, do: ['read'] }));
const anything: RightsRule = { do: [...WRITES] };

/** Any role: many may do a little, some may do everything but something. */
export const randomRole: fc.Arbitrary<RoleRights> = fc
  .record({
    extends: fc.constantFrom(...ROLE_BASES),
    reads: fc.array(reading, { minLength: 1, maxLength: 2 }),
    allow: fc.oneof(fc.array(rule, { maxLength: 4 }), fc.constant([anything])),
    deny: fc.array(rule, { maxLength: 2 }),
    hidden: fc.array(
      reading.filter(({ on, types, locales, paths, folders }) => Boolean(on ?? types ?? locales ?? paths ?? folders)),
      { maxLength: 2 },
    ),
  })
  .map(({ extends: base, reads, allow, deny, hidden }) => ({
    extends: base,
    allow: base === 'none' ? [...reads, ...allow] : allow,
    deny: [...deny, ...hidden],
  }));
