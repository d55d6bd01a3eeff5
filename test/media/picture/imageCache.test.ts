import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createImageCache } from '../../../src/media/picture/imageCache.ts';
import { until } from '../../http/makeServer.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const nameOf = (number: number): string => number.toString(16).padStart(40, '0');

describe('the cache of pictures', () => {
  it('makes a picture once, for all concurrent and later requests', async () => {
    const cache = createImageCache({ dir: makeFolder(), maxBytes: 1000 });
    let made = 0;
    const make = async (): Promise<Buffer> => {
      made += 1;
      return Buffer.from('picture');
    };
    const all = await Promise.all(Array.from({ length: 9 }, () => cache.get(nameOf(1), make)));
    expect((await cache.get(nameOf(1), make)).toString()).toBe('picture');
    expect([made, new Set(all.map(String)).size]).toEqual([1, 1]);
  });

  it('keeps nothing of a failure', async () => {
    const dir = makeFolder();
    const cache = createImageCache({ dir, maxBytes: 1000 });
    const fail = () => Promise.reject(new Error('broken'));
    await expect(cache.get(nameOf(1), fail)).rejects.toThrow('broken');
    expect(readdirSync(dir)).toEqual([]);
    expect((await cache.get(nameOf(1), async () => Buffer.from('a'))).toString()).toBe('a');
  });

  it('removes the least recently used pictures when there are too many bytes', async () => {
    const dir = makeFolder();
    const cache = createImageCache({ dir, maxBytes: 100 });
    const make = async (): Promise<Buffer> => Buffer.alloc(40);
    await cache.get(nameOf(1), make);
    await cache.get(nameOf(2), make);
    await cache.get(nameOf(1), make);
    await cache.get(nameOf(3), make);
    await until(() => !existsSync(join(dir, nameOf(2))));
    expect(readdirSync(dir).sort()).toEqual([nameOf(1), nameOf(3)]);
  });

  it('serves a picture that is larger than the whole cache', async () => {
    const cache = createImageCache({ dir: makeFolder(), maxBytes: 10 });
    expect((await cache.get(nameOf(1), async () => Buffer.alloc(40))).length).toBe(40);
  });

  it('takes over what an earlier process has left, except unfinished files', async () => {
    const dir = makeFolder();
    writeFileSync(join(dir, nameOf(1)), 'kept');
    writeFileSync(join(dir, 'half.tmp'), 'half');
    const cache = createImageCache({ dir, maxBytes: 1000 });
    const fail = () => Promise.reject(new Error('made again'));
    expect((await cache.get(nameOf(1), fail)).toString()).toBe('kept');
    expect(readdirSync(dir)).toEqual([nameOf(1)]);
  });

  it('serves pictures even if none can be kept', async () => {
    const dir = makeFolder();
    const cache = createImageCache({ dir, maxBytes: 1000 });
    const make = async (): Promise<Buffer> => Buffer.from('a');
    await cache.get(nameOf(1), make);
    rmSync(dir, { recursive: true });
    for (const number of [1, 2]) expect((await cache.get(nameOf(number), make)).toString()).toBe('a');
  });

  it('makes a picture again that somebody has removed', async () => {
    const dir = makeFolder();
    const cache = createImageCache({ dir, maxBytes: 1000 });
    const make = async (): Promise<Buffer> => Buffer.from('a');
    await cache.get(nameOf(1), make);
    rmSync(join(dir, nameOf(1)));
    expect((await cache.get(nameOf(1), make)).toString()).toBe('a');
    await cache.drop([nameOf(1), nameOf(9)]);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('works without its folder if that cannot be opened, and tries to open it again', async () => {
    const dir = join(makeFolder(), 'images');
    const make = async (): Promise<Buffer> => Buffer.from('a');
    writeFileSync(dir, 'a file in its place');
    const cache = createImageCache({ dir, maxBytes: 1000 });
    expect((await cache.get(nameOf(1), make)).toString()).toBe('a');
    rmSync(dir);
    expect((await cache.get(nameOf(1), make)).toString()).toBe('a');
  });

  it('goes on when a picture cannot be removed', async () => {
    const dir = makeFolder();
    const cache = createImageCache({ dir, maxBytes: 100 });
    const make = async (): Promise<Buffer> => Buffer.alloc(60);
    await cache.get(nameOf(1), make);
    rmSync(join(dir, nameOf(1)));
    mkdirSync(join(dir, nameOf(1)));
    expect((await cache.get(nameOf(2), make)).length).toBe(60);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
