import { EventEmitter } from 'node:events';
import type { FSWatcher } from 'node:fs';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFolderWatches } from '../../../src/site/watch/folderWatches.ts';

it('takes an event under the name of the folder itself for the folder, not for something in it', () => {
  const root = mkdtempSync(join(tmpdir(), 'quire-watches-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'a/dir'), { recursive: true });
  const heard: string[] = [];
  let tell = (_: string | null): void => undefined;
  const watches = createFolderWatches({
    root,
    onChange: (path) => heard.push(path),
    onFailure: (error) => expect.fail(String(error)),
    watchFolder(_, hear) {
      tell = hear;
      return Object.assign(new EventEmitter(), { close: () => undefined }) as unknown as FSWatcher;
    },
  });
  watches.add('a/dir');
  for (const name of ['x.yaml', 'dir', null]) tell(name);
  expect(heard).toEqual(['a/dir/x.yaml', 'a/dir', 'a/dir']);
  watches.close();
});
