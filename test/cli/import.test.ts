import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, run, serve, stop } from './quire.ts';

const DOCUMENT = {
  quire: 1,
  contentTypes: [{ slug: 'plain', name: 'Plain' }],
  pages: [{ locale: 'en', slug: 'a', type: 'plain', title: 'A' }],
};

function makeEmptyPlace() {
  const place = makePlace({ withContent: false });
  mkdirSync(place.contentDir);
  const file = join(place.folder, 'export.json');
  writeFileSync(file, JSON.stringify(DOCUMENT));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: place.contentDir, encoding: 'utf8' });
  return { ...place, file, git };
}

describe('quire import', () => {
  it('creates what a document holds in one commit, and nothing when it is repeated', async () => {
    const { env, file, git } = makeEmptyPlace();
    const first = await run(['import', file], env);
    const head = git('rev-parse', 'HEAD').trim();
    expect(first).toEqual({ code: 0, stdout: `2 created, 0 updated, 0 unchanged, commit ${head}\n`, stderr: '' });
    expect(git('log', '--format=%s (%an)').trim().split('\n')[0]).toBe('Import 2 records (Quire)');
    expect(git('status', '--porcelain')).toBe('');
    expect((await run(['import', '-'], env, JSON.stringify(DOCUMENT))).stdout).toBe(
      '0 created, 0 updated, 2 unchanged\n',
    );
    expect(git('rev-parse', 'HEAD').trim()).toBe(head);
  });

  it('tells the place of everything that is wrong, and changes nothing', async () => {
    const { env, git } = makeEmptyPlace();
    const body = { ...DOCUMENT, pages: [{ locale: 'en', slug: 'con', type: 'gone', title: 'A' }, 5] };
    const { code, stdout, stderr } = await run(['import', '-'], env, JSON.stringify(body));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^pages\.0\.slug: must be a slug/);
    expect(stderr).toMatch(/^pages\.1: must be an object$/m);
    expect(git('log', '--all', '--format=%s')).not.toContain('Import');
  });

  it('says which file cannot be read, and what it takes', async () => {
    const { env, folder } = makeEmptyPlace();
    expect(await run(['import', join(folder, 'none.json')], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${join(folder, 'none.json')} cannot be read\n`,
    });
    expect(await run(['import'], env)).toMatchObject({ code: 2, stdout: '' });
    expect(await run(['import', 'a', 'b'], env)).toMatchObject({ code: 2, stdout: '' });
    expect((await run(['import', '--help'])).stdout).toContain('Exit codes');
  });

  it('leaves a content folder alone that a server runs on, and says where to send the file', async () => {
    const { env, file } = makeEmptyPlace();
    const server = await serve(env);
    const { code, stdout, stderr } = await run(['import', file], { ...env, PORT: '4321' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('A server is running on this content');
    expect(stderr).toContain('curl -X POST http://127.0.0.1:4321/api/admin/import');
    expect((await stop(server)).code).toBe(0);
    expect((await run(['import', file], env)).code).toBe(0);
  });
});
