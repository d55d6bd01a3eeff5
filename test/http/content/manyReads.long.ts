import { expect, it } from 'vitest';
import { makeSite } from '../../makeSite.ts';

const CLIENTS = 100;
const PAGES = 120;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

const TYPE =
  'id: 1\nname: Essay\nfieldsSchema:\n  - { name: body, type: richtext }\n  - { name: see, type: reference }\n';

/** A text of six hundred nodes: expensive enough to show whether long work is done in slices. */
const page = (id: number): string => {
  const paragraph = (at: number) => ({ type: 'paragraph', content: [{ type: 'text', text: `Line ${at} of ${id}` }] });
  const fields = { body: { type: 'doc', content: numbers(200).map(paragraph) }, see: `en/essay-${(id % PAGES) + 1}` };
  return JSON.stringify({ id, type: 'essay', title: `Essay ${id}`, status: 'published', fields });
};

const FILES = {
  'content-types/essay.yaml': TYPE,
  ...Object.fromEntries(numbers(PAGES).map((id) => [`pages/en/essay-${id}.json`, page(id)])),
};

/** The most expensive public requests, with another answer for each client. */
const DEAR: readonly ((client: number) => string)[] = [
  (client) => `pages?limit=50&offset=${client % 70}&expand=reference`,
  (client) => `pages?limit=50&filter[body][contains]=${client}&expand=reference`,
  (client) => `graphql?query=${encodeURIComponent(`{ p${client}: pages(limit: 50) { data { id fields } } }`)}`,
];

it('SEC-36 others are answered while a hundred clients send the most expensive requests at once', async () => {
  const site = await makeSite(FILES);
  const state = { left: CLIENTS, answeredMeanwhile: 0 };
  const get = async (path: string): Promise<number> => {
    const response = await fetch(`${site.url}/api/content/${path}`);
    await response.arrayBuffer();
    return response.status;
  };
  const asked = numbers(CLIENTS).map((client) =>
    get(DEAR[client % DEAR.length]!(client)).finally(() => {
      state.left -= 1;
    }),
  );
  while (state.left > 0) {
    expect(await get('pages/essay-1')).toBe(200);
    state.answeredMeanwhile += 1;
  }
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  // About fifty-five; thirty if each were answered in one turn.
  expect(state.answeredMeanwhile).toBeGreaterThan(40);
});
