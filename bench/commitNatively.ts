import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the smallest change that git has to commit. */
export function changeSettings(contentDir: string): void {
  appendFileSync(join(contentDir, 'site.yaml'), '# \n');
}

/** Changes a file and commits it with `git add` and `git commit`, as durably as git can. */
export function commitNatively(contentDir: string): void {
  const options = [
    '-c',
    'core.fsync=all',
    '-c',
    'gc.auto=0',
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
  ];
  const run = (...args: readonly string[]) => execFileSync('git', [...options, ...args], { cwd: contentDir });
  changeSettings(contentDir);
  run('add', 'site.yaml');
  run('commit', '--quiet', '--message=Change the settings');
}
