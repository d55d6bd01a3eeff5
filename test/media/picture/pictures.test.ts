import { createReadStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { drawOgPicture } from '../../../src/features/ogPictures/drawOgPicture.ts';
import { createDrawnPictures } from '../../../src/media/picture/drawnPictures.ts';
import { createImageCache } from '../../../src/media/picture/imageCache.ts';
import { inspectPicture } from '../../../src/media/picture/inspectPicture.ts';
import { createPictures, type Pictures } from '../../../src/media/picture/pictures.ts';
import { BrokenPicture, createVariants } from '../../../src/media/picture/variants.ts';
import { until } from '../../http/makeServer.ts';
import { picture } from '../samples.ts';

function makePictures(timeoutMs?: number): Pictures {
  const folder = mkdtempSync(join(tmpdir(), 'quire-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return createPictures(folder, timeoutMs);
}

/** Work that ends when the test says so. */
function makeJob() {
  const job = { isRunning: false, end: (): void => undefined };
  const work = (): Promise<void> => {
    job.isRunning = true;
    return new Promise<void>((resolve) => {
      job.end = resolve;
    });
  };
  return { job, work };
}

it('SEC-25 works on two pictures at once, while the others wait', async () => {
  const pictures = makePictures();
  const jobs = Array.from({ length: 4 }, makeJob);
  const done = jobs.map(({ work }) => pictures.run(work));
  const running = () => jobs.map(({ job }) => job.isRunning);
  await until(() => running().filter(Boolean).length === 2);
  expect(running()).toEqual([true, true, false, false]);
  jobs[0]!.job.end();
  await until(() => jobs[2]!.job.isRunning);
  expect(running()).toEqual([true, true, true, false]);
  for (const index of [1, 2]) jobs[index]!.job.end();
  await until(() => jobs[3]!.job.isRunning);
  jobs[3]!.job.end();
  await Promise.all(done);
});

it('SEC-25 reads a picture when its turn comes: waiting ones hold no bytes', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-turns-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const bytes = await picture('png', { width: 500, height: 300 });
  const pictures = makePictures();
  const variants = createVariants(createImageCache({ dir, maxBytes: 1_000_000 }), pictures);
  const jobs = [makeJob(), makeJob()];
  const busy = jobs.map(({ work }) => pictures.run(work));
  await until(() => jobs.every(({ job }) => job.isRunning));
  let reads = 0;
  const read = async (): Promise<Readable> => {
    reads += 1;
    if (reads > 2) throw new Error('The disk is gone');
    return Readable.from([bytes]);
  };
  const made = Array.from({ length: 5 }, (_, at) =>
    variants.get({ version: String(at), focalPoint: undefined, size: 1, read }, 'w320', 'webp'),
  );
  const ended = Promise.allSettled(made);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reads).toBe(0);
  for (const { job } of jobs) job.end();
  await Promise.all(busy);
  const reasons = (await ended).map((one) => (one.status === 'rejected' ? String(one.reason) : 'made'));
  expect(reasons).toEqual(['made', 'made', ...Array(3).fill('Error: The disk is gone')]);
  expect(await pictures.run(async () => 'free')).toBe('free');
});

it('frees its slot when work fails', async () => {
  const pictures = makePictures();
  const fail = () => Promise.reject(new Error('broken'));
  for (let round = 0; round < 3; round += 1) await expect(pictures.run(fail)).rejects.toThrow('broken');
  expect(await pictures.run(async () => 'done')).toBe('done');
});

it('turns work away when too much is waiting', async () => {
  const pictures = makePictures();
  const jobs = Array.from({ length: 202 }, makeJob);
  const done = jobs.map(({ work }) => pictures.run(work));
  await expect(pictures.run(async () => undefined)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  for (const { job } of jobs) {
    await until(() => job.isRunning);
    job.end();
  }
  await Promise.all(done);
});

it('SEC-25 gives up work when its time is over; its slot is free when it has ended', async () => {
  const pictures = makePictures(1);
  const jobs = [makeJob(), makeJob()];
  for (const { work } of jobs) await expect(pictures.run(work)).rejects.toThrow('takes too long');
  const next = makeJob();
  const done = expect(pictures.run(next.work)).rejects.toThrow('takes too long');
  expect(next.job.isRunning).toBe(false);
  // The time may be over before the library is loaded and the work begins.
  await until(() => jobs[0]!.job.isRunning);
  jobs[0]!.job.end();
  await until(() => next.job.isRunning);
  await done;
});

it('SEC-25 refuses a picture that takes too long, and makes no variant of it', async () => {
  const pictures = makePictures(1);
  const path = join(mkdtempSync(join(tmpdir(), 'quire-slow-')), 'slow.png');
  onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }));
  writeFileSync(path, await picture('png', { width: 2000, height: 2000 }));
  await expect(inspectPicture(path, pictures)).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ path: ['file'], message: expect.stringContaining('takes too long to read') }],
  });
  const kept = createImageCache({ dir: join(dirname(path), 'cache'), maxBytes: 1000 });
  const source = { version: 'a', focalPoint: undefined, size: 1, read: async () => createReadStream(path) };
  await expect(createVariants(kept, pictures).get(source, 'medium', 'webp')).rejects.toThrow(BrokenPicture);
  expect(readdirSync(join(dirname(path), 'cache'))).toEqual([]);
});

