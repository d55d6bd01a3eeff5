import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { runProgram } from '../run/runProgram.ts';
import { makePlace } from './quire.ts';

/** The program as installed. */
export const MAIN = join(import.meta.dirname, '../../dist/main.js');

/** A site whose records git merges with the driver. */
export const SITE = {
  'content/.gitattributes': '* -text\n*.yaml merge=quire\n*.json merge=quire\n*.md merge=quire\n',
  'content/site.yaml': 'name: A site\n',
  'content/content-types/page.yaml': `name: Page
fieldsSchema:
  - { name: title, type: text }
  - { name: lead, type: textarea }
  - { name: tags, type: multiselect, options: [a, b, c, d] }
  - { name: pictures, type: gallery }
  - { name: steps, type: repeater, fields: [{ name: text, type: text }] }
  - { name: script, type: code }
  - { name: body, type: markdown, body: true }
regions: [main]
`,
  'content/content-types/story.yaml': 'name: Story\nfieldsSchema:\n  - { name: body, type: richtext, body: true }\n',
  'content/block-types/text.yaml': 'name: Text\nfieldsSchema:\n  - { name: text, type: textarea }\n',
};

/** Files by their paths; null deletes one. */
export type FileSet = Readonly<Record<string, string | null>>;

/** Two clones whose git calls this Quire, as `quire setup-git` sets it up for an installed one. */
export function makeClones(files: FileSet) {
  const { folder } = makePlace({ withContent: false });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_COMMITTER_NAME: 'Ada',
    EMAIL: 'ada@example.org',
  };
  const origin = join(folder, 'origin.git');
  runProgram('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin], { env });
  const makeClone = (name: string) => {
    const dir = join(folder, name);
    runProgram('git', ['clone', '--quiet', origin, dir], { env, stdio: 'ignore' });
    const git = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync('git', args, { cwd: dir, env, encoding: 'utf8' });
      return { code: status, said: stdout + stderr };
    };
    git('config', 'merge.quire.driver', `"${process.execPath}" "${MAIN}" merge-driver %O %A %B %P`);
    const write = (written: FileSet): void => {
      for (const [path, text] of Object.entries(written)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        if (text === null) rmSync(join(dir, path));
        else writeFileSync(join(dir, path), text);
      }
    };
    const commit = (written: FileSet): void => {
      write(written);
      git('add', '--all');
      expect(git('commit', '--quiet', '--message', 'Edit')).toEqual({ code: 0, said: '' });
    };
    return { dir, git, write, commit, read: (path: string) => readFileSync(join(dir, path), 'utf8') };
  };
  const ours = makeClone('ours');
  ours.git('checkout', '--quiet', '-B', 'main');
  ours.commit({ ...SITE, ...files });
  ours.git('push', '--quiet', 'origin', 'main');
  return { ours, theirs: makeClone('theirs'), env };
}
