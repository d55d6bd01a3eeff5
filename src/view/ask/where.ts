import type { PageEntry } from '../../model/entities/page.ts';
import type { Detail } from '../../model/errors.ts';
import { invalid } from '../../model/errors.ts';
import { isMapping } from '../../model/fields/values.ts';
import type { ValueTest } from '../../model/page/conditions.ts';
import type { ValuePath } from '../../model/reference.ts';
import { findUnfit, notAField } from '../filter.ts';
import { conditionsOfAll, findIndexed, type IndexedCondition, typesAsked } from './indexed.ts';
import { findPageValue, type PageValue } from './pageValue.ts';
import type { AskScope } from './valuePlaces.ts';
import { isWhereOperator, type OperandKind, WHERE_OPERATORS, type WhereOperator } from './whereOperators.ts';

/** What the pages of a list must be like. */
export interface PageCondition {
  test(page: PageEntry): boolean;
  /** The types that a page must have one of; undefined if they are not limited. */
  readonly types: readonly string[] | undefined;
  /** Whether it says something of locales. */
  readonly namesLocale: boolean;
  /** Conditions that all of these pages meet and that an index answers. */
  readonly indexed: readonly IndexedCondition[];
}

const MAX_CONDITIONS = 50;
const MAX_DEPTH = 10;
const MAX_TEXT = 1000;
const MAX_TEXTS = 100;

type TestPage = (page: PageEntry) => boolean;
type Node = Readonly<Record<string, unknown>>;

interface Compiling {
  readonly scope: AskScope;
  readonly details: Detail[];
  readonly names: Set<string>;
  count: number;
}

/** Where a part of the condition is: in the request, and in pages. */
interface ConditionPlace {
  readonly at: ValuePath;
  readonly path: readonly string[];
  readonly depth: number;
}

/**
 * Reads a condition: `{ rating: { gte: 3 }, or: [{ title: { starts: 'A' } }, { author: { country: 'ES' } }] }`.
 *
 * @throws CmsError VALIDATION for everything that is wrong with it
 */
export function compileWhere(where: unknown, scope: AskScope): PageCondition {
  const types = typesAsked(where);
  const named = types ? scope.types.filter(({ key }) => types.includes(key)) : scope.types;
  const compiling: Compiling = { scope: { ...scope, types: named }, details: [], names: new Set(), count: 0 };
  const test = compileNode(where, { at: ['where'], path: [], depth: 0 }, compiling);
  if (compiling.details.length > 0) throw invalid(compiling.details.slice(0, MAX_CONDITIONS));
  return {
    test,
    types,
    namesLocale: compiling.names.has('locale'),
    indexed: findIndexed(conditionsOfAll(where), compiling.scope),
  };
}

function compileNode(node: unknown, place: ConditionPlace, compiling: Compiling): TestPage {
  const { at, depth, path } = place;
  if (!isMapping(node)) return reject(compiling, at, 'must be an object of conditions');
  if (depth > MAX_DEPTH) return reject(compiling, at, 'is nested too deeply');
  const tests = Object.entries(node).map(([name, value]) => {
    const below = { at: [...at, name], path, depth: depth + 1 };
    if (path.length > 0) return compileField(value, { ...below, path: [...path, ...name.split('.')] }, compiling);
    if (name === 'not') return negate(compileNode(value, below, compiling));
    if (name === 'and' || name === 'or') return compileList(name, value, below, compiling);
    return compileField(value, { ...below, path: name.split('.') }, compiling);
  });
  return (page) => tests.every((test) => test(page));
}

const negate =
  (test: TestPage): TestPage =>
  (page) =>
    !test(page);

function compileList(name: 'and' | 'or', value: unknown, place: ConditionPlace, compiling: Compiling): TestPage {
  if (!Array.isArray(value) || value.length === 0)
    return reject(compiling, place.at, 'must be a list of one or more conditions');
  if (value.length > MAX_CONDITIONS) return reject(compiling, place.at, `must have at most ${MAX_CONDITIONS} items`);
  const tests = value.map((one, index) => compileNode(one, { ...place, at: [...place.at, String(index)] }, compiling));
  return name === 'and' ? (page) => tests.every((test) => test(page)) : (page) => tests.some((test) => test(page));
}

