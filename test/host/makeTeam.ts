import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDisk, type Disk } from '../git/failingFs.ts';
import { type GitHost, makeGitHost, runGit } from '../git/remote/makeGitHost.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { makeServerToKill, type ServerToKill } from './serverToKill.ts';

/** A developer's clone of what the host has. */
export interface Clone {
  readonly dir: string;
  git(...args: readonly string[]): string;
  read(path: string): string;
  /** Commits these files (null: removed) and pushes them. */
  push(files: Readonly<Record<string, string | null>>, subject?: string, ...options: readonly string[]): string;
}

export interface Team {
  readonly host: GitHost;
  /** A server that is told when to look at the host. */
  readonly site: Site;
  clone(): Clone;
  /** Lets the server sync. @returns its status */
  sync(): Promise<Standing>;
  /** Another server of the same host, on a clone of its own that has the first commit. */
  server(env?: Readonly<Record<string, string>>): Promise<Pick<Team, 'site' | 'sync'> & { readonly disk: Disk }>;
  /** The same in a process of its own, that can be killed. */
  serverToKill(): Promise<ServerToKill & Pick<Team, 'sync'>>;
  /** Where the first server keeps its files. */
  readonly disk: Disk;
}

// biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
type Standing = any;

export const PAGE = 'pages/en/about.yaml';
export const TEXT = `id: 12
type: article
title: About us
status: published
fields:
  summary: Who we are
`;
export const FILES: Readonly<Record<string, string>> = {
  'site.yaml': 'siteName: Harbour\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: body, type: textarea }\n',
  [PAGE]: TEXT,
};

interface Options {
  /** The git host; one of its own by default. */
  readonly host?: GitHost;
  readonly env?: Readonly<Record<string, string>>;
  readonly subfolder?: string;
  readonly usesNativeGit?: boolean;
  /** How the server reaches the host; by default its folder. */
  readonly address?: (host: GitHost) => string;
  readonly files?: Readonly<Record<string, string>>;
  /** How long the host may be silent. */
  readonly hostSilentMs?: number;
}

/** A git host, and a server on a clone of its site. */
export async function makeTeam({
  host: givenHost,
  env = {},
  address = ({ dir }) => dir,
  files = FILES,
  ...options
}: Options = {}): Promise<Team> {
  const host = givenHost ?? (await makeGitHost());
  const settings = { GIT_REMOTE: address(host), GIT_SYNC_INTERVAL: '0', ...env };
  const server: Team['server'] = async (more = {}) => {
    const disk = createDisk();
    // The same files make the same first commit.
    const site = await makeSite(files, { ...options, fs: disk.fs, env: { ...settings, ...more } });
    const sync = syncOf(site);
    await sync();
    return { site, sync, disk };
  };
  const serverToKill: Team['serverToKill'] = async () => {
    const made = await makeServerToKill(files, settings);
    const sync = syncOf(made.site);
    await sync();
    return { ...made, sync };
  };
  return { host, server, serverToKill, ...(await server()), clone: () => makeClone(host.dir) };
}

const syncOf = (site: Pick<Site, 'ask'>) => async (): Promise<Standing> =>
  (await askAgain(site, 'POST /admin/sync', { as: 'admin' })).body.data;

/**
 * Asks a server, again if the connection breaks: a kept connection may just have been closed, because a whole game runs
 * in one process that git blocks.
 */
export async function askAgain(site: Pick<Site, 'ask'>, ...request: Parameters<Site['ask']>): ReturnType<Site['ask']> {
  try {
    return await site.ask(...request);
  } catch (error) {
    if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error;
    return site.ask(...request);
  }
}

export function makeClone(from: string): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'quire-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, 'clone');
  runGit(folder, 'clone', '--quiet', '--template=', from, dir);
  const git = (...args: readonly string[]): string => runGit(dir, ...args);
  return {
    ...{ dir, git },
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    push(files, subject = 'A change', ...options) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        if (text === null) rmSync(join(dir, path));
        else writeFileSync(join(dir, path), text);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', `--message=${subject}`);
      git('push', '--quiet', ...options, 'origin', 'HEAD');
      return git('rev-parse', 'HEAD');
    },
  };
}

/** The problems that git reports in a repository; none if all is in order. */
export const troubles = (git: (...args: readonly string[]) => string): readonly string[] =>
  [git('fsck', '--strict', '--no-dangling'), git('status', '--porcelain')].map((text) => text.trim()).filter(Boolean);
