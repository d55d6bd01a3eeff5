import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbers } from '../scripts/generate/model.ts';

const FIRST_ID = 1_500_000_000;
const PAGES = 50;
/** Older than all generated pages: the lists of the newest are to show ordinary ones. */
const SINCE = '2020-01-01T00:00:00.000Z';

/** The fields of both types below. */
export const LINK_FIELDS = ['to', 'also', 'story'];

/** Two page types with the same number of links: one links to pages, the other to outside addresses. */
const TYPES = {
  linked: {
    id: FIRST_ID,
    link: (at: number) => ({ page: `en/linked-${at}` }),
    href: (at: number) => `page:en/linked-${at}`,
  },
  unlinked: {
    id: FIRST_ID + 1,
    link: (at: number) => ({ url: `/linked-${at}` }),
    href: (at: number) => `/linked-${at}`,
  },
};

const storyOf = (hrefs: readonly string[]): object => ({
  type: 'doc',
  content: hrefs.map((href) => ({
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Ships leave at dawn and are back before the tide turns; see ' },
      { type: 'text', text: 'what they carry', marks: [{ type: 'link', attrs: { href } }] },
    ],
  })),
});

/** Adds fifty published pages of each type, with two link fields and a text of four links each, in a commit. */
export function addLinkedPages(contentDir: string): void {
  const write = (path: string, value: object): void => writeFileSync(join(contentDir, path), JSON.stringify(value));
  const fieldsSchema = LINK_FIELDS.map((name) => ({ name, type: name === 'story' ? 'richtext' : 'link' }));
  mkdirSync(join(contentDir, 'pages/en'), { recursive: true });
  for (const [type, { id, link, href }] of Object.entries(TYPES)) {
    write(`content-types/${type}.json`, { id, name: type, fieldsSchema });
    for (const at of numbers(PAGES)) {
      const near = [1, 2, 3, 4].map((step) => 1 + ((at + step) % PAGES));
      write(`pages/en/${type}-${at}.json`, {
        ...{ id: id + 2 * at, type, title: `${type} ${at}`, status: 'published' },
        ...{ createdAt: SINCE, publishedAt: SINCE },
        fields: { to: link(near[0]!), also: link(near[1]!), story: storyOf(near.map(href)) },
      });
    }
  }
  const git = (...args: readonly string[]): Buffer => execFileSync('git', args, { cwd: contentDir });
  git('add', '--all');
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '--message=Add linked pages');
}
