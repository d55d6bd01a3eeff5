import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../run/runProgram.ts';
import { loadFrom, makeCodeFolder, problemsOf } from './makeCodeFolder.ts';

const CODE = "export default { extensions: [{ name: 'maps', version: '1.0.0' }] };";
/** Ends the test if it runs. */
const RUNS = "process.emit('warning', new Error('the code ran')); throw new Error('the code ran');";

const IN_CONTENT = /is in the content folder \(CONTENT_DIR\) or is reached through it\. Content never brings code/;
const IN_SYNC = /is in the working tree that GIT_REMOTE writes to .*QUIRE_CONFIG_FROM_REPOSITORY=true.*may run code/;

const loading = async (folder: string, env: Readonly<Record<string, string>>): Promise<string> =>
  loadFrom(folder, env).then(
    () => 'loaded',
    (error: Error) => error.message,
  );

describe('code in the content folder', () => {
  it.each([
    ['directly', 'content/quire.config.ts'],
    ['by a path that leads out and in again', 'lib/../content/quire.config.ts'],
    ['in a hidden folder', 'content/.hidden/quire.config.ts'],
  ])('is refused %s, before it runs', async (_, path) => {
    const folder = makeCodeFolder({
      'lib/a.ts': '',
      'content/quire.config.ts': RUNS,
      'content/.hidden/quire.config.ts': RUNS,
    });
    expect(await loading(folder, { QUIRE_CONFIG: path })).toMatch(IN_CONTENT);
  });

  it('is refused through a link to a file, to a folder, and to a link', async () => {
    const folder = makeCodeFolder({ 'content/code/quire.config.ts': RUNS });
    symlinkSync(join(folder, 'content/code/quire.config.ts'), join(folder, 'file.ts'));
    symlinkSync('content/code', join(folder, 'folder'));
    symlinkSync('file.ts', join(folder, 'twice.ts'));
    for (const QUIRE_CONFIG of ['file.ts', 'folder/quire.config.ts', 'twice.ts'])
      expect(await loading(folder, { QUIRE_CONFIG })).toMatch(IN_CONTENT);
  });

  it('is refused if only a link to it is there', async () => {
    const folder = makeCodeFolder({ 'code/quire.config.ts': RUNS });
    symlinkSync('../code/quire.config.ts', join(folder, 'content/link.ts'));
    symlinkSync('content/link.ts', join(folder, 'outer.ts'));
    symlinkSync('../code', join(folder, 'content/folder'));
    for (const QUIRE_CONFIG of ['content/link.ts', 'outer.ts', 'content/folder/quire.config.ts'])
      expect(await loading(folder, { QUIRE_CONFIG })).toMatch(IN_CONTENT);
  });

  it('is refused if the content folder itself is a link', async () => {
    const folder = makeCodeFolder({ 'real/quire.config.ts': RUNS });
    symlinkSync('real', join(folder, 'linked'));
    expect(await loading(folder, { CONTENT_DIR: 'linked', QUIRE_CONFIG: 'real/quire.config.ts' })).toMatch(IN_CONTENT);
    expect(await loading(folder, { CONTENT_DIR: 'real', QUIRE_CONFIG: 'linked/quire.config.ts' })).toMatch(IN_CONTENT);
  });

  it('is refused if it is imported', async () => {
    const text = "import './lib/a.ts';\nexport default {};";
    const files = { 'lib/a.ts': "import { b } from '../content/b';", 'content/b.ts': RUNS };
    expect(await problemsOf(text, files)).toEqual([expect.stringMatching(IN_CONTENT)]);
  });

  it('is refused as the folder of an extension and as a frame', async () => {
    const files = { 'content/index.ts': RUNS, 'content/map.html': '' };
    const from = "new URL('./content/index.ts', import.meta.url).href";
    const named = `export default { extensions: [{ name: 'a', version: '1', from: ${from} }] };`;
    expect(await problemsOf(named, files)).toEqual([
      expect.stringMatching(/^extensions\[0\]\.from is refused: .*Content never brings code/),
    ]);
    const panels = "panels: [{ at: 'home', title: 'A', frame: './content/map.html' }]";
    const framed = `export default { extensions: [{ name: 'a', version: '1', ${panels} }] };`;
    expect(await problemsOf(framed, files)).toEqual([
      expect.stringMatching(/^extensions\[0\]\.panels\[0\]\.frame is refused: .*Content never brings code/),
    ]);
  });

  it('does not keep out what only has a name like it', async () => {
    const folder = makeCodeFolder({ 'content-code/quire.config.ts': CODE });
    expect(await loading(folder, { QUIRE_CONFIG: 'content-code/quire.config.ts' })).toBe('loaded');
  });
});

