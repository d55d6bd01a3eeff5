import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../../src/store/createStore.ts';
import { createFieldOrders, type FieldOrder } from '../../../src/store/page/fieldOrders.ts';
import type { FileUpdate } from '../../../src/store/store.ts';
import { collectGarbage } from '../../collectGarbage.ts';
import { countTurns } from '../../countTurns.ts';
import { runs } from '../../effort.ts';
import { removal, update } from '../siteFiles.ts';

const TYPE = 'content-types/event.yaml';
const FIELDS = [
  { name: 'seats', type: 'integer' },
  { name: 'host', type: 'page' },
];
const type = (fieldsSchema: readonly object[]): FileUpdate => update(TYPE, { id: 1, name: 'Event', fieldsSchema });
const page = (slug: string, id: number, values: object): FileUpdate =>
  update(`pages/en/${slug}.yaml`, { id, type: 'event', title: slug, ...values });

const fields = fc.record(
  { seats: fc.integer({ min: 0, max: 3 }), host: fc.constantFrom('en/a', 'en/b', 'en/c') },
  { requiredKeys: [] },
);
const slug = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.oneof(
  fc
    .record({ slug, type: fc.constantFrom('event', 'note'), title: fc.constantFrom('Anchor', 'Buoy', 'Chain'), fields })
    .map(({ slug: at, ...values }) => page(at, at.charCodeAt(0), values)),
  slug.map((at) => removal(`pages/en/${at}.yaml`)),
  fc.constantFrom(type(FIELDS), type(FIELDS.slice(0, 1))),
);
const order: fc.Arbitrary<FieldOrder> = fc.record({
  type: fc.constant('event'),
  field: fc.constantFrom('seats', 'host'),
  direction: fc.constantFrom('asc', 'desc'),
});

describe('the order of pages by a field', () => {
  it('is that of a list made anew, after any writes', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { maxLength: 15 }),
      fc.array(order, { minLength: 1, maxLength: 3 }),
      async (steps, asked) => {
        const store = createStore();
        const orders = createFieldOrders(store);
        store.apply([type(FIELDS)]);
        for (const one of steps) {
          // Asked for before, so that the write happens while the list is being made.
          const during = asked.map((each) => orders.get(each));
          store.apply([one]);
          await Promise.all(during);
          for (const each of asked)
            expect((await orders.get(each))?.map(({ key }) => key)).toEqual(
              (await createFieldOrders(store).get(each))?.map(({ key }) => key),
            );
        }
      },
    );
    await fc.assert(property, { numRuns: runs(60) });
  });

  it('keeps no old versions of pages', async () => {
    const store = createStore();
    const orders = createFieldOrders(store);
    store.apply([type(FIELDS), page('a', 1, {}), page('b', 2, { type: 'note' })]);
    expect(await orders.get({ type: 'event', field: 'seats', direction: 'asc' })).toHaveLength(1);
    const old = new WeakRef(store.byKey('page', 'en/b')!);
    store.apply([page('b', 2, { type: 'note', status: 'published' })]);
    await collectGarbage();
    expect(old.deref()).toBeUndefined();
  });

  it('SEC-36 is found in slices, so that others are served meanwhile', async () => {
    const store = createStore();
    const seats = (at: number): number => (at * 7919) % 4001;
    store.apply([
      type(FIELDS),
      ...Array.from({ length: 4000 }, (_, at) => page(`p${at}`, at + 1, { fields: { seats: seats(at) } })),
    ]);
    const asked: FieldOrder = { type: 'event', field: 'seats', direction: 'desc' };
    const { turns, value } = await countTurns(() => createFieldOrders(store).get(asked));
    expect(turns).toBeGreaterThan(1);
    expect(value?.slice(0, 3).map(({ data }) => data.fields['seats'])).toEqual([4000, 3999, 3998]);
  });
});
