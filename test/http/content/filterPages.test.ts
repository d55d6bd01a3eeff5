import { expect, it } from 'vitest';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import { readWhole } from '../../../src/http/content/readWhole.ts';
import { filterPages } from '../../../src/http/filterPages.ts';
import type { Page } from '../../../src/model/entities/page.ts';
import type { Entry } from '../../../src/model/entry.ts';
import { createPageTest } from '../../../src/view/filter.ts';
import type { PublicContent } from '../../../src/view/publicContent.ts';

const CONDITION = [{ field: 'name', operator: 'eq', text: 'yes' }] as const;
/** Only fields of a type can be filtered by. */
const TYPE = { data: { fieldsSchema: [{ name: 'name', type: 'text' }] } };

/** Pages whose values take two milliseconds to read, and content that changes before each of these slices. */
function makeContent(changesAt: readonly number[]) {
  let [version, slices] = [0, 0];
  let edition = { endsAt: 1 };
  const pageOf = (id: number): Entry<Page> =>
    ({
      id,
      data: {
        type: 'plain',
        get fields() {
          const until = performance.now() + 2;
          while (performance.now() < until);
          return { name: 'yes', version };
        },
      },
    }) as unknown as Entry<Page>;
  const tick = (): void => {
    slices += 1;
    if (!changesAt.includes(slices)) return;
    version += 1;
    edition = { endsAt: 1 };
  };
  const timer = setInterval(tick, 0);
  return {
    content: { code: BUILT_IN_CODE, edition: () => edition, byKey: () => TYPE } as unknown as PublicContent,
    list: () => Array.from({ length: 20 }, (_, at) => pageOf(version * 100 + at)),
    stop: () => clearInterval(timer),
  };
}

const find = (content: PublicContent, list: () => readonly Entry<Page>[]) =>
  readWhole(content, (isOver) => filterPages(list(), { createTest: () => createPageTest(CONDITION, content), isOver }));

const versionsOf = (pages: readonly Entry<Page>[]): ReadonlySet<number> =>
  new Set(pages.map(({ id }) => Math.floor(id / 100)));

it('SEC-36 filters pages in slices, and begins again if the content has changed meanwhile', async () => {
  const { content, list, stop } = makeContent([2]);
  const found = await find(content, list);
  stop();
  expect([found.length, [...versionsOf(found)]]).toEqual([20, [1]]);
});

it('SEC-36 ends even if the content changes all the time', async () => {
  const { content, list, stop } = makeContent(Array.from({ length: 10_000 }, (_, at) => at));
  const found = await find(content, list);
  stop();
  expect([found.length, versionsOf(found).size]).toEqual([20, 1]);
});
