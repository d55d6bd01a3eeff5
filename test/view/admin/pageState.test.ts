import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Page } from '../../../src/model/entities/page.ts';
import { isInState, PAGE_STATES } from '../../../src/view/admin/pageState.ts';
import type { TranslationState } from '../../../src/view/admin/translationState.ts';
import { EARLIER, LATER, NOW, pageFile, siteInMemory } from '../siteInMemory.ts';

const page = siteInMemory({ 'pages/en/a.yaml': pageFile({ id: 1 }) }).store.get('page', 1)!;

const statesOf = (
  values: Partial<Page>,
  { drafts = [1], changed = [] as readonly number[], state = undefined as TranslationState | undefined } = {},
) => {
  const scope = {
    now: new Date(NOW),
    inScheduledChange: new Set(changed),
    hasDraft: ({ id }: { id: number }) => drafts.includes(id),
    translations: { stateOf: () => state },
  };
  return PAGE_STATES.filter((state) => isInState(state, { ...page, data: { ...page.data, ...values } }, scope));
};

it.each([
  [{ status: 'published' }, ['live', 'waiting']],
  [{ status: 'published', scheduledAt: NOW }, ['live', 'waiting']],
  [{ status: 'published', scheduledAt: LATER }, ['draft', 'scheduled']],
  [{ status: 'published', unpublishAt: NOW }, ['offline']],
  [{ status: 'published', unpublishAt: LATER }, ['live', 'scheduled', 'waiting']],
  [{ status: 'draft' }, ['draft']],
  [{ status: 'draft', scheduledAt: LATER }, ['draft', 'scheduled']],
  [{ status: 'draft', scheduledAt: EARLIER }, ['draft']],
  [{ status: 'draft', publishedAt: EARLIER }, ['offline']],
  [{ status: 'draft', publishedAt: LATER }, ['draft']],
  [{ status: 'draft', publishedAt: EARLIER, scheduledAt: LATER }, ['scheduled', 'offline']],
  [{ status: 'archived' }, ['offline']],
  [{ status: 'archived', scheduledAt: LATER }, ['offline']],
] as const)('a page with %j is %j', (values, expected) => {
  expect(statesOf(values)).toEqual(expected);
});

it('a translation is out of date once its source has changed, live or not', () => {
  expect(statesOf({}, { drafts: [], state: 'outdated' })).toEqual(['live', 'outdated']);
  expect(statesOf({ status: 'draft' }, { state: 'current' })).toEqual(['draft']);
});

it('a page waits only with a draft of its own, and is scheduled with a change that alters it', () => {
  expect(statesOf({}, { drafts: [2] })).toEqual(['live']);
  expect(statesOf({}, { drafts: [], changed: [2] })).toEqual(['live']);
  expect(statesOf({}, { drafts: [], changed: [1] })).toEqual(['live', 'scheduled']);
  expect(statesOf({ status: 'archived' }, { changed: [1] })).toEqual(['scheduled', 'offline']);
});

it('every page is either live, or offline, or a draft', () => {
  const time = fc.option(fc.constantFrom(EARLIER, NOW, LATER), { nil: undefined });
  const values = fc.record({
    status: fc.constantFrom('draft' as const, 'published' as const, 'archived' as const),
    ...{ scheduledAt: time, unpublishAt: time, publishedAt: time },
  });
  fc.assert(
    fc.property(values, (one) => {
      const states = statesOf(one as Partial<Page>);
      expect(states.filter((state) => state === 'live' || state === 'offline' || state === 'draft')).toHaveLength(1);
      expect(states.includes('waiting')).toBe(states.includes('live'));
    }),
  );
});
