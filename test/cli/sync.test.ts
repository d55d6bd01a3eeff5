import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeGitHost } from '../git/remote/makeGitHost.ts';
import { makeClone } from '../host/makeTeam.ts';
import { runProgram } from '../run/runProgram.ts';
import { makePlace, run } from './quire.ts';

async function makeHosted() {
  const { contentDir, env } = makePlace({ withContent: false });
  mkdirSync(contentDir);
  writeFileSync(join(contentDir, 'site.yaml'), 'siteName: Harbour\n');
  const host = await makeGitHost();
  const git = (...args: readonly string[]): string =>
    runProgram('git', args, { cwd: contentDir, encoding: 'utf8' }).trim();
  return { contentDir, host, git, env: { ...env, GIT_REMOTE: host.dir } };
}

describe('quire sync', () => {
  it("pushes commits to the host, merges the host's, and reports the state of both", async () => {
    const { host, git, env } = await makeHosted();
    const stdout = `main and ${host.dir}: synced\n`;
    expect(await run(['sync'], env)).toEqual({ code: 0, stdout, stderr: '' });
    const commit = makeClone(host.dir).push({ 'site.yaml': 'siteName: Port\n' });
    expect(await run(['sync'], env)).toEqual({ code: 0, stdout, stderr: '' });
    expect(git('rev-parse', 'HEAD')).toBe(commit);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('ends with 1 and says why it could not sync', async () => {
    const { contentDir, host, git, env } = await makeHosted();
    await run(['sync'], env);
    makeClone(host.dir).push({ 'site.yaml': 'siteName: Port\n' });
    writeFileSync(join(contentDir, 'site.yaml'), 'siteName: Mine\n');
    const { code, stderr } = await run(['sync'], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('site.yaml has changes that are not committed')]);
    expect(git('log', '--format=%s')).toBe('Start the content history');
    const away = await run(['sync'], { ...env, GIT_REMOTE: `${host.dir}.away` });
    expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('check GIT_REMOTE')]);
  });

  it('ends with 1 if there is no host, and with 2 for arguments', async () => {
    const { env } = await makeHosted();
    expect(await run(['sync'], { ...env, GIT_REMOTE: '' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('GIT_REMOTE'),
    });
    expect(await run(['sync', 'now'], env)).toMatchObject({ code: 2 });
  });
});