it('answers that it is busy when AVIF takes too long, which does not mean a broken picture', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-avif-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const kept = createImageCache({ dir: join(dir, 'cache'), maxBytes: 1000 });
  writeFileSync(join(dir, 'a.png'), await picture('png', { width: 2000, height: 2000 }));
  const source = {
    ...{ version: 'a', focalPoint: undefined, size: 1 },
    read: async () => createReadStream(join(dir, 'a.png')),
  };
  const made = createVariants(kept, makePictures(1)).get(source, 'w1920', 'avif');
  await expect(made).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(readdirSync(join(dir, 'cache'))).toEqual([]);
});

it('makes a variant once for all concurrent requests, and each of its formats', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-once-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  let reads = 0;
  const bytes = await picture('png', { width: 500, height: 300 });
  const source = {
    ...{ version: 'a', focalPoint: undefined, size: bytes.length },
    async read() {
      reads += 1;
      return Readable.from([bytes]);
    },
  };
  const variants = createVariants(createImageCache({ dir, maxBytes: 1_000_000 }), makePictures());
  const formats = ['webp', 'avif', 'webp', 'webp', 'avif'] as const;
  const made = await Promise.all(formats.map((format) => variants.get(source, 'w320', format)));
  expect([reads, new Set(made).size, readdirSync(dir).length]).toEqual([2, 2, 2]);
  await variants.drop(source, {});
  expect(readdirSync(dir)).toEqual([]);
});

it('answers that it is busy when a drawing takes too long, and keeps nothing of it', async () => {
  const pictures = makePictures(0);
  const dir = mkdtempSync(join(tmpdir(), 'quire-og-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const drawn = createDrawnPictures(() => createImageCache({ dir, maxBytes: 1_000_000 }), pictures);
  const words = { title: 'Home', description: null, siteName: 'Quire', type: null };
  await expect(drawOgPicture(words, drawn)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(readdirSync(dir)).toEqual([]);
});

it('SEC-25 reads pictures of the formats that may be uploaded and no others', async () => {
  const pictures = makePictures();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>');
  await expect(pictures.run((sharp) => sharp(svg).metadata())).rejects.toThrow();
});

it('SEC-33 draws and resizes even if nothing can be written, as on a full disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  writeFileSync(file, await picture('png'));
  // Nobody can make a folder below a file.
  const pictures = createPictures(join(file, 'cache'));
  const cache = createImageCache({ dir: join(file, 'cache', 'pictures'), maxBytes: 1000 });
  const words = { title: 'A title', description: null, siteName: 'A site', type: null };
  const source = { version: '1', focalPoint: undefined, size: 100, read: async () => createReadStream(file) };
  const drawn = createDrawnPictures(() => cache, pictures);
  for (const _ of [1, 2]) {
    expect((await drawOgPicture(words, drawn)).subarray(1, 4).toString()).toBe('PNG');
    expect((await createVariants(cache, pictures).get(source, 'thumbnail', 'webp')).subarray(8, 12).toString()).toBe(
      'WEBP',
    );
  }
});
