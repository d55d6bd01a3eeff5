import { type CmsError, invalidAt } from '../../model/errors.ts';
import { isUnsafeName } from '../../model/fields/values.ts';
import { parseUntrustedJson } from './body/body.ts';

/** Characters of a condition as JSON; longer ones need a POST, which GraphQL takes. */
export const MAX_WHERE = 8000;
const MAX_PARAMETERS = 100;
const MAX_PARTS = 20;

const PARAMETER = /^where((?:\[[^[\]]*\])+)$/;
const LISTS: ReadonlySet<string> = new Set(['and', 'or', 'in', 'nin', 'any', 'all']);

/** A condition in brackets while it is read. */
type BracketTree = Map<string, BracketTree | string>;

/**
 * Reads `where=<JSON>`, or `where[rating][gte]=3&where[or][0][title][starts]=A`; undefined without either.
 *
 * @throws CmsError VALIDATION
 */
export function readWhere(search: URLSearchParams): unknown {
  const json = search.get('where');
  const given = [...search].filter(([name]) => name.startsWith('where['));
  if (json === null) return given.length === 0 ? undefined : readBrackets(given);
  if (given.length > 0) throw invalidAt(['where'], 'must be given as JSON or in brackets, not both');
  if (json.length > MAX_WHERE) throw invalidAt(['where'], `must have at most ${MAX_WHERE} characters`);
  return parseUntrustedJson(Buffer.from(json), 'The parameter where');
}

function readBrackets(given: readonly (readonly [string, string])[]): unknown {
  if (given.length > MAX_PARAMETERS) throw invalidAt(['where'], `must have at most ${MAX_PARAMETERS} conditions`);
  const tree: BracketTree = new Map();
  for (const [name, value] of given) {
    const brackets = PARAMETER.exec(name)?.[1];
    const parts = brackets?.slice(1, -1).split('][') ?? [];
    if (parts.length === 0 || parts.length > MAX_PARTS) throw malformedWhere([name.slice(0, 200)]);
    putIn(tree, parts, value);
  }
  return treeToJson(tree, '');
}

function putIn(tree: BracketTree, path: readonly string[], value: string): void {
  let at = tree;
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(at.size) : part;
    if (isUnsafeName(name)) throw malformedWhere(path);
    const known = at.get(name);
    const isLast = index === path.length - 1;
    if (isLast ? known !== undefined : typeof known === 'string') throw invalidAt(['where', ...path], 'is given twice');
    if (isLast) at.set(name, value);
    else {
      const below: BracketTree = (known as BracketTree | undefined) ?? new Map();
      at.set(name, below);
      at = below;
    }
  }
}

const malformedWhere = (path: readonly string[]): CmsError =>
  invalidAt(['where', ...path], 'must have the form where[field][operator]');

/** `0`, `1` below `or` are the places in a list. */
function treeToJson(tree: BracketTree, name: string): unknown {
  const entries = [...tree].map(
    ([key, value]) => [key, typeof value === 'string' ? value : treeToJson(value, key)] as const,
  );
  if (!LISTS.has(name) || !entries.every(([key]) => /^\d{1,3}$/.test(key))) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
