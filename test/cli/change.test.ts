import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { long } from '../long.ts';
import { runProgram } from '../run/runProgram.ts';
import { makePlace, run, serve } from './quire.ts';

const NAMES: Readonly<Record<string, string>> = { 'site.yaml': 'siteName: Harbour\ntagline: Ships\n' };

/** A site with one change, and a function that edits it as a developer does. */
async function makeChanged() {
  const { contentDir, folder, env } = makePlace({ withContent: false });
  mkdirSync(contentDir);
  for (const [name, text] of Object.entries(NAMES)) writeFileSync(join(contentDir, name), text);
  const git = (...args: readonly string[]): string =>
    runProgram('git', args, { cwd: contentDir, encoding: 'utf8' }).trim();
  const change = (...args: readonly string[]) => run(['change', ...args], env);
  expect(await change('start', 'Spring menu')).toEqual({
    code: 0,
    stdout: 'Started the change spring-menu on the branch change/spring-menu\n',
    stderr: '',
  });
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  return {
    ...{ contentDir, env, git, change },
    live: () => readFileSync(join(contentDir, 'site.yaml'), 'utf8'),
    commitLive(text: string) {
      writeFileSync(join(contentDir, 'site.yaml'), text);
      git('commit', '-qam', 'Live');
    },
    commitInChange(text: string) {
      const tree = join(folder, 'tree');
      git('worktree', 'add', '-q', tree, 'change/spring-menu');
      writeFileSync(join(tree, 'site.yaml'), text);
      git('-C', tree, 'commit', '-qam', 'In the change');
      git('worktree', 'remove', tree);
    },
  };
}

describe('quire change', () => {
  it('starts one, shows what it changes, and makes it live as one commit', async () => {
    const { change, commitInChange, commitLive, live, git } = await makeChanged();
    commitInChange('siteName: Port\ntagline: Ships\n');
    commitLive('siteName: Harbour\ntagline: Boats\n');
    expect((await change('list')).stdout).toBe('spring-menu: Spring menu (2 ahead, 1 behind)\n');
    expect(await change('show', 'spring-menu')).toEqual({
      code: 0,
      stdout: [
        'spring-menu: Spring menu (2 ahead, 1 behind)\n',
        '~ settings: Port\n',
        '    siteName: "Harbour" → "Port"\n',
      ].join(''),
      stderr: '',
    });
    const { code, stdout } = await change('publish', 'spring-menu');
    expect([code, stdout]).toEqual([0, `spring-menu is live: ${git('rev-parse', 'HEAD')}\n`]);
    expect(live()).toBe('siteName: Port\ntagline: Boats\n');
    expect([git('status', '--porcelain'), git('branch', '--format=%(refname:short)')]).toEqual(['', 'main']);
    expect((await change('list')).stdout).toBe('');
  });

  long.it('asks which side to keep when both have changed a value, and keeps that one', async () => {
    const { change, commitInChange, commitLive, live } = await makeChanged();
    commitInChange('siteName: Port\ntagline: Ships\n');
    commitLive('siteName: Haven\ntagline: Ships\n');
    const shown = await change('show', 'spring-menu');
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('clash settings: siteName, changed here and on the live site\n');
    const refused = await change('publish', 'spring-menu');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('siteName')]);
    expect(live()).toBe('siteName: Haven\ntagline: Ships\n');
    expect(await change('update', 'spring-menu', '--take', 'change')).toMatchObject({ code: 0 });
    expect((await change('show', 'spring-menu')).stdout).toContain('siteName: "Haven" → "Port"');
    expect(await change('publish', 'spring-menu')).toMatchObject({ code: 0 });
    expect(live()).toBe('siteName: Port\ntagline: Ships\n');
  });

  long.it('publishes with the values of the chosen side', async () => {
    const { change, commitInChange, commitLive, live } = await makeChanged();
    commitInChange('siteName: Port\ntagline: Sails\n');
    commitLive('siteName: Haven\ntagline: Ships\n');
    expect(await change('publish', 'spring-menu', '--take', 'live')).toMatchObject({ code: 0 });
    expect(live()).toBe('siteName: Haven\ntagline: Sails\n');
  });

  long.it('drops one and brings it back', async () => {
    const { change, commitInChange, git } = await makeChanged();
    commitInChange('siteName: Port\ntagline: Ships\n');
    const head = git('rev-parse', 'change/spring-menu');
    expect(await change('drop', 'spring-menu')).toMatchObject({ code: 0 });
    expect((await change('list')).stdout).toMatch(/^spring-menu: dropped, kept until \d{4}-/);
    expect(await change('restore', 'spring-menu')).toMatchObject({ code: 0 });
    expect(git('rev-parse', 'change/spring-menu')).toBe(head);
  });

  long.it('starts from another branch', async () => {
    const { change, git } = await makeChanged();
    expect(await change('start', 'Summer', '--from', 'change/spring-menu')).toMatchObject({ code: 0 });
    expect(git('rev-parse', 'change/summer~1')).toBe(git('rev-parse', 'change/spring-menu'));
    expect((await change('start', 'Autumn', '--from', 'nowhere')).code).toBe(1);
  });

  long.it('refuses what it cannot do, in words', async () => {
    const { change, env } = await makeChanged();
    expect(await change('show', 'nothing')).toMatchObject({ code: 1, stderr: expect.stringContaining('not found') });
    for (const [args, wanted] of [
      [[], 'quire change needs one of: list, show, start'],
      [['list', 'all'], 'takes no arguments'],
      [['show'], 'takes the name of a change'],
      [['show', 'spring-menu', '--take', 'live'], 'has no --take'],
      [['publish', 'spring-menu', '--take', 'mine'], '--take must be one of live, change'],
      [['start', 'Two\nlines'], 'A title is one line'],
    ] as const) {
      const { code, stderr } = await change(...args);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(wanted)]);
    }
    await serve(env);
    const { code, stderr } = await run(['change', 'publish', 'spring-menu'], { ...env, PORT: '4321' });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('POST http://127.0.0.1:4321/api/admin/changes/spring-menu/publish'),
    ]);
  });
});
