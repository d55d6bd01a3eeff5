import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldCondition } from '../../../src/model/fields/field.ts';
import { judgeRecord } from '../../../src/model/rules/judgeRecord.ts';
import type { TypeRule } from '../../../src/model/rules/typeRule.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { effort } from '../../effort.ts';
import { update } from '../../store/siteFiles.ts';

const FIELDS = [
  ...['n1', 'n2'].map((name) => ({ name, type: 'number' })),
  ...['d1', 'd2'].map((name) => ({ name, type: 'date' })),
  ...['t1', 't2'].map((name) => ({ name, type: 'text' })),
  { name: 'list', type: 'multiselect', options: ['a', 'b', 'c'] },
];
type Values = Readonly<Record<string, unknown>>;

const number = fc.integer({ min: 0, max: 3 });
const day = fc.integer({ min: 1, max: 4 }).map((at) => `2026-01-0${at}`);
const word = fc.constantFrom('a', 'b', 'B', '');
const values: fc.Arbitrary<Values> = fc.record(
  {
    ...{ n1: number, n2: number, d1: day, d2: day, t1: word, t2: word },
    list: fc.subarray(['a', 'b', 'c']),
  },
  { requiredKeys: [] },
);

const comparison = (fields: readonly string[], value: fc.Arbitrary<unknown>, names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...fields), fc.constantFrom(...names), fc.oneof(fc.constantFrom(...fields), value))
    .map(([field, name, other]): TypeRule => ({ field, [name]: other }));
const ORDER = ['lt', 'lte', 'gt', 'gte', 'eq', 'ne'];
const question: fc.Arbitrary<FieldCondition> = fc.oneof(
  number.map((equals) => ({ field: 'n1', equals })),
  fc.subarray(['a', 'b'], { minLength: 1 }).map((choices) => ({ field: 't1', in: choices })),
  fc.constantFrom('t1', 'list', 'd1').map((field) => ({ field, empty: true })),
  fc.constantFrom('t1', 'list', 'd1').map((field) => ({ field, notEmpty: true })),
  number.map((gt) => ({ field: 'n2', gt })),
  day.map((lte) => ({ field: 'd2', lte })),
);
const condition: fc.Arbitrary<FieldCondition> = fc.oneof(
  question,
  fc.array(question, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
  fc.array(question, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
  question.map((not) => ({ not })),
);
const rule: fc.Arbitrary<TypeRule> = fc
  .tuple(
    fc.oneof(
      comparison(['n1', 'n2'], number, ORDER),
      comparison(['d1', 'd2'], day, [...ORDER, 'after', 'before']),
      comparison(['t1', 't2'], fc.constantFrom('a', 'B'), ORDER),
      fc.subarray(['n1', 'd1', 't1', 'list'], { minLength: 1 }).map((require): TypeRule => ({ require })),
      fc.constantFrom('n1', 't1', 'd1').map((unique): TypeRule => ({ unique })),
      number.map((min): TypeRule => ({ field: 'list', count: { min } })),
      number.map((max): TypeRule => ({ field: 'list', count: { max } })),
      fc.constant<TypeRule>({ field: 't1', matches: '^[a-z]$' }),
    ),
    fc.option(condition, { nil: undefined }),
    fc.boolean(),
  )
  .map(([form, when, isWarning]) => ({ ...form, ...(when && { when }), ...(isWarning && { severity: 'warning' }) }));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What a condition means, said once more. */
function meets(one: FieldCondition, page: Values): boolean {
  if (one.all) return one.all.every((part) => meets(part, page));
  if (one.any) return one.any.some((part) => meets(part, page));
  if (one.not) return !meets(one.not, page);
  const value = page[one.field!];
  if ('equals' in one) return value === one.equals;
  if (one.in) return one.in.includes(value);
  if (one.empty) return isEmpty(value);
  if (one.notEmpty) return !isEmpty(value);
  if (value === undefined) return false;
  return 'gt' in one ? (value as number) > (one.gt as number) : (value as string) <= (one.lte as string);
}

const HOLDS: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  ...{ lt: (a, b) => a < b, lte: (a, b) => a <= b, gt: (a, b) => a > b, gte: (a, b) => a >= b },
  ...{ after: (a, b) => a > b, before: (a, b) => a < b, eq: (a, b) => a === b, ne: (a, b) => a !== b },
};

/** The names of the fields that break a rule. */
function broken({ when, ...one }: TypeRule, page: Values, others: readonly Values[]): readonly string[] {
  if (when && !meets(when, page)) return [];
  if (one.require) return one.require.filter((name) => isEmpty(page[name]));
  if (one.unique) {
    const value = page[one.unique];
    return !isEmpty(value) && others.some((other) => other[one.unique!] === value) ? [one.unique] : [];
  }
  const value = page[one.field!];
  const length = Array.isArray(value) ? value.length : 0;
  if (one.count) return length < (one.count.min ?? 0) || length > (one.count.max ?? 99) ? [one.field!] : [];
  if (isEmpty(value)) return [];
  if (one.matches) return /^[a-z]$/.test(value as string) ? [] : [one.field!];
  const [[name, operand] = ['', undefined]] = Object.entries(one).filter(([key]) => key in HOLDS);
  const other = FIELDS.some((field) => field.name === operand) ? page[operand as string] : operand;
  // Texts and numbers are compared as they are.
  return isEmpty(other) || HOLDS[name]!(value as string, other as string) ? [] : [one.field!];
}

it('refuses exactly what a model of the rules refuses, whatever the rules and the pages', () => {
  const page = fc.tuple(values, fc.constantFrom('published', 'draft'));
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), fc.array(page, { minLength: 1, maxLength: 4 }), (rules, pages) => {
      const store = createStore();
      const forms = rules.map(({ severity, ...form }) => ({ ...form, ...(severity && { severity }) }));
      store.apply([
        update('content-types/event.yaml', { id: 1, name: 'Event', fieldsSchema: FIELDS, rules: forms }),
        ...pages.map(([fields, status], at) =>
          update(`pages/en/p${at}.yaml`, { id: at + 1, type: 'event', title: `P${at}`, status, fields }),
        ),
      ]);
      pages.forEach(([fields, status], at) => {
        const others = pages.flatMap(([other, state], index) => (index !== at && state === 'published' ? [other] : []));
        const expected = rules.flatMap(({ severity, ...form }, index) =>
          broken(form, fields, others).map(
            (name) => `${index} ${name} ${status === 'published' && severity !== 'warning'}`,
          ),
        );
        const found = judgeRecord('page', store.byKey('page', `en/p${at}`)!, { lookup: store, now: new Date(0) });
        expect(found.map(({ rule: id, path, refuses }) => `${id.split('.')[1]} ${path[1]} ${refuses}`)).toEqual(
          expected,
        );
      });
    }),
    { numRuns: effort(2000, 300) },
  );
});