describe('code in the working tree that is synced', () => {
  const makeSynced = (): string => {
    const folder = makeCodeFolder({ 'site/content/site.yaml': '', 'site/quire.config.ts': CODE, 'code.ts': CODE });
    runProgram('git', ['init', '--quiet'], { cwd: join(folder, 'site') });
    return folder;
  };
  const synced = { CONTENT_DIR: 'site/content', GIT_REMOTE: 'origin' };

  it('is refused, wherever in it', async () => {
    const folder = makeSynced();
    symlinkSync('site/quire.config.ts', join(folder, 'link.ts'));
    mkdirSync(join(folder, 'site/.git/code'));
    linkSync(join(folder, 'code.ts'), join(folder, 'site/.git/code/a.ts'));
    for (const QUIRE_CONFIG of ['site/quire.config.ts', 'link.ts', 'site/.git/code/a.ts'])
      expect(await loading(folder, { ...synced, QUIRE_CONFIG })).toMatch(IN_SYNC);
  });

  it('is read where nothing is synced, where it may be, and outside', async () => {
    const folder = makeSynced();
    const QUIRE_CONFIG = 'site/quire.config.ts';
    expect(await loading(folder, { CONTENT_DIR: 'site/content', QUIRE_CONFIG })).toBe('loaded');
    expect(await loading(folder, { ...synced, QUIRE_CONFIG, QUIRE_CONFIG_FROM_REPOSITORY: 'true' })).toBe('loaded');
    expect(await loading(folder, { ...synced, QUIRE_CONFIG: 'code.ts' })).toBe('loaded');
  });

  it('is never read from the content folder, whatever else is allowed', async () => {
    const folder = makeCodeFolder({ 'content/quire.config.ts': RUNS });
    const env = { QUIRE_CONFIG: 'content/quire.config.ts', QUIRE_CONFIG_FROM_REPOSITORY: 'true' };
    expect(await loading(folder, env)).toMatch(IN_CONTENT);
  });

  it('is closed to the commits of others unless they may bring code', async () => {
    const folder = makeSynced();
    const env = { CONTENT_DIR: 'site/content', QUIRE_CONFIG: 'site/quire.config.ts' };
    expect((await loadFrom(folder, env)).closedPaths).toEqual([join(folder, 'site/quire.config.ts')]);
    const open = { ...env, QUIRE_CONFIG_FROM_REPOSITORY: 'true' };
    expect((await loadFrom(folder, open)).closedPaths).toEqual([]);
  });
});

describe('the frames of an extension', () => {
  const withFrame = (frame: string): string =>
    `export default { extensions: [{ name: 'a', version: '1', panels: [{ at: 'home', title: 'A', frame: '${frame}' }] }] };`;

  it('are files below its folder', async () => {
    expect(await problemsOf(withFrame('./panels/map.html'), { 'panels/map.html': '' })).toEqual([]);
    expect(await problemsOf(withFrame('./panels/none.html'))).toEqual([
      "extensions[0].panels[0].frame must be a file below the extension's folder: there is no file /panels/none.html",
    ]);
    expect(await problemsOf(withFrame('../map.html'))).toEqual([
      expect.stringMatching(/^extensions\[0\]\.panels\[0\]\.frame must be a file below the extension's folder/),
    ]);
  });

  it('are in a folder of their own, since everything in it is served', async () => {
    expect(await problemsOf(withFrame('./map.html'), { 'map.html': '' })).toEqual([
      expect.stringMatching(/^extensions\[0\]\.panels\[0\]\.frame must be in a folder of its own/),
    ]);
  });

  it('are not reached by a link that leads out of it', async () => {
    const outside = makeCodeFolder({ 'map.html': '' });
    const folder = makeCodeFolder({ 'quire.config.ts': withFrame('./map.html') });
    symlinkSync(join(outside, 'map.html'), join(folder, 'map.html'));
    expect(await loading(folder, {})).toContain("frame must be a file below the extension's folder");
  });
});
