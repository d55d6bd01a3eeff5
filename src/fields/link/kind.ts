import type { Entry, Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { Field } from '../../model/fields/field.ts';
import { type FieldKind, type FieldScope, mentionsHidden } from '../../model/fields/kind.ts';
import { checkLength, MAX_LINE } from '../../model/fields/kinds/bounds.ts';
import { showPointer, storePointer } from '../../model/fields/kinds/pointerKind.ts';
import { byLinkText } from '../../model/fields/kinds/sortings.ts';
import { PAGE_TARGET } from '../../model/fields/kinds/target.ts';
import { NO_PROBLEMS, problem, within } from '../../model/fields/problem.ts';
import { type FieldValues, isMapping, isMissing } from '../../model/fields/values.ts';
import { findPagePath } from '../../model/page/pagePath.ts';
import { because } from '../../model/reason.ts';
import type { Records } from '../../model/records.ts';
import { pageField } from '../page/kind.ts';
import { urlField } from '../url/kind.ts';

const TARGETS: readonly unknown[] = ['_self', '_blank', '_parent', '_top'];

type LinkRule = (value: unknown, field: Field, scope: FieldScope) => readonly Detail[];

interface LinkKey {
  readonly key: string;
  readonly shownAs: string;
  readonly rule: LinkRule;
  fits(value: unknown, field: Field): boolean;
}

/** The keys of a stored link and their rules. `page` is `pageId` on the wire and in messages. */
const KEYS: readonly LinkKey[] = [
  {
    key: 'url',
    shownAs: 'url',
    rule: (value, _field, scope) => urlField.check(value, PLAIN, scope),
    fits: (value) => urlField.fit?.(value, PLAIN) !== undefined,
  },
  {
    key: 'page',
    shownAs: 'pageId',
    rule: pageField.check,
    fits: (value, field) => pageField.fit?.(value, field) !== undefined,
  },
  {
    key: 'text',
    shownAs: 'text',
    rule: (value, _field, scope) =>
      typeof value === 'string'
        ? checkLength(value, { limit: MAX_LINE }, scope)
        : problem(because('text', 'must be text', {})),
    fits: (value) => typeof value === 'string',
  },
  {
    key: 'target',
    shownAs: 'target',
    rule: (value) =>
      TARGETS.includes(value)
        ? NO_PROBLEMS
        : problem(because('oneOf', `must be one of ${TARGETS.join(', ')}`, { choices: TARGETS.join(', ') })),
    fits: (value) => TARGETS.includes(value),
  },
];
/** A field without bounds: those of the link field do not apply to the text of its URL. */
const PLAIN: Field = { name: 'url', type: 'url' };

/** The same mapping with the key `from` replaced by `to` and `value`. */
const renameKey = (values: FieldValues, from: string, to: string, value: unknown): FieldValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, one]) => {
      if (key === from) return [[to, value]];
      return key === to ? [] : [[key, one]];
    }),
  );

/** The page that a link names by its key, or by its id, which people may write into files. */
const findPage = (named: unknown, lookup: Lookup): Entry<Records['page']> | undefined =>
  typeof named === 'number' ? lookup.get('page', named) : lookup.byKey('page', String(named));

/** A link with its address; without one while its page is gone or hidden from the reader. */
function showLinkValue({ page: named, url = null, text = null, target = null }: FieldValues, lookup: Lookup): object {
  const found = isMissing(named) ? undefined : findPage(named, lookup);
  const page = found && (lookup.linked?.(found) ?? found);
  if (page === undefined) {
    const address = isMissing(named) ? url : null;
    return { page_slug: null, locale: null, type: null, title: null, url: address, text, target };
  }
  const { slug, locale, type, title } = page.data;
  const path = findPagePath(page.data, lookup);
  return { pageId: page.id, page_slug: path === null ? null : slug, locale, type, title, url: path, text, target };
}

/** A link to a URL or to a page of this site. Unknown keys are kept, and shown to admins only. */
export const linkField: FieldKind = {
  type: 'link',
  check(value, field, scope) {
    if (!isMapping(value)) return problem('must be a link: an object with a url or a pageId');
    const goals = ['url', 'page'].filter((key) => !isMissing(value[key])).length;
    if (goals > 1) return problem('must not have both a url and a pageId');
    if (goals === 0 && scope.isPublished) return problem(because('linkTarget', 'must have a url or a pageId', {}));
    return KEYS.flatMap(({ key, shownAs, rule }) =>
      isMissing(value[key]) ? NO_PROBLEMS : within([shownAs], rule(value[key], field, scope)),
    );
  },
  fit(value, field) {
    if (!isMapping(value)) return undefined;
    const parts = KEYS.flatMap(({ key, fits }) => (fits(value[key], field) ? [[key, value[key]] as const] : []));
    if (parts.length === Object.keys(value).length) return value;
    return parts.length > 0 ? Object.fromEntries(parts) : undefined;
  },
  merge: 'link',
  toStored(value, _field, scope) {
    const from = isMapping(value) && ['pageId', 'page'].find((key) => Object.hasOwn(value, key));
    if (!isMapping(value) || !from) return { value, details: NO_PROBLEMS };
    const stored = storePointer(value[from], PAGE_TARGET, scope);
    return { value: renameKey(value, from, 'page', stored.value), details: within([from], stored.details) };
  },
  keepHidden(stored, field, before) {
    const { present } = before;
    if (!isMapping(stored) || !isMapping(present) || !isMissing(stored['page']) || !isMissing(stored['url']))
      return stored;
    return mentionsHidden(pageField.references?.(present['page'], field), before)
      ? { ...stored, page: present['page'] }
      : stored;
  },
  toWire: (value, _field, scope) =>
    isMapping(value) && Object.hasOwn(value, 'page')
      ? renameKey(value, 'page', 'pageId', showPointer(value['page'], PAGE_TARGET, scope))
      : value,
  toPublic: (value, _field, { lookup }) => (isMapping(value) ? showLinkValue(value, lookup) : value),
  references: (value, field) =>
    isMapping(value)
      ? (pageField.references?.(value['page'], field) ?? []).map((one) => ({ ...one, path: ['page', ...one.path] }))
      : [],
  writeType: () => 'Link',
  sorting: byLinkText,
};
