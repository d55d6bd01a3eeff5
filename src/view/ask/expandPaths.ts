import { invalidAt } from '../../model/errors.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../../model/fields/fieldSet.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { type FieldValues, isMapping } from '../../model/fields/values.ts';
import { findTermById } from '../../model/page/term.ts';
import { cropRules } from '../../model/siteSettings.ts';
import { notAField } from '../filter.ts';
import { showMediaWithLook } from '../media.ts';
import type { ExpandValues } from '../page/regions.ts';
import { type PageView, showPageItem } from '../page/showPage.ts';
import { showTerm } from '../site/taxonomy.ts';
import { type AskScope, matchPath } from './valuePlaces.ts';

/** Paths to what is shown in place of ids, by their first names. */
export interface ExpandTree extends ReadonlyMap<string, ExpandTree> {}

const MAX_PATHS = 10;
/** Records that one answer shows in place of ids. */
const MAX_EXPANDED = 2000;

/** Reads `author.photo` and `related`, or says what is wrong with them. Blocks may have the first field, too. */
export function readExpandPaths(paths: readonly string[], scope: AskScope): ExpandTree | string {
  if (paths.length > MAX_PATHS) return `must have at most ${MAX_PATHS} paths`;
  const tree = new Map<string, ExpandTree>();
  for (const path of paths) {
    const parts = path.split('.');
    const problem = checkExpandPath(parts, scope);
    if (problem !== undefined) return problem;
    let at = tree as Map<string, ExpandTree>;
    for (const part of parts) {
      const below = (at.get(part) ?? new Map()) as Map<string, ExpandTree>;
      at.set(part, below);
      at = below;
    }
  }
  return tree;
}

function checkExpandPath(parts: readonly string[], { lookup, types }: AskScope): string | undefined {
  const [head = ''] = parts;
  const blocks = [...lookup.all('blockType')].filter(({ data }) =>
    readFields(data.fieldsSchema).some(({ name }) => name === head),
  );
  const path = ['fields', ...parts];
  const inPages = matchPath(path, { lookup, types });
  // A block type is a set of fields, too.
  const inBlocks = blocks.length === 0 ? inPages : matchPath(path, { lookup, types: blocks as never });
  const found = [inPages, inBlocks].find((one) => 'kinds' in one && (one.pointsAt || one.kinds.has('any')));
  if (found && 'crossings' in found) return found.crossings < 3 ? undefined : 'must lead to at most 3 records in a row';
  return 'unknown' in inPages
    ? `"${inPages.unknown}" ${notAField(inPages.unknown, inPages.known)}`
    : `"${parts.join('.')}" leads to nothing that could be shown`;
}

/** Makes the function that shows what the paths lead to in place of its ids. */
export function createExpandValues(
  tree: ExpandTree,
  view: Omit<PageView, 'expandValues'>,
  left = { count: MAX_EXPANDED },
): ExpandValues {
  const { lookup } = view;
  const setOf = (schema: FieldsSchema): FieldSet => toFieldSet(readFields(schema), lookup.code.kinds);

  function expandIn(set: FieldSet, values: FieldValues, paths: ExpandTree): FieldValues {
    const expanded: Record<string, unknown> = { ...values };
    for (const [name, below] of paths) {
      const one = set.byName.get(name);
      if (one && Object.hasOwn(values, name)) expanded[name] = expandValue(values[name], one, below);
    }
    return expanded;
  }

  function expandValue(value: unknown, one: GroupField, below: ExpandTree): unknown {
    if (Array.isArray(value)) return value.map((item) => expandValue(item, one, below));
    if (one.group) return isMapping(value) ? expandIn(one.group, value, below) : value;
    return typeof value === 'number' ? showTarget(value, one.kind.type, below) : value;
  }

  function showTarget(id: number, kind: string, below: ExpandTree): unknown {
    left.count -= 1;
    if (left.count < 0) throw invalidAt(['expand'], `leads to more than ${MAX_EXPANDED} records; ask for fewer pages`);
    if (kind === 'media' || kind === 'gallery') {
      const media = lookup.get('media', id);
      return media ? showMediaWithLook(media, cropRules(lookup)) : null;
    }
    if (kind === 'term') return showOrNull(findTermById(lookup, id), ({ term }) => showTerm(term));
    if (kind !== 'reference' && kind !== 'page') return id;
    return showOrNull(lookup.get('page', id), (page) =>
      showPageItem(page, {
        lookup,
        ...(view.shownAs && { shownAs: view.shownAs }),
        ...(below.size > 0 && { expandValues: createExpandValues(below, view, left) }),
      }),
    );
  }
  return (schema, values) => (schema === undefined ? values : expandIn(setOf(schema), values, tree));
}

const showOrNull = <T>(found: T | undefined, show: (found: T) => object): object | null =>
  found === undefined ? null : show(found);
