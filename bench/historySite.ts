import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';

interface Options {
  readonly out: string;
  readonly pages: number;
  readonly commits: number;
}

const START = Date.parse('2020-01-01T00:00:00.000Z');
const STEP_MS = 20 * 60 * 1000;
/** No common divisor with the usual numbers of pages: every page gets its turn. */
const STRIDE = 7919;

const pathOf = (page: number): string => `pages/en/_${(page % 256).toString(16).padStart(2, '0')}/page-${page}.yaml`;

const textOf = (page: number, version: number): string =>
  `id: ${page}\ntype: article\ntitle: Page ${page}, version ${version}\nstatus: published\ncreatedAt: 2020-01-01T00:00:00.000Z\nfields:\n  summary: ${`What stands on page ${page}. `.repeat(20)}\n  version: ${version}\n`;

/**
 * Every other commit is Quire's own, the others are a developer's. None is sealed, as on a server without the key: the
 * records of all of them must be read from the files.
 */
function commitOf(index: number, page: number): string {
  const at = new Date(START + index * STEP_MS);
  const date = `${at.getTime() / 1000} +0000`;
  const isOwn = index % 2 === 0;
  const committer = isOwn ? 'Quire <quire@quire.invalid>' : 'A Developer <dev@example.org>';
  const trailers = `Quire-Action: page.update\nQuire-Record: page/${page} en/page-${page}\nQuire-Actor: user/1\nQuire-Time: ${at.toISOString()}`;
  const message = isOwn ? `Update page ${page}\n\nNo. ${index}\n\n${trailers}\n` : `Edit page ${page} by hand\n`;
  return `commit refs/heads/main\nauthor Ada <ada@example.org> ${date}\ncommitter ${committer} ${date}\n${data(message)}`;
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
const file = (path: string, text: string): string => `M 100644 inline ${path}\n${data(text)}`;

/** Makes a repository with one commit of all pages, and further commits that each change one page. */
export async function makeHistory({ out, pages, commits }: Options): Promise<void> {
  mkdirSync(out, { recursive: true });
  const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd: out, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  const child = spawn('git', ['fast-import', '--quiet'], { cwd: out, stdio: ['pipe', 'ignore', 'inherit'] });
  const write = async (text: string): Promise<void> => {
    if (!child.stdin.write(text)) await once(child.stdin, 'drain');
  };
  await write(commitOf(1, 0));
  await write(file('content-types/article.yaml', 'id: 1\nname: Article\n'));
  await write(file('.gitattributes', '* -text -filter -ident -working-tree-encoding\n'));
  for (let page = 1; page <= pages; page++) await write(file(pathOf(page), textOf(page, 0)));
  for (let index = 2; index <= commits; index++) {
    const page = ((index * STRIDE) % pages) + 1;
    await write(commitOf(index, page));
    await write(file(pathOf(page), textOf(page, index)));
  }
  child.stdin.end();
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  git('reset', '--quiet', '--hard', 'main');
}
