import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { long } from '../long.ts';
import { plantRepository } from '../plantRepository.ts';
import { makePlace, runAlone as run } from './quire.ts';

const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

describe('quire', () => {
  it.each([[[]], [['--help']]])('lists its commands: %j', async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: quire <command>');
    expect(stdout).toMatch(/^ {2}serve +Serve the content folder$/m);
  });

  it('prints its version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it.each(['toString', '--sevre'])('does not know %s, and lists its commands', async (name) => {
    const { code, stdout, stderr } = await run([name]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`There is no command "${name}".`);
    expect(stderr).toContain('Usage: quire <command>');
  });

  long.it('ends as usual when nobody reads its output', async () => {
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
    const child = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([code, said]).toEqual([0, '']);
  });

  it('explains a command without running it', async () => {
    const { code, stdout } = await run(['serve', '--help'], { PORT: 'not even looked at' });
    expect(code).toBe(0);
    expect(stdout).toContain('quire serve\n');
    expect(stdout).toContain('SIGTERM');
  });

  it('says which versions of Node it needs when one cannot load it', async () => {
    const { code, stderr } = await run(['--version'], { NODE_OPTIONS: '--no-experimental-require-module' });
    expect([code, stderr]).toEqual([
      1,
      `Quire needs Node.js 20.19, 22.12 or newer. This is ${process.versions.node}.\n`,
    ]);
  });

  long.it('says what is missing when its files have been taken out of their package', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quire-alone-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(new URL('../../dist', import.meta.url), folder, { recursive: true });
    const told = spawnSync(process.execPath, [join(folder, 'main.js'), '--version'], { encoding: 'utf8' });
    expect([told.status, told.stdout]).toEqual([1, '']);
    expect(told.stderr).toMatch(/^There is no package\.json above .*: Quire runs only from its own package\n$/);
  });

  long.it.each([
    ['check', [], /0 errors/],
    ['types', [], /export/],
    ['export', ['--no-images', '--dirty', '--out', 'made'], /files/],
    ['user', ['list'], /^$/],
    ['import', ['nothing.json'], /0 created/],
  ])('%s does its work in a process of its own, which then ends', async (name, args, said) => {
    const { env, folder, contentDir } = makePlace();
    await plantRepository(contentDir, {});
    writeFileSync(join(folder, 'nothing.json'), '{"quire":1,"records":{}}');
    const paths = args.map((arg) => (/^\w+(\.json)?$/.test(arg) && arg !== 'list' ? join(folder, arg) : arg));
    const { code, stdout } = await run([name, ...paths], env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(said)]);
  });

  it('refuses arguments that a command does not take', async () => {
    const { code, stderr } = await run(['serve', '--port', '80']);
    expect(code).toBe(2);
    expect(stderr).toContain('quire serve takes no arguments, but got --port 80');
  });
});
