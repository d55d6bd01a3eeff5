import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DurableFs, durableFs } from '../../../../src/git/disk/durableFs.ts';
import { createRepository } from '../../../../src/git/repository.ts';
import {
  edit,
  git,
  leftovers,
  makeRepository,
  NO_TROUBLES,
  removeFolders,
  request,
  troubles,
  writeFiles,
} from '../../sandbox.ts';

afterAll(removeFolders);

/** A repository whose second write may use the copy that the first one left; notes what it does to index files. */
async function open(writeAhead: DurableFs['writeAhead'] = durableFs.writeAhead) {
  const dir = makeRepository({ a: '1\n', b: '1\n', c: 'c\n' });
  const done: string[] = [];
  const fs: DurableFs = {
    ...durableFs,
    writeSynced(path, bytes, mode) {
      if (path.endsWith('-index')) done.push('written');
      return durableFs.writeSynced(path, bytes, mode);
    },
    writeAhead(path, bytes, mode) {
      done.push('copied');
      return writeAhead(path, bytes, mode);
    },
    patch(path, patches) {
      done.push('changed');
      return durableFs.patch(path, patches);
    },
  };
  const repo = await createRepository({ contentDir: dir, fs, copiesIndexFrom: 0 });
  const publish = async (...edits: ReturnType<typeof edit>[]): Promise<readonly string[]> => {
    done.length = 0;
    await repo.publish(await repo.head(), [request(edits)]);
    // This waits until the rest of the write is done.
    await repo.check();
    return [...done];
  };
  return { dir, repo, publish };
}

describe('the copy of the index', () => {
  it('becomes the next index when no entry moves', async () => {
    const { dir, repo, publish } = await open();
    // Prepared whole, completed, copied.
    expect(await publish(edit('a', '2\n', '1\n'))).toEqual(['written', 'changed', 'copied']);
    expect(await publish(edit('a', '3\n', '2\n'), edit('b', '22\n', '1\n'))).toEqual(['changed', 'copied']);
    expect(await publish(edit('a', '4\n', '3\n'))).toEqual(['changed', 'copied']);
    expect(await publish(edit('n', 'n\n'))).toEqual(['written', 'changed', 'copied']);
    expect(await publish(edit('n', null, 'n\n'))).toEqual(['written', 'changed', 'copied']);
    expect(await publish(edit('a', '5\n', '4\n'))).toEqual(['changed', 'copied']);
    await repo.close();
    expect(leftovers(join(dir, '.git'))).toEqual([]);
    expect(git(dir, 'ls-files')).toBe('a\nb\nc');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('is of no use once somebody else has replaced the index', async () => {
    const { dir, repo, publish } = await open();
    await publish(edit('a', '2\n', '1\n'));
    writeFiles(dir, { c: 'staged\n' });
    git(dir, 'add', 'c');
    await publish(edit('a', '3\n', '2\n'));
    expect(git(dir, 'diff', '--cached', '--name-only')).toBe('c');
    git(dir, 'commit', '-q', '-m', 'Theirs');
    expect(await publish(edit('a', '4\n', '3\n'))).toEqual(['written', 'changed', 'copied']);
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('may be missing: then the whole index is written', async () => {
    const failing = await open(async () => {
      throw Object.assign(new Error('made to fail'), { code: 'ENOSPC' });
    });
    for (const text of ['2', '3']) {
      const done = await failing.publish(edit('a', `${text}\n`, `${Number(text) - 1}\n`));
      expect(done).toEqual(['written', 'changed', 'copied']);
    }
    await failing.repo.close();
    expect(troubles(failing.dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(failing.dir, '.git'))).toEqual([]);

    const removed = await open();
    await removed.publish(edit('a', '2\n', '1\n'));
    const side = join(removed.dir, '.git', 'quire');
    const copies = readdirSync(side).filter((name) => name.endsWith('-copy'));
    for (const name of copies) rmSync(join(side, name));
    expect(await removed.publish(edit('a', '3\n', '2\n'))).toEqual(['written', 'changed', 'copied']);
    await removed.repo.close();
    expect(troubles(removed.dir)).toEqual(NO_TROUBLES);
  });
});