/** Conditions on the value at a path, or on what is below it. */
function compileField(value: unknown, place: ConditionPlace, compiling: Compiling): TestPage {
  if (!isMapping(value)) {
    const operator = Array.isArray(value) ? 'in' : 'eq';
    return compileCondition({ operator, operand: value, place }, compiling);
  }
  if (Object.keys(value).length === 0) return reject(compiling, place.at, 'must have a condition');
  if (place.path[0] === 'terms' && place.path.length === 1 && ('any' in value || 'all' in value))
    return compileTerms(value, place, compiling);
  const isOperators = Object.keys(value).some(isWhereOperator);
  if (!isOperators) return compileNode(value, place, compiling);
  const tests = Object.entries(value).map(([operator, operand]) =>
    isWhereOperator(operator)
      ? compileCondition({ operator, operand, place: { ...place, at: [...place.at, operator] } }, compiling)
      : reject(compiling, [...place.at, operator], `must be one of ${Object.keys(WHERE_OPERATORS).join(', ')}`),
  );
  return (page) => tests.every((test) => test(page));
}

interface OneCondition {
  readonly operator: WhereOperator;
  readonly operand: unknown;
  readonly place: ConditionPlace;
}

function compileCondition({ operator, operand, place }: OneCondition, compiling: Compiling): TestPage {
  compiling.count += 1;
  if (compiling.count === MAX_CONDITIONS + 1)
    return reject(compiling, ['where'], `must have at most ${MAX_CONDITIONS} conditions`);
  const found = findPageValue(place.path, compiling.scope);
  if ('unknown' in found) return reject(compiling, place.at, describeUnknown(place.path, found.unknown, found.known));
  compiling.names.add(place.path[0] ?? '');
  return readCondition({ operator, operand, place }, found, compiling);
}

const describeUnknown = (path: readonly string[], unknown: string, known: readonly string[]): string =>
  `${path.length > 1 ? `"${unknown}" ` : ''}${notAField(unknown, known)}`;

function readCondition({ operator, operand, place }: OneCondition, value: PageValue, compiling: Compiling): TestPage {
  const { takes, make, isExact } = WHERE_OPERATORS[operator];
  // No value is asked for as in JSON.
  if (operand === null && (operator === 'eq' || operator === 'ne'))
    return testValue(WHERE_OPERATORS.exists.make([String(operator === 'ne')]), value);
  const texts = toTexts(operand, takes);
  if (typeof texts === 'string') return reject(compiling, place.at, texts);
  const unfit = isExact ? findUnfit(texts, value.kinds, compiling.scope.lookup) : undefined;
  return unfit === undefined ? testValue(make(texts), value) : reject(compiling, place.at, unfit);
}

const testValue =
  (test: ValueTest, { read }: PageValue): TestPage =>
  (page) =>
    test(read(page));

/** The texts of an operand, or what is wrong with it. */
function toTexts(operand: unknown, takes: OperandKind): readonly string[] | string {
  if (takes === 'flag')
    return operand === true || operand === false || operand === 'true' || operand === 'false'
      ? [String(operand)]
      : 'must be true or false';
  const items: readonly unknown[] =
    takes === 'list' && typeof operand === 'string' ? operand.split(',') : [operand].flat();
  if (takes === 'one' && items.length !== 1) return 'must be one value';
  if (items.length === 0 || items.length > MAX_TEXTS) return `must be 1 to ${MAX_TEXTS} values`;
  if (!items.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) return 'must be a text or a number';
  const texts = items.map(String);
  return texts.some((one) => one === '' || one.length > MAX_TEXT) ? `must have 1 to ${MAX_TEXT} characters` : texts;
}

/** `terms: { any: ['topics:news'], all: […] }`: a vocabulary alone stands for any of its terms. */
function compileTerms(value: Node, place: ConditionPlace, compiling: Compiling): TestPage {
  const tests = Object.entries(value).map(([name, operand]) => {
    const at = [...place.at, name];
    if (name !== 'any' && name !== 'all') return reject(compiling, at, 'must be one of any, all');
    const texts = toTexts(operand, 'list');
    if (typeof texts === 'string') return reject(compiling, at, texts);
    const each = texts.map((text) => {
      const [vocabulary = '', slug] = text.replace('/', ':').split(':');
      const below = { ...place, at, path: ['terms', vocabulary] };
      return slug === undefined
        ? compileCondition({ operator: 'exists', operand: true, place: below }, compiling)
        : compileCondition({ operator: 'eq', operand: slug, place: below }, compiling);
    });
    return name === 'all'
      ? (page: PageEntry) => each.every((test) => test(page))
      : (page: PageEntry) => each.some((test) => test(page));
  });
  return (page) => tests.every((test) => test(page));
}

function reject({ details }: Compiling, path: ValuePath, message: string): TestPage {
  details.push({ path: path.map(String), message });
  return () => false;
}
