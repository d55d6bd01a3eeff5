import { expect, it } from 'vitest';
import type { Redirect } from '../../../src/features/redirects/entity.ts';
import { redirectsFor } from '../../../src/features/redirects/followAddresses.ts';
import type { RecordDraft } from '../../../src/write/action.ts';
import { changing, presentOfFiles } from '../../write/presentOfFiles.ts';

const page = (id: number) =>
  `id: ${id}\ntype: story\ntitle: Page ${id}\nstatus: published\npublishedAt: 2024-01-01T00:00:00.000Z\n`;
const { lookup } = presentOfFiles({
  'content-types/story.yaml': 'id: 1\nname: Story\nfieldsSchema: []\n',
  'pages/en/harbour.yaml': page(1),
  'pages/en/ferry.yaml': page(2),
  'redirects/old.yaml': 'id: 1\nfromPath: /old\ntoPath: /harbour\n',
});

const plan = (drafts: readonly RecordDraft[]) => {
  let id = 100;
  const context = { lookup, now: new Date('2026-01-01T00:00:00Z'), actor: {}, nextId: () => id++ };
  const action = { name: 'page.update', plan: () => drafts };
  return redirectsFor(drafts, context as unknown as Parameters<typeof redirectsFor>[1], action);
};
const said = (drafts: readonly RecordDraft[]) =>
  drafts.map(({ kind, after }) => {
    // All that are planned here are redirects that stay.
    const { fromPath, toPath } = after!.data as Redirect;
    return `${kind} ${fromPath} to ${toPath}`;
  });

/** A draft that only follows and whose data must not be read. */
const unasked = (): RecordDraft => {
  const following = { ...changing(lookup, 'page', 'en/ferry', {}), follows: true } as RecordDraft;
  return {
    ...following,
    get after(): never {
      throw new Error('Asked what a page holds that only mentions what moves');
    },
  } as unknown as RecordDraft;
};

it('finds the redirects of a moving page without looking at the pages that mention it', () => {
  const moved = changing(lookup, 'page', 'en/harbour', { slug: 'port' });
  const alone = said(plan([moved]));
  expect(alone).toEqual(['redirect /old to /port', 'redirect /harbour to /port']);
  expect(said(plan([moved, unasked(), unasked()]))).toEqual(alone);
});

it('leaves alone a redirect that the same write changes', () => {
  const moved = changing(lookup, 'page', 'en/harbour', { slug: 'port' });
  const changed = changing(lookup, 'redirect', 'old', { toPath: '/elsewhere' });
  expect(said(plan([moved, changed]))).toEqual(['redirect /harbour to /port']);
});
