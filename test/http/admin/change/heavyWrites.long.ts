import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeSite } from '../../../makeSite.ts';

const TYPE = 'id: 3\nname: Note\nfieldsSchema:\n  - { name: body, type: markdown, body: true }\n';
const PAGE = 'id: 4\ntype: note\ntitle: Note # kept\nstatus: published\n';
const VALUES = Array.from({ length: 20_000 }, (_, index) => index);

const HEAVY = [
  {
    what: 'a text full of signs',
    path: 'pages/en/heavy.md',
    file: `---\n${PAGE}---\n\nshort\n`,
    fields: { body: '\\`['.repeat(2_000) },
    says: '\\`['.repeat(2_000),
  },
  {
    what: 'one of many values',
    path: 'pages/en/heavy.yaml',
    file: `${PAGE}fields:\n  list: # kept too\n${VALUES.map((value) => `    - ${value} # ${value}\n`).join('')}`,
    fields: { list: VALUES.with(70, -1) },
    says: '    - 69 # 69\n    - -1 # 70\n',
  },
];

it.each(HEAVY)('SEC-36 other requests are answered while $what is written', async ({ path, file, fields, says }) => {
  const schema = `${TYPE}  - { name: list, type: json }\n`;
  const site = await makeSite({ 'content-types/note.yaml': schema, [path]: file });
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => post.mockRestore());
  // Thousands of bytes are decided by a thread: from then on somebody else is answered here.
  const isAsked = (): boolean =>
    post.mock.calls.some(([task]) => task !== null && Object.hasOwn(Object(task), 'decide'));
  const state = { answeredMeanwhile: 0, isSaved: false };
  const save = site.ask('PUT /admin/pages/4', { as: 'editor', body: { fields } }).finally(() => {
    state.isSaved = true;
  });
  while (!state.isSaved) {
    expect((await site.ask('GET /content/pages/heavy')).status).toBe(200);
    if (isAsked()) state.answeredMeanwhile += 1;
  }
  expect((await save).status).toBe(200);
  expect(state.answeredMeanwhile).toBeGreaterThan(0);
  expect(site.read(path)).toContain(says);
});
