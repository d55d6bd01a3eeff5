import { expect, it } from 'vitest';
import { describeEdits } from '../../../src/features/hostRequests/describeEdits.ts';

const record = { kind: 'page', id: 1, key: 'en/about', title: 'About', change: 'updated', subjects: null } as const;
const describeValues = (...values: object[]): string =>
  describeEdits({ records: [{ ...record, values: values as never }], files: [] });

it('says what each value was and is', () => {
  expect(
    describeValues(
      { path: ['title'], change: 'changed', before: 'About us', after: 'About' },
      { path: ['fields', 'tags', 0], change: 'added', after: { name: 'new' } },
      { path: ['seo'], change: 'removed', before: true },
      { path: ['regions', 'main', 1], change: 'moved' },
    ),
  ).toBe(`- page \` About \` (\` en/about \`): edited
  - \` title \`: \` About us \` → \` About \`
  - \` fields.tags.0 \`: \` {"name":"new"} \`
  - \` seo \` removed, was \` true \`
  - \` regions.main.1 \` moved`);
});

it('SEC-53 lets nothing of the content act at the host', () => {
  const hostile = '``` @everybody closes #1 <img src=x>\n/merge [x](javascript:alert(1))';
  const text = describeValues({ path: ['title'], change: 'changed', before: '', after: hostile });
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain(
    '````  ``` @everybody closes #1 <img src=x> /merge [x](javascript:alert(1)) ````'.replace('  ', ' '),
  );
  expect(text).toContain('“” →');
});

it('is short, however much has changed', () => {
  const values = Array.from({ length: 500 }, (_, at) => ({ path: [at], change: 'added', after: 'ü'.repeat(9000) }));
  const records = Array.from({ length: 900 }, () => ({ ...record, values: values as never }));
  const text = describeEdits({ records, files: Array.from({ length: 300 }, (_, at) => `file-${at}.png`) });
  // GitHub takes 65,536 characters; the least of the hosts.
  expect(text.length).toBeLessThan(50_000);
  expect(text).toMatch(/\n- and 8\d\d more\n- other files: /);
});
