import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Page } from '../../../src/model/entities/page.ts';
import { dueChange, isPublic, nextPublicChange } from '../../../src/model/page/isPublic.ts';
import { runs } from '../../effort.ts';

const T = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const at = (second: number, milliseconds = 0): Date => new Date(Date.parse(T(second)) + milliseconds);
const page = (values: Partial<Page>): Page => ({ status: 'published', ...values }) as Page;

it.each([
  ['draft', false],
  ['archived', false],
  ['published', true],
] as const)('a page that is %s is public: %s', (status, expected) => {
  expect(isPublic(page({ status }), at(0))).toBe(expected);
});

it('a scheduled page is public from exactly that moment on', () => {
  const scheduled = page({ scheduledAt: T(10) });
  expect([at(10, -1), at(10), at(10, 1)].map((now) => isPublic(scheduled, now))).toEqual([false, true, true]);
});

it('a page is public until just before the moment it is to be unpublished', () => {
  const ending = page({ unpublishAt: T(10) });
  expect([at(10, -1), at(10), at(10, 1)].map((now) => isPublic(ending, now))).toEqual([true, false, false]);
});

it('a page that ends before it begins is never public', () => {
  const never = page({ scheduledAt: T(10), unpublishAt: T(5) });
  expect([4, 5, 7, 10, 11].some((second) => isPublic(never, at(second)))).toBe(false);
});

it('a draft is not public by its schedule alone, but is due to be published at that time', () => {
  expect(isPublic(page({ status: 'draft', scheduledAt: T(1) }), at(5))).toBe(false);
  expect(nextPublicChange(page({ status: 'draft', scheduledAt: T(10), unpublishAt: T(7) }), at(5))).toBe(T(10));
  expect(nextPublicChange(page({ status: 'archived', scheduledAt: T(10) }), at(5))).toBeUndefined();
});

it.each<[string, Partial<Page>, ReturnType<typeof dueChange>]>([
  ['a draft before its time', { status: 'draft', scheduledAt: T(11) }, null],
  ['a draft at its time', { status: 'draft', scheduledAt: T(10) }, 'publish'],
  ['a draft whose time is over already', { status: 'draft', scheduledAt: T(5), unpublishAt: T(9) }, 'expire'],
  ['a draft with an end alone', { status: 'draft', unpublishAt: T(9) }, null],
  ['a published page at its end', { unpublishAt: T(10) }, 'unpublish'],
  ['a published page before its end', { unpublishAt: T(11) }, null],
  ['a published page whose time has come', { scheduledAt: T(9) }, null],
  ['an archived page', { status: 'archived', scheduledAt: T(9), unpublishAt: T(10) }, null],
])('the change that is due: %s', (_, values, expected) => {
  expect(dueChange(page(values), at(10))).toBe(expected);
});

it('without a write nothing changes before the next public change', () => {
  const second = fc.integer({ min: 0, max: 20 });
  const time = fc.option(second.map(T), { nil: undefined });
  const some = fc.record({
    status: fc.constantFrom('draft', 'published', 'archived'),
    scheduledAt: time,
    unpublishAt: time,
  });
  fc.assert(
    fc.property(some, second, (values, start) => {
      const one = page(values as Partial<Page>);
      const told = nextPublicChange(one, at(start));
      const changes = Array.from({ length: 25 }, (_, index) => index).filter(
        (later) => later > start && isPublic(one, at(later)) !== isPublic(one, at(later - 1)),
      );
      if (changes[0] !== undefined) expect(told! <= T(changes[0])).toBe(true);
      if (told !== undefined) expect(told > T(start)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
