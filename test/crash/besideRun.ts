import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from './serverProcess.ts';
import { logIn, requireSound } from './siteProcess.ts';

export interface BesideReport {
  readonly acknowledged: number;
  readonly refused: number;
  readonly commandsRun: number;
  readonly commandsRefused: number;
  /** Acknowledged commits that a developer's command removed from the branch; each is kept by refs/quire/lost or a branch. */
  readonly takenOut: number;
}

interface Options {
  readonly seconds: number;
  readonly writesPerSecond?: number;
  random?(): number;
}

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'correct horse' };
const PAGES = 20;
/** The change that one write in three goes to; one in ten publishes it. */
const CHANGE = 'beside';
const CHANGE_REF = `refs/heads/change/${CHANGE}`;

/** A developer who works with native git in the server's folder. */
function createDeveloper(content: string, random: () => number) {
  const counts = { run: 0, refused: 0 };
  const git = (...args: readonly string[]): string => {
    counts.run += 1;
    try {
      return execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', ...args], {
        cwd: content,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch {
      // Git may refuse while the server holds its locks, or while the developer's own files are in the way.
      counts.refused += 1;
      return '';
    }
  };
  const note = join(content, 'menus', 'dev.yaml');
  const edit = (): void => writeFileSync(note, `name: Notes ${random()}\n`);
  const commands: readonly (() => void)[] = [
    () => {
      edit();
      git('commit', '--quiet', '--message=Note', '--', 'menus/dev.yaml');
    },
    () => {
      edit();
      git('commit', '--quiet', '--all', '--message=All');
    },
    () => {
      git('checkout', '--quiet', '-B', 'side');
      git('checkout', '--quiet', 'main');
    },
    () => void git('reset', '--quiet', '--hard', 'HEAD~1'),
    () => void git('reset', '--quiet', '--soft', 'HEAD~1'),
    () => {
      edit();
      git('stash', '--quiet');
      git('stash', 'pop', '--quiet');
    },
    () => {
      git('checkout', '--quiet', '-B', 'topic', 'HEAD~1');
      edit();
      git('commit', '--quiet', '--message=Topic', '--', 'menus/dev.yaml');
      git('rebase', '--quiet', 'main');
      git('rebase', '--abort');
      git('checkout', '--quiet', 'main');
    },
    () => void git('gc', '--quiet'),
    () => void git('repack', '--quiet', '-ad'),
    () => void git('pack-refs', '--all'),
    () => {
      const tip = git('rev-parse', '--verify', '--quiet', CHANGE_REF).trim();
      const commit = tip && git('commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'By hand').trim();
      if (commit) git('update-ref', CHANGE_REF, commit, tip);
    },
  ];
  return {
    counts,
    git,
    act: () => commands[Math.floor(random() * commands.length)]?.(),
    /** Finishes half-done commands, so that the state can be checked. */
    settle() {
      git('rebase', '--abort');
      git('checkout', '--quiet', '--force', 'main');
      git('reset', '--quiet', '--hard');
      git('stash', 'clear');
    },
  };
}

/**
 * Lets a server write to the live site and to a change, and publish it, while a developer commits, switches, resets,
 * stashes, rebases and packs in the same folder, and commits to the change. Throws if the repository is damaged or an
 * acknowledged commit is neither in a branch nor kept for a report.
 */
export async function runBeside({
  seconds,
  writesPerSecond = 10,
  random = Math.random,
}: Options): Promise<BesideReport> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-beside-'));
  try {
    const content = join(folder, 'content');
    makeContent(content);
    const server = await startProcess({ ...ADMIN, CONTENT_DIR: content, PRIVATE_DIR: join(folder, 'private') });
    const token = await logIn(server.url, ADMIN);
    const developer = createDeveloper(content, random);
    const end = performance.now() + seconds * 1000;
    const commits: string[] = [];
    let refused = 0;
    let counter = 0;

    async function ask(method: string, path: string, body: object, change?: string): Promise<number> {
      const response = await fetch(`${server.url}/api/admin${path}`, {
        method,
        headers: {
          ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(change && { 'Quire-Change': change }),
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const commit = response.headers.get('x-commit');
      if (response.ok && commit) commits.push(commit);
      else if ([404, 409, 503].includes(response.status)) refused += 1;
      else if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
      return response.status;
    }
    async function writeOnce(): Promise<void> {
      counter += 1;
      const path = `/pages/${1 + (counter % PAGES)}`;
      const body = { title: `Title ${counter}` };
      if (counter % 10 === 0) await ask('POST', `/changes/${CHANGE}/publish`, {});
      else if (counter % 3 !== 0) await ask('PUT', path, body);
      // Published, or never started.
      else if ((await ask('PUT', path, body, CHANGE)) === 404) await ask('POST', '/changes', { title: CHANGE });
    }
    async function write(): Promise<void> {
      while (performance.now() < end) {
        const next = new Promise((resolve) => setTimeout(resolve, 1000 / writesPerSecond));
        await writeOnce();
        await next;
      }
    }
    async function develop(): Promise<void> {
      while (performance.now() < end) {
        developer.act();
        await new Promise((resolve) => setTimeout(resolve, 50 + random() * 200));
      }
    }
    await Promise.all([write(), develop()]);
    developer.settle();
    // One more write makes the server look where HEAD is now.
    await ask('PUT', '/pages/1', { title: 'The last one' });
    if ((await server.stop()) !== 0) throw new Error('The server did not stop in order');
    requireSound(content);
    const takenOut = requireKept(content, commits);
    const { run, refused: commandsRefused } = developer.counts;
    return { acknowledged: commits.length, refused, commandsRun: run, commandsRefused, takenOut };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function makeContent(content: string): void {
  for (const name of ['content-types', 'pages/en', 'menus']) mkdirSync(join(content, name), { recursive: true });
  writeFileSync(join(content, 'content-types', 'plain.yaml'), 'id: 1\nname: Plain\n');
  writeFileSync(join(content, 'menus', 'dev.yaml'), 'name: Notes\n');
  for (let id = 1; id <= PAGES; id += 1) {
    writeFileSync(join(content, 'pages', 'en', `page-${id}.yaml`), `id: ${id}\ntype: plain\ntitle: Page ${id}\n`);
  }
}

/**
 * Counts the acknowledged commits that are no longer in the branch. Throws unless each is kept by a branch or as lost, or
 * a developer has made other commits of its changes: by a rebase, or by `git reset --soft` and a commit.
 */
function requireKept(content: string, commits: readonly string[]): number {
  const lines = (...args: readonly string[]): readonly string[] =>
    execFileSync('git', args, { cwd: content, encoding: 'utf8', maxBuffer: 1 << 28 })
      .split('\n')
      .filter(Boolean);
  /** The changes of files by commits, each as `<blob> <status> <path>`. */
  const valuesOf = (...args: readonly string[]): readonly string[] =>
    lines('log', '--raw', '--no-abbrev', '-m', '--first-parent', '--root', '--format=', ...args).map((line) =>
      line.split(' ').slice(3).join(' '),
    );
  const refs = ['--branches', '--glob=refs/quire'];
  const inBranch = new Set(lines('rev-list', 'HEAD'));
  const kept = new Set(lines('rev-list', ...refs));
  const gone = commits.filter((commit) => !inBranch.has(commit));
  const unreported = gone.filter((commit) => !kept.has(commit));
  const values = new Set(unreported.length > 0 ? valuesOf(...refs) : []);
  const lost = unreported.filter((commit) => !valuesOf('-1', commit).every((value) => values.has(value)));
  if (lost.length > 0) {
    const shown = lost.flatMap((commit) => lines('show', '--format=%H %cI %P%n%B', commit)).join('\n');
    throw new Error(`Acknowledged commits are gone without a report:\n${shown}`);
  }
  return gone.length;
}
