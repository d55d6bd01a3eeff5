import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from '../plantRepository.ts';
import { makePlace, runIn } from './quire.ts';

const TYPE = `name: Review
fieldsSchema:
  - { name: rating, type: stars, label: Rating }
`;
const page = (rating: number, id: number): string =>
  `id: ${id}\ntype: review\ntitle: A review\nstatus: published\ncreatedAt: 2026-01-05T09:00:00.000Z\nfields: { rating: ${rating} }\n`;

function makeReviews() {
  const place = makePlace({ withContent: false });
  writeFiles(place.contentDir, {
    'site.yaml': 'siteName: Reviews\n',
    'content-types/review.yaml': TYPE,
    'pages/en/a.yaml': page(3, 1),
    'pages/en/b.yaml': page(5, 2),
  });
  return { ...place, quire: (...args: readonly string[]) => runIn(place.folder, args, place.env) };
}

it('makes an extension that runs, with a test', async () => {
  const { folder, quire } = makeReviews();
  const made = await quire('extension', 'new', 'my-stars');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain("import myStars from './extensions/my-stars/index.ts';");
  expect(readdirSync(join(folder, 'extensions/my-stars')).sort()).toEqual(['index.test.ts', 'index.ts', 'panels']);
  expect(readFileSync(join(folder, 'extensions/my-stars/index.ts'), 'utf8')).toContain("name: 'my-stars'");
  const { code, stdout, stderr } = await quire('extension', 'test', 'extensions/my-stars/index.ts');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.replace(/sha256 \w{12}/, 'sha256')).toBe(
    [
      'extension my-stars 0.1.0 (sha256)',
      '  passed  rule short-title (2 calls)',
      '  passed  field stars: check (2 calls)',
      '  passed  field stars: toPublic (4 calls)',
      '  passed  field stars: summary (4 calls)',
      '  passed  test counts one to five stars',
      '  passed  test shows stars to the public as a text, too',
      '6 passed, 0 failed',
      '',
    ].join('\n'),
  );
});

it('serves what it has made', async () => {
  const { folder, quire } = makeReviews();
  await quire('extension', 'new', 'stars');
  writeFileSync(
    join(folder, 'quire.config.ts'),
    "import stars from './extensions/stars/index.ts';\nexport default { extensions: [stars] };\n",
  );
  const { code, stdout } = await quire('types', '--config', 'quire.config.ts');
  expect([code, stdout]).toEqual([0, expect.stringContaining('{ stars: number; text: string }')]);
});

it('makes nothing over what is there, and under no other names', async () => {
  const { quire } = makeReviews();
  await quire('extension', 'new', 'stars');
  expect(await quire('extension', 'new', 'stars')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is there already'),
  });
  expect(await quire('extension', 'new', '../stars')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must be lower case'),
  });
  expect((await quire('extension', 'make', 'stars')).code).toBe(2);
  expect((await quire('extension', 'test')).code).toBe(2);
});

it('tells what does not keep the laws', async () => {
  const { folder, quire } = makeReviews();
  const code = `let count = 0;
const busy = () => { const end = performance.now() + 25; while (performance.now() < end); return []; };
export default {
  name: 'bad', version: '1.0.0',
  rules: [
    { id: 'counts', types: ['review'], check: ({ at }) => [at('rating', 'is number ' + count++)] },
    { id: 'slow', types: ['review'], check: busy },
    { id: 'throws', types: ['review'], check: () => { throw new Error('too early'); } },
    { id: 'changes', types: ['review'], check: ({ fields }) => { fields.rating = 1; return []; } },
  ],
  fields: { stars: { base: 'integer', toPublic: () => 1n, merge: (base, ours) => ours } },
};
`;
  writeFiles(folder, { 'bad.ts': code, 'bad.test.ts': "export default { 'fails'() { throw new Error('indeed'); } };" });
  const { code: exit, stdout } = await quire('extension', 'test', 'bad.ts');
  expect(exit).toBe(1);
  const failures = [...stdout.matchAll(/^ {2}failed {2}(.*?)(?: \(\d+ calls?\))?\n {12}(.*)$/gm)].map(
    ([, part, failure]) => `${part}: ${failure}`,
  );
  expect(failures).toEqual([
    'rule counts: gives something else when it is called again',
    'rule slow: takes more than 20 ms',
    'rule throws: too early',
    expect.stringMatching(/^rule changes: Cannot assign to read only property/),
    'field stars: toPublic: Do not know how to serialize a BigInt',
    'field stars: merge: has merged differently with the sides swapped',
    'test fails: indeed',
  ]);
  expect(stdout).toContain('\n1 passed, 7 failed\n');
});

it('lists what a start would refuse', async () => {
  const { folder, quire } = makeReviews();
  writeFiles(folder, {
    'a.ts': "export default { name: 'a', version: '1', endpoints: [{ method: 'GET', path: '/a' }] };",
  });
  const { code, stderr } = await quire('extension', 'test', 'a.ts');
  expect(code).toBe(1);
  expect(stderr).toContain('extensions[0].endpoints[0].access must be "public", "viewer", "editor" or "admin"\n');
});
