import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { stageFile } from '../../../src/git/disk/stagedFile.ts';
import { createPlainRepo } from '../../../src/git/plainRepo.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { blobId } from '../../../src/lib/text/blobId.ts';
import {
  edit,
  git,
  leftovers,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  removeFolders,
  request,
  troubles,
} from '../sandbox.ts';

afterAll(removeFolders);

function makeFile(bytes: Uint8Array | string = randomBytes(700_000)): string {
  const file = join(makeFolder(), 'upload');
  writeFileSync(file, bytes);
  return file;
}

const put = async (path: string, file: string) => ({ path, before: null, bytes: await stageFile(file) });

describe('a staged file', () => {
  it('is named by its blob id and has a loose object beside it', async () => {
    const file = makeFile('A picture\n');
    const staged = await stageFile(file);
    expect(staged).toEqual({ id: blobId(Buffer.from('A picture\n')), file, object: `${file}.object` });
    expect(inflateSync(readFileSync(staged.object)).toString()).toBe('blob 10\0A picture\n');
  });

  it.each([1, 4])('is committed with other files in a group of %i', async (count) => {
    const dir = makeRepository({ a: '1\n' });
    const file = makeFile();
    const repo = await createRepository({ contentDir: dir });
    const others = Array.from({ length: count - 1 }, (_, index) => request([edit(`b${index}`, 'b\n')]));
    const photo = await put('media/files/photo.jpg', file);
    const [first] = await repo.publish(await repo.head(), [
      request([edit('media/photo.yaml', 'id: 1\n'), photo]),
      ...others,
    ]);
    await repo.close();
    expect(first?.files.get('media/files/photo.jpg')).toBe(photo.bytes.id);
    expect(readFileSync(join(dir, 'media/files/photo.jpg')).equals(readFileSync(file))).toBe(true);
    expect(git(dir, 'rev-parse', 'HEAD:media/files/photo.jpg')).toBe(photo.bytes.id);
    expect(git(dir, 'rev-list', '--count', 'HEAD')).toBe(String(1 + count));
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });

  it('leaves nothing behind if the commit is refused', async () => {
    const dir = makeRepository({ a: '1\n' });
    const repo = await createRepository({ contentDir: dir });
    const photo = await put('media/files/photo.jpg', makeFile());
    const refused = repo.publish(await repo.head(), [request([edit('a', '2\n', 'other\n'), photo])]);
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
    await repo.close();
    expect(existsSync(join(dir, 'media'))).toBe(false);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it.each([
    ['a\r\nb\r\n', 'SERVICE_UNAVAILABLE'],
    ['a\nb\n', undefined],
  ])('is refused where git would change its bytes: %j', async (text, code) => {
    const dir = makeRepository({ '.gitattributes': '* text=auto\n' });
    const repo = await createRepository({ contentDir: dir });
    const published = repo.publish(await repo.head(), [request([await put('media/files/a.csv', makeFile(text))])]);
    expect(await published.then(() => undefined).catch((error) => error.code)).toBe(code);
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('is written to a folder without history', async () => {
    const root = makeFolder();
    const repo = createPlainRepo({ root });
    const photo = await put('photo.jpg', makeFile('bytes'));
    const [{ files } = { files: new Map() }] = await repo.publish(null, [request([photo])]);
    expect(readFileSync(join(root, 'photo.jpg'), 'utf8')).toBe('bytes');
    expect([...files.values()]).toEqual([photo.bytes.id]);
  });
});
