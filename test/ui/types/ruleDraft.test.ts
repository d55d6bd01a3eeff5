import { describe, expect, it } from 'vitest';
import {
  addTest,
  readConditionList,
  writeConditionList,
} from '../../../src/ui/screens/types/fields/condition/conditionList.ts';
import {
  draftRule,
  RULE_SUBJECTS,
  subjectOf,
  withOption,
  withSubject,
} from '../../../src/ui/screens/types/rules/ruleDraft.ts';
import type { Field } from '../../../src/ui/wire/interface.ts';

const FIELDS: readonly Field[] = [
  { name: 'isbn', type: 'text' },
  { name: 'begins', type: 'datetime' },
  { name: 'ends', type: 'datetime' },
  { name: 'gallery', type: 'gallery' },
];

describe('a rule', () => {
  it.each([
    [{ field: 'ends', after: 'begins' }, 'compare'],
    [{ field: 'ends', after: 'begins', before: '2027-01-01' }, null],
    [{ field: 'price', gte: 0, severity: 'warning', message: 'x', drafts: true, when: {} }, 'compare'],
    [{ unique: 'isbn', per: 'locale' }, 'unique'],
    [{ require: ['isbn'] }, 'require'],
    [{ require: 'isbn' }, null],
    [{ field: 'gallery', count: { min: 1 } }, 'count'],
    [{ field: 'gallery', count: 5 }, null],
    [{ field: 'isbn', matches: '^a' }, 'matches'],
    [{ field: 'isbn' }, null],
    [{}, null],
  ])('%j is about %j', (rule, subject) => {
    expect(subjectOf(rule)).toBe(subject);
  });

  it.each(RULE_SUBJECTS)('is made for a field that it can be about: %s', (subject) => {
    const rule = draftRule(subject, FIELDS)!;
    expect(subjectOf(rule)).toBe(subject);
    expect(draftRule(subject, [])).toBeUndefined();
  });

  it('keeps its condition and words when it becomes another one', () => {
    const rule = { unique: 'isbn', message: 'x', when: { field: 'isbn', notEmpty: true } };
    expect(withSubject(rule, { require: ['isbn'] })).toEqual({ require: ['isbn'], message: 'x', when: rule.when });
    expect(withOption(rule, 'message', undefined)).toEqual({ unique: 'isbn', when: rule.when });
  });
});

describe('several conditions', () => {
  const a = { field: 'isbn', equals: 'x' };
  const b = { field: 'ends', gt: '2026-01-01' };

  it.each([
    [undefined, 'all', 0],
    [a, 'all', 1],
    [{ all: [a, b] }, 'all', 2],
    [{ any: [a, b] }, 'any', 2],
    [{ not: a }, 'none', 1],
    [{ not: { any: [a, b] } }, 'none', 2],
  ])('%j are read and written as they were', (condition, join, count) => {
    const list = readConditionList(condition)!;
    expect([list.join, list.tests.length]).toEqual([join, count]);
    expect(writeConditionList(list)).toEqual(condition);
  });

  it.each([[{ all: [{ any: [a] }] }], [{ not: { all: [a, b] } }], [{ field: 'isbn', equals: 'x', all: [b] }], [5]])(
    '%j are only edited as JSON',
    (condition) => {
      expect(readConditionList(condition)).toBeNull();
    },
  );

  it('get one more', () => {
    expect(addTest(a, FIELDS[1]!)).toMatchObject({ all: [a, { field: 'begins' }] });
    expect(addTest(undefined, FIELDS[0]!)).toMatchObject({ field: 'isbn' });
  });
});
