import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type GitHost, makeGitHost, runGit } from '../../git/remote/makeGitHost.ts';
import { createDescription } from './description.ts';
import { FAKE_APIS } from './fakeApis.ts';

export type HostName = keyof typeof FAKE_APIS;

/** A request as the host keeps it. */
export interface FakeRequest {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly text: string;
  state: 'open' | 'merged' | 'closed';
  /** The commit of its branch when it ended. */
  head: string | null;
  mergeCommit: string | null;
}

/** What the host would tell of every request. */
export interface FakeFacts {
  checks: { name: string; state: 'success' | 'failure' | 'pending'; url: string }[];
  approvals: string[];
  builds: { name: string; url: string }[];
  /** What stands against a merge. */
  hindrance: 'none' | 'clashes' | 'required';
}

/** What the interface answers instead, beginning with this many good answers. */
export interface FakeFailure {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly how?: 'refuse' | 'silent' | 'endless';
}

/** A git host with the interface of this name: real pushes and merges, and requests by its published description. */
export interface FakeHost {
  readonly host: GitHost;
  readonly env: Readonly<Record<string, string>>;
  readonly requests: FakeRequest[];
  readonly facts: FakeFacts;
  /** The requests to the interface, as `GET /repos/acme/site/pulls`. */
  readonly calls: string[];
  /** Merges as the host's button does it. */
  merge(number: number, how: 'merge' | 'squash' | 'rebase', options?: { readonly deletesBranch?: boolean }): void;
  /** Closes it unmerged, as the host's button does. */
  close(number: number): void;
  /** Where the repository is by now: its old address leads there. */
  rename(repository: string): void;
  fail(how: FakeFailure | null): void;
}

export const TOKEN = 'token-of-the-host-0123456789';
const REPOSITORY = 'acme/site';

export async function makeFakeHost(name: HostName): Promise<FakeHost> {
  const api = FAKE_APIS[name];
  const { check, breaches } = createDescription(api.description);
  onTestFinished(() => expect(breaches).toEqual([]));
  const facts: FakeFacts = { checks: [], approvals: [], builds: [], hindrance: 'none' };
  const requests: FakeRequest[] = [];
  const calls: string[] = [];
  let failure: FakeFailure | null = null;
  let repository = REPOSITORY;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://localhost');
    const path = url.pathname.slice(api.root.length);
    calls.push(`${request.method} ${decodeURIComponent(path)}`);
    if (failure) return misbehave(failure, request, response);
    if (!api.isSigned(request.headers, TOKEN)) return void response.writeHead(401).end('{"message":"Bad credentials"}');
    const renamed = path
      .replaceAll(REPOSITORY, repository)
      .replaceAll(encodeURIComponent(REPOSITORY), encodeURIComponent(repository));
    if (renamed !== path)
      return void response
        .writeHead(307, { location: `${api.root}${renamed}${url.search}` })
        .end('{"message":"Moved"}');
    const known = path
      .replaceAll(repository, REPOSITORY)
      .replaceAll(encodeURIComponent(repository), encodeURIComponent(REPOSITORY));
    const body: unknown = request.method === 'GET' ? undefined : JSON.parse(await readText(request));
    const found = check(request.method!, known, url.searchParams, body);
    if (!found) return void response.writeHead(404).end('{"message":"Not Found"}');
    const { status, data } = api.answer({
      ...found,
      query: url.searchParams,
      body,
      state: { requests, facts, tipOf, origin },
    });
    found.checkAnswer(status, data);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(data));
  }

  const host = await makeGitHost({
    path: `${REPOSITORY}.git`,
    answerOther(request, response) {
      if (!request.url!.startsWith(`${api.root}/`)) return false;
      void answer(request, response).catch((error) => {
        breaches.push(String(error));
        response.writeHead(500).end();
      });
      return true;
    },
  });
  const { origin } = new URL(host.url);
  const tipOf = (branch: string): string | null =>
    host.git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`).trim() || null;

  return {
    ...{ host, requests, facts, calls },
    env: { GIT_TOKEN: TOKEN, GIT_HOST_KIND: name },
    merge(number, how, { deletesBranch = false } = {}) {
      const one = requests.find((request) => request.number === number)!;
      one.head = tipOf(one.branch);
      one.mergeCommit = mergeInClone(host.dir, one, how);
      one.state = 'merged';
      if (deletesBranch) host.git('update-ref', '-d', `refs/heads/${one.branch}`);
    },
    close(number) {
      const one = requests.find((request) => request.number === number)!;
      one.head = tipOf(one.branch);
      one.state = 'closed';
    },
    rename: (wanted) => {
      repository = wanted;
    },
    fail: (how) => {
      failure = how;
    },
  };
}

function misbehave(
  { status = 200, headers = {}, body = '{}', how }: FakeFailure,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (how === 'refuse') return void request.socket.destroy();
  if (how === 'silent') return;
  if (how !== 'endless') return void response.writeHead(status, headers).end(body);
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = ' '.repeat(256 * 1024);
  const send = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** @returns the commit at which the base ends then */
function mergeInClone(
  from: string,
  { number, branch, base, title }: FakeRequest,
  how: 'merge' | 'squash' | 'rebase',
): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-merge-'));
  try {
    const git = (...args: readonly string[]): string => runGit(folder, ...args);
    git('clone', '--quiet', '--template=', '--branch', base, from, '.');
    if (how === 'merge') git('merge', '--quiet', '--no-ff', '--message', `Merge request ${number}`, `origin/${branch}`);
    if (how === 'squash') {
      git('merge', '--quiet', '--squash', `origin/${branch}`);
      git('commit', '--quiet', '--message', `${title} (#${number})`);
    }
    if (how === 'rebase') {
      git('switch', '--quiet', '--create', 'rebased', `origin/${branch}`);
      git('rebase', '--quiet', '--force-rebase', '--empty=keep', `origin/${base}`);
      git('switch', '--quiet', base);
      git('merge', '--quiet', '--ff-only', 'rebased');
    }
    git('push', '--quiet', 'origin', base);
    return git('rev-parse', 'HEAD');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
