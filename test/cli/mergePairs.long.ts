import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effort } from '../effort.ts';
import { ASKED } from './askedPairs.ts';
import type { Pair } from './editPair.ts';
import { type FileSet, makeClones } from './mergeClones.ts';
import { MERGED } from './mergedPairs.ts';
import { run } from './quire.ts';

const PAIRS: readonly Pair[] = [...Object.values(MERGED), ...Object.values(ASKED)];

const all = (part: 'base' | 'ours' | 'theirs' | 'merged'): FileSet =>
  Object.assign({}, ...PAIRS.map((pair) => pair[part])) as FileSet;

type Clones = ReturnType<typeof makeClones>;
type Clone = Clones['ours'];

/** Ways to merge their edits into ours. Each returns the clone in which it happens. */
const WAYS: Readonly<Record<string, (clones: Clones) => Clone>> = {
  'git merge': (clones) => {
    const { ours } = diverge(clones, 'theirs');
    expect(ours.git('merge', '--no-edit', 'origin/main').code).toBe(1);
    return ours;
  },
  // In a rebase, git calls the side that is rebased onto "ours".
  'git rebase': (clones) => {
    const { theirs } = diverge(clones, 'ours');
    expect(theirs.git('rebase', 'origin/main').code).toBe(1);
    return theirs;
  },
  'git cherry-pick': (clones) => {
    const { ours } = diverge(clones, 'theirs');
    expect(ours.git('cherry-pick', 'origin/main').code).toBe(1);
    return ours;
  },
  'git stash pop': ({ ours }) => {
    ours.write(all('theirs'));
    ours.git('add', '--all');
    ours.git('stash', '--quiet');
    ours.commit(all('ours'));
    expect(ours.git('stash', 'pop').code).toBe(1);
    return ours;
  },
};

/** Makes a commit in each clone; the other clone fetches that of the first. */
function diverge({ ours, theirs }: Clones, pushed: 'ours' | 'theirs'): Pick<Clones, 'ours' | 'theirs'> {
  ours.commit(all('ours'));
  theirs.commit(all('theirs'));
  const [one, other] = pushed === 'ours' ? [ours, theirs] : [theirs, ours];
  one.git('push', '--quiet', 'origin', 'main');
  other.git('fetch', '--quiet');
  return { ours, theirs };
}

const textsIn = ({ dir, read }: Clone, files: FileSet): FileSet =>
  Object.fromEntries(Object.keys(files).map((path) => [path, existsSync(join(dir, path)) ? read(path) : null]));

// All ways are the same to the driver: a short run tries one of them.
describe.each(Object.entries(WAYS).slice(0, effort(4, 1)))('%s with the driver', (_, merge) => {
  it(`merges ${Object.keys(MERGED).length} pairs of edits, and asks for ${Object.keys(ASKED).length}`, async () => {
    const clone = merge(makeClones(all('base')));
    expect(textsIn(clone, all('merged'))).toEqual(all('merged'));
    const unmerged = PAIRS.flatMap((pair) => pair.unmerged ?? []).sort();
    expect(clone.git('diff', '--name-only', '--diff-filter=U').said.trim().split('\n').sort()).toEqual(unmerged);
    const env = {
      PATH: process.env['PATH'] ?? '',
      CONTENT_DIR: join(clone.dir, 'content'),
      PRIVATE_DIR: `${clone.dir}.private`,
    };
    const { stdout, code } = await run(['check'], env);
    for (const { named = '' } of PAIRS) expect(stdout).toContain(named);
    expect(code).toBe(1);
  });
});
