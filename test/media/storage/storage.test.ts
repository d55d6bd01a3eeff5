import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FileEdit } from '../../../src/git/publish/request.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { createGitStorage } from '../../../src/media/storage/gitStorage.ts';
import { createLocalStorage } from '../../../src/media/storage/localStorage.ts';
import { createS3Storage } from '../../../src/media/storage/s3Storage.ts';
import type { MediaStorage, StorageUpload } from '../../../src/media/storage/storage.ts';
import { makeRepository, request } from '../../git/sandbox.ts';
import { makeS3Server } from '../s3Server.ts';

/** A storage, and how the pipeline applies its edits. */
interface Tested {
  readonly storage: MediaStorage;
  commit(edits: readonly FileEdit[]): Promise<void>;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const noEdits = async (edits: readonly FileEdit[]): Promise<void> => expect(edits).toEqual([]);

const STORAGES: Readonly<Record<string, () => Promise<Tested>>> = {
  async git() {
    const dir = makeRepository({ 'a.yaml': 'a: 1\n' });
    const repo = await createRepository({ contentDir: dir });
    onTestFinished(() => repo.close());
    return {
      storage: createGitStorage(dir),
      commit: async (edits) => void (await repo.publish(await repo.head(), [request(edits)])),
    };
  },
  local: async () => ({ storage: createLocalStorage(join(makeFolder(), 'not', 'yet')), commit: noEdits }),
  s3: async () => ({ storage: createS3Storage((await makeS3Server()).config), commit: noEdits }),
};

function makeUpload(bytes: Buffer): StorageUpload {
  const path = join(makeFolder(), 'upload');
  writeFileSync(path, bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { path, size: bytes.length, mimeType: 'image/png', hash };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function put({ storage, commit }: Tested, name: string, bytes: Buffer): Promise<void> {
  await commit(await storage.put(name, makeUpload(bytes)));
}

async function remove({ storage, commit }: Tested, name: string): Promise<void> {
  await commit(await storage.planRemoval(name));
  await storage.discard(name);
}

describe.each(Object.entries(STORAGES))('media storage: %s', (_name, make) => {
  it.each([1, 1000, 700_000])('stores %i bytes and returns them, completely and in part', async (size) => {
    const tested = await make();
    const bytes = randomBytes(size);
    await put(tested, 'a-0.png', bytes);
    const { storage } = tested;
    expect(await storage.find('a-0.png')).toEqual({ size, version: expect.any(String) });
    expect((await readAll(await storage.read('a-0.png'))).equals(bytes)).toBe(true);
    const end = Math.min(size - 1, 500);
    expect((await readAll(await storage.read('a-0.png', { start: 0, end }))).equals(bytes.subarray(0, end + 1))).toBe(
      true,
    );
  });

  it('has no file that was never stored, nor one that was removed', async () => {
    const tested = await make();
    expect(await tested.storage.find('a-0.png')).toBeNull();
    await put(tested, 'a-0.png', Buffer.from('a'));
    await put(tested, 'b-0.png', Buffer.from('b'));
    await remove(tested, 'a-0.png');
    expect(await tested.storage.find('a-0.png')).toBeNull();
    expect(await readAll(await tested.storage.read('b-0.png'))).toEqual(Buffer.from('b'));
    await remove(tested, 'a-0.png');
  });

  it('distinguishes versions of a name, and accepts names in any script', async () => {
    const tested = await make();
    const name = 'ü 港-0.png';
    await put(tested, name, Buffer.from('one'));
    const first = await tested.storage.find(name);
    await remove(tested, name);
    await put(tested, name, Buffer.from('three'));
    const second = await tested.storage.find(name);
    expect(second?.size).toBe(5);
    expect(second?.version).not.toBe(first?.version);
    expect(await readAll(await tested.storage.read(name))).toEqual(Buffer.from('three'));
  });

  it.each([
    '',
    '.',
    '..',
    '.htpasswd',
    '.git',
    'a/b.png',
    'a\\b.png',
    '../a.png',
    '..%2fa.png',
    'a?list-type=2',
    'a#b',
    'a\r\nb',
    'a\u0000',
    '\u202eexe.png',
    'con.png',
    'a.png.',
    'a.png ',
    ' a.png',
    '-a.png',
    'u\u0308.png',
    'ａ\u200b.png',
    'x'.repeat(256),
  ])('SEC-4 has no file called %j, and makes no path or address from it', async (name) => {
    const { storage } = await make();
    expect(await storage.find(name)).toBeNull();
    expect(storage.publicUrl(name)).toBeNull();
    expect(await storage.planRemoval(name)).toEqual([]);
    await storage.discard(name);
    await expect(storage.read(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(storage.put(name, makeUpload(Buffer.from('a')))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('sends the bytes itself if no public address is set', async () => {
    expect((await make()).storage.publicUrl('a-0.png')).toBeNull();
  });
});

describe('media in a folder', () => {
  it('stores one name several times at once', async () => {
    const dir = makeFolder();
    const storage = createLocalStorage(dir);
    const upload = makeUpload(randomBytes(3_000_000));
    await Promise.all(Array.from({ length: 8 }, () => storage.put('a-0.png', upload)));
    expect(await storage.find('a-0.png')).toMatchObject({ size: upload.size });
    expect(readdirSync(dir)).toEqual(['a-0.png']);
  });

  it('leaves nothing of a file that could not be copied', async () => {
    const dir = makeFolder();
    const storage = createLocalStorage(dir);
    const upload = { ...makeUpload(Buffer.from('a')), path: join(dir, 'not-there') };
    await expect(storage.put('a-0.png', upload)).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(join(dir, 'sub'));
    expect(await storage.find('a-0.png')).toBeNull();
    expect(await storage.find('sub')).toBeNull();
  });
});

describe('media in a bucket', () => {
  it('reports that the service is down, so that the caller can try again', async () => {
    const server = await makeS3Server();
    const storage = createS3Storage(server.config);
    await server.stop();
    for (const attempt of [
      () => storage.find('a'),
      () => storage.discard('a'),
      () => storage.read('a'),
      () => storage.put('a', makeUpload(Buffer.from('a'))),
    ])
      await expect(attempt()).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'The media storage does not answer',
        cause: { code: 'ECONNREFUSED' },
      });
  });

  it('names files under the public address of the bucket', async () => {
    const { config } = await makeS3Server();
    const storage = createS3Storage({ ...config, publicUrl: 'https://cdn.example.org/m' });
    expect(storage.publicUrl('ü 1-0.png')).toBe('https://cdn.example.org/m/%C3%BC%201-0.png');
    for (const name of ['..', '.', '../other', 'a\r\nb']) expect(storage.publicUrl(name)).toBeNull();
  });
});
