import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../errorsOf.ts';
import { long } from '../../long.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { PDF, picture, upload } from '../../media/samples.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { until } from '../makeServer.ts';

const get = (site: Site, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${site.url}/api/content/media/${path}`, { headers, method, redirect: 'manual' });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** The red, green and blue of one pixel. */
async function pixel(bytes: Buffer, left: number, top: number): Promise<readonly number[]> {
  const raw = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...raw];
}

const isNear = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((part, index) => Math.abs(part - b[index]!) < 40);

const problemsOf = async (site: Site): Promise<readonly { path: string; code: string; message: string }[]> =>
  errorsOf((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data);

function writeBytes(site: Site, path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(join(site.contentDir, path)), { recursive: true });
  writeFileSync(join(site.contentDir, path), bytes);
}

describe('the original', () => {
  it('SEC-26 is served with its stored type and headers that keep it from running anything', async () => {
    const site = await makeSite(SMALL_SITE);
    const bytes = await picture('png');
    const { body } = await upload(site, 'Über “us” (1).png', bytes);
    const response = await get(site, '1/original');
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': "inline; filename*=UTF-8''%C3%9Cber%20%E2%80%9Cus%E2%80%9D%20%281%29.png",
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, s-maxage=600, stale-while-revalidate=3600',
      etag: expect.stringMatching(/^"[\w-]{20}"$/),
    });
    expect(body.data.url).toMatch(/^\/api\/content\/media\/1\/original\.png\?v=/);
  });

  it('is cached for a year only under the URL of its version', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await upload(site, 'a.png', await picture());
    const { url, variantUrls } = body.data;
    const cacheControl = async (path: string) => (await fetch(site.url + path)).headers.get('cache-control');
    for (const path of [url, ...(Object.values(variantUrls) as string[])])
      expect(await cacheControl(path)).toBe('public, max-age=31536000, immutable');
    for (const path of [`${url}0`, url.replace(/v=.*/, 'v='), url.replace('v=', 'w=')])
      expect(await cacheControl(path)).toContain('max-age=60,');
  });

  long.it('SEC-26 is downloaded unless it is a picture, a recording or a PDF', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'a.pdf', PDF);
    await upload(site, 'a.txt', 'Wörter\n');
    const place = async (id: number) => (await get(site, `${id}/original`)).headers;
    expect((await place(1)).get('content-disposition')).toMatch(/^inline;/);
    const text = await place(2);
    expect(text.get('content-disposition')).toMatch(/^attachment;/);
    expect(text.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('is not sent to callers who have it, nor for HEAD', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'a.pdf', PDF);
    const etag = (await get(site, '1/original')).headers.get('etag') ?? '';
    const unchanged = await get(site, '1/original', { 'if-none-match': `W/${etag}` });
    expect([unchanged.status, (await bytesOf(unchanged)).length]).toEqual([304, 0]);
    // A range means nothing to HEAD (RFC 9110, 14.2).
    const head = await get(site, '1/original', { range: 'bytes=0-3' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      String(PDF.length),
      etag,
    ]);
    expect((await bytesOf(head)).length).toBe(0);
  });

  long.it('SEC-26 is served in parts', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await upload(site, 'a.pdf', PDF);
    const size = PDF.length;
    const part = async (range: string, headers: Record<string, string> = {}) => {
      const response = await get(site, '1/original', { range, ...headers });
      const bytes = await bytesOf(response);
      return [response.status, response.headers.get('content-range'), bytes.toString()];
    };
    const text = PDF.toString();
    expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, '%PDF']);
    expect(await part('bytes=5-')).toEqual([206, `bytes 5-${size - 1}/${size}`, text.slice(5)]);
    expect(await part('bytes=-6')).toEqual([206, `bytes ${size - 6}-${size - 1}/${size}`, text.slice(-6)]);
    expect(await part('bytes=-9999')).toEqual([206, `bytes 0-${size - 1}/${size}`, text]);
    expect(await part(`bytes=1-${size + 5}`)).toEqual([206, `bytes 1-${size - 1}/${size}`, text.slice(1)]);
    for (const whole of ['bytes=0-1,3-4', 'bytes=4-2', 'lines=1-2', 'bytes=x', 'bytes=-'])
      expect(await part(whole)).toEqual([200, null, text]);
    const unsatisfiable = await get(site, '1/original', { range: `bytes=${size}-` });
    expect([unsatisfiable.status, unsatisfiable.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(unsatisfiable.headers.get('cache-control')).toBe('private, no-store');
    expect(((await unsatisfiable.json()) as { errors: unknown[] }).errors).toHaveLength(1);
    const etag = (await get(site, '1/original')).headers.get('etag') ?? '';
    expect(await part('bytes=0-3', { 'if-range': etag })).toEqual([206, `bytes 0-3/${size}`, '%PDF']);
    expect(await part('bytes=0-3', { 'if-range': '"other"' })).toEqual([200, null, text]);
    const variant = await get(site, '1/thumbnail', { range: 'bytes=0-3' });
    expect([variant.status, variant.headers.get('content-type')]).toEqual([206, body.data.mimeType]);
  });

  it('is refused for unknown ids and variants', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'a.pdf', PDF);
    const refusal = async (path: string) => {
      const response = await get(site, path);
      const { errors } = (await response.json()) as { errors: { code: string; path?: string[] }[] };
      return [response.status, errors[0]?.code, errors[0]?.path];
    };
    expect(await refusal('9/original')).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await refusal('9/info')).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await refusal('x/original')).toEqual([404, 'NOT_FOUND', undefined]);
    for (const name of ['huge', 'constructor', 'Original', '..%2fx'])
      expect(await refusal(`1/${name}`)).toEqual([400, 'VALIDATION', ['variant']]);
  });

  it('accepts the file ending of its type in the address, or none, but no other', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'a.pdf', PDF);
    await upload(site, 'b.jpeg', await picture('jpeg'));
    const statusOf = async (path: string) => (await get(site, path)).status;
    for (const path of ['1/original.pdf', '1/large.pdf', '1/large', '2/original.jpg', '2/large.webp', '2/original'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    for (const path of [
      '1/original.bin',
      '1/large.webp',
      '2/original.jpeg',
      '2/original.JPG',
      '2/large.jpg',
      '2/large.',
    ])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    const [whole, short] = [await get(site, '2/large.webp'), await get(site, '2/large')];
    expect(whole.headers.get('etag')).toBe(short.headers.get('etag'));
  });
});

describe('variants', () => {
  it('are WebP in their sizes, never larger than the picture', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'wide.jpg', await picture('jpeg', { width: 1600, height: 400 }));
    await upload(site, 'small.png', await picture('png', { width: 100, height: 40 }));
    const sizeOf = async (path: string) => {
      const response = await get(site, path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const { format, width, height } = await sharp(await bytesOf(response)).metadata();
      return [format, width, height];
    };
    expect(await sizeOf('1/thumbnail')).toEqual(['webp', 150, 150]);
    expect(await sizeOf('1/medium')).toEqual(['webp', 600, 150]);
    expect(await sizeOf('1/large')).toEqual(['webp', 1200, 300]);
    expect(await sizeOf('2/thumbnail')).toEqual(['webp', 40, 40]);
    expect(await sizeOf('2/large')).toEqual(['webp', 100, 40]);
    const { data } = (await site.ask('GET /content/media/1/info')).body;
    expect(data.variants).toMatchObject({
      thumbnail: { mimeType: 'image/webp', width: 150, height: 150 },
      medium: { width: 600, height: 150 },
      large: { width: 1200, height: 300 },
    });
  });

  long.it('are as wide as their name says, uncropped and never enlarged, as WebP or AVIF', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'wide.jpg', await picture('jpeg', { width: 1600, height: 400 }));
    const ask = async (path: string, accept?: string) => {
      const response = await get(site, `1/${path}`, accept === undefined ? {} : { accept });
      const { headers } = response;
      const bytes = await bytesOf(response);
      const { format, compression, width, height } = await sharp(bytes).metadata();
      const type = format === 'heif' ? compression === 'av1' && 'image/avif' : `image/${format}`;
      expect([path, response.status, headers.get('content-type')]).toEqual([path, 200, type]);
      return { is: [type, width, height], vary: headers.get('vary'), etag: headers.get('etag') };
    };
    expect((await ask('w320.webp', 'image/avif')).is).toEqual(['image/webp', 320, 80]);
    expect((await ask('w960.avif', 'image/webp')).is).toEqual(['image/avif', 960, 240]);
    expect((await ask('w2560.webp')).is).toEqual(['image/webp', 1600, 400]);
    const BROWSER = 'image/avif,image/webp,image/apng,*/*;q=0.8';
    const [one, other] = [await ask('w320', BROWSER), await ask('w320', 'image/webp,*/*')];
    expect([one.is, other.is]).toEqual([
      ['image/avif', 320, 80],
      ['image/webp', 320, 80],
    ]);
    expect([one.vary, other.vary]).toEqual(['Accept-Encoding, Accept', 'Accept-Encoding, Accept']);
    expect(one.etag).not.toBe(other.etag);
    for (const accept of ['*/*', 'image/*', 'image/avif;q=0, image/webp', 'image/avif;q=0.5, image/webp'])
      expect([accept, (await ask('w320', accept)).is[0]]).toEqual([accept, 'image/webp']);
    const known = await get(site, '1/w320', { accept: BROWSER, 'if-none-match': one.etag ?? '' });
    expect([known.status, known.headers.get('vary')]).toEqual([304, one.vary]);
    expect((await ask('w320.avif')).vary).toBe('Accept-Encoding');
    for (const path of ['w320.jpg', 'w320.avif.webp', 'thumbnail.avif', 'original.avif'])
      expect([path, (await get(site, `1/${path}`)).status]).toEqual([path, 404]);
    expect((await get(site, '1/w500')).status).toBe(400);
  });

  long.it('are listed for browsers to choose from, with their widths', async () => {
    const site = await makeSite(SMALL_SITE);
    const fields = { alt: 'A wide view' };
    const { body } = await upload(site, 'a.jpg', await picture('jpeg', { width: 1000, height: 500 }), { fields });
    await upload(site, 'moving.gif', await picture('gif', { width: 1000, height: 500 }));
    const { data } = (await site.ask('GET /content/media/1/info')).body;
    const version = data.url.split('?')[1];
    const url = (name: string) => `/api/content/media/1/${name}.webp?${version}`;
    expect(data).toMatchObject({ url: `/api/content/media/1/original.jpg?${version}`, alt: 'A wide view' });
    expect(data.srcset).toBe(`${url('w320')} 320w, ${url('w640')} 640w, ${url('w960')} 960w, ${url('w1280')} 1000w`);
    expect(body.data.srcset).toBe(data.srcset);
    expect(Object.keys(data.variants)).toEqual(['thumbnail', 'medium', 'large', 'w320', 'w640', 'w960', 'w1280']);
    expect(data.variants.w1280).toEqual({ url: url('w1280'), mimeType: 'image/webp', width: 1000, height: 500 });
    for (const part of data.srcset.split(', ')) {
      const [address, width] = part.split(' ');
      const response = await fetch(site.url + address);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(`${(await sharp(await bytesOf(response)).metadata()).width}w`).toBe(width);
    }
    expect((await site.ask('GET /content/media/2/info')).body.data).toMatchObject({ srcset: null });
  });

  it('SEC-25 lose EXIF and GPS, and have the orientation applied', async () => {
    const site = await makeSite(SMALL_SITE);
    const left = await picture('png', { width: 50, height: 60, background: '#ff0000' });
    const camera = await sharp({ create: { width: 100, height: 60, channels: 3, background: '#0000ff' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(camera).metadata()).orientation).toBe(6);
    await upload(site, 'a.jpg', camera);
    const large = await bytesOf(await get(site, '1/large'));
    const { exif, orientation, width, height } = await sharp(large).metadata();
    expect([exif, orientation, width, height]).toEqual([undefined, undefined, 60, 100]);
    expect(isNear(await pixel(large, 30, 10), [255, 0, 0])).toBe(true);
    expect(isNear(await pixel(large, 30, 90), [0, 0, 255])).toBe(true);
  });

  long.it('are cropped around the focal point, which changes only the URL of the thumbnail', async () => {
    const site = await makeSite(SMALL_SITE);
    const red = await picture('png', { width: 200, height: 200, background: '#ff0000' });
    const striped = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#0000ff' } })
      .composite([{ input: red, left: 400, top: 0 }])
      .png()
      .toBuffer();
    const before = (await upload(site, 'a.png', striped)).body.data;
    expect(isNear(await pixel(await bytesOf(await get(site, '1/thumbnail')), 75, 75), [0, 0, 255])).toBe(true);
    const put = { as: 'editor', body: { focalPoint: { x: 1, y: 0.5 } } } as const;
    const after = (await site.ask('PUT /admin/media/1', put)).body.data;
    expect(isNear(await pixel(await bytesOf(await get(site, '1/thumbnail')), 75, 75), [255, 0, 0])).toBe(true);
    expect(after.variantUrls.thumbnail).not.toBe(before.variantUrls.thumbnail);
    expect([after.url, after.variantUrls.medium]).toEqual([before.url, before.variantUrls.medium]);
  });

  long.it('SEC-25 show the first frame of an animation', async () => {
    const site = await makeSite(SMALL_SITE);
    const frames = Buffer.concat([Buffer.alloc(30 * 30 * 3, Buffer.from([255, 0, 0])), Buffer.alloc(30 * 30 * 3, 0)]);
    const moving = await sharp(frames, { raw: { width: 30, height: 60, channels: 3, pageHeight: 30 } })
      .gif()
      .toBuffer();
    const { body } = await upload(site, 'a.gif', moving);
    expect([body.data.width, body.data.height]).toEqual([30, 30]);
    const thumbnail = await bytesOf(await get(site, '1/thumbnail'));
    expect((await sharp(thumbnail).metadata()).pages ?? 1).toBe(1);
    expect(isNear(await pixel(thumbnail, 5, 5), [255, 0, 0])).toBe(true);
    expect((await bytesOf(await get(site, '1/original'))).equals(moving)).toBe(true);
  });

  it('of a file that is no picture are the original', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'a.pdf', PDF);
    for (const name of ['thumbnail', 'medium', 'large', 'w320', 'w2560.pdf'])
      expect((await bytesOf(await get(site, `1/${name}`))).equals(PDF)).toBe(true);
    expect((await site.ask('GET /content/media/1/info')).body.data).toMatchObject({ variants: {}, srcset: null });
  });

  it('are kept outside git until the picture is deleted', async () => {
    const site = await makeSite(SMALL_SITE);
    await upload(site, 'a.png', await picture());
    const cached = () => readdirSync(join(site.privateDir, 'cache/media'));
    await Promise.all(Array.from({ length: 5 }, () => get(site, '1/thumbnail').then(bytesOf)));
    expect(cached()).toHaveLength(1);
    const first = (await get(site, '1/thumbnail')).headers.get('etag');
    await site.restart();
    expect((await get(site, '1/thumbnail')).headers.get('etag')).toBe(first);
    await site.ask('DELETE /admin/media/1', { as: 'editor' });
    expect(cached()).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe('');
  });
});

describe('files that people put into git', () => {
  it('are served from a record with only their name', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'media/hill.yaml': 'filename: hill.png\n' });
    const bytes = await picture('png', { width: 300, height: 200 });
    writeBytes(site, 'media/files/hill.png', bytes);
    const [item] = (await site.ask('GET /admin/media', { as: 'viewer' })).body.data;
    expect(item).toMatchObject({ mimeType: 'image/png', originalName: 'hill.png' });
    expect(item.url).toContain(`/api/content/media/${item.id}/original.png`);
    expect((await bytesOf(await get(site, `${item.id}/original`))).equals(bytes)).toBe(true);
    const medium = await bytesOf(await get(site, `${item.id}/medium`));
    expect(await sharp(medium).metadata()).toMatchObject({ width: 300, height: 200 });
    const before = (await get(site, `${item.id}/original`)).headers.get('etag');
    writeBytes(site, 'media/files/hill.png', await picture('png', { width: 10, height: 10 }));
    const after = await get(site, `${item.id}/original`);
    expect(after.headers.get('etag')).not.toBe(before);
    expect(await sharp(await bytesOf(await get(site, `${item.id}/medium`))).metadata()).toMatchObject({ width: 10 });
  });

  it('are not cached as the recorded version if their bytes differ', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await upload(site, 'a.png', await picture());
    writeBytes(site, `media/files/${body.data.filename}`, await picture('png', { width: 9, height: 9 }));
    const response = await fetch(site.url + body.data.url);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('max-age=60,'),
    ]);
    expect(await problemsOf(site)).toMatchObject([{ path: 'media/a.yaml', code: 'MEDIA_FILE' }]);
  });

  it('SEC-26 are never served as scripts, which pages of the interface would run', async () => {
    const types = [
      'text/javascript',
      'application/x-ecmascript',
      'text/JavaScript1.5',
      'text/livescript',
      'text/plain',
    ];
    const records = types.map((type, at) => [
      `media/m${at}.yaml`,
      `id: ${at + 1}\nfilename: a.js\nmimeType: ${type}\n`,
    ]);
    const site = await makeSite({ ...SMALL_SITE, ...Object.fromEntries(records), 'media/files/a.js': 'alert(1)' });
    const served = await Promise.all(types.map((_, at) => get(site, `${at + 1}/original`)));
    expect(served.map(({ headers }) => headers.get('content-type'))).toEqual([
      ...Array.from({ length: 4 }, () => 'application/octet-stream'),
      'text/plain; charset=utf-8',
    ]);
  });

  it('SEC-4 are read from their own folder alone, and never through a link', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'media/up.yaml': 'id: 1\nfilename: ..\n',
      'media/here.yaml': 'id: 2\nfilename: .\n',
      'media/link.yaml': 'id: 3\nfilename: link.txt\n',
      'media/html.yaml': 'id: 4\nfilename: page.html\nmimeType: text/html\n',
      'media/files/page.html': '<script>alert(1)</script>',
    });
    symlinkSync('/etc/passwd', join(site.contentDir, 'media/files/link.txt'));
    for (const id of [1, 2, 3]) expect((await get(site, `${id}/original`)).status).toBe(404);
    const html = await get(site, '4/original');
    expect(html.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(html.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    renameSync(join(site.contentDir, 'media/files'), join(site.contentDir, 'elsewhere'));
    symlinkSync('../elsewhere', join(site.contentDir, 'media/files'));
    expect((await get(site, '4/original')).status).toBe(404);
  });

  it('that are missing or broken are 404 and a problem until they are repaired', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'media/gone.yaml': 'id: 1\nfilename: gone.png\n',
      'media/odd.yaml': 'id: 2\nfilename: odd.png\n',
      'media/files/odd.png': 'no picture\n',
    });
    await until(async () => (await problemsOf(site)).length === 2);
    expect(await problemsOf(site)).toMatchObject([
      { path: 'media/odd.yaml', code: 'MEDIA_FILE', message: 'its file odd.png is not a readable picture' },
      { path: 'media/gone.yaml', line: 2, code: 'MEDIA_FILE', message: 'its file gone.png is not there' },
    ]);
    for (const path of ['1/original', '1/thumbnail', '2/large']) expect((await get(site, path)).status).toBe(404);
    expect((await get(site, '2/original')).status).toBe(200);
    expect((await problemsOf(site)).map(({ path }) => path).sort()).toEqual(['media/gone.yaml', 'media/odd.yaml']);
    writeBytes(site, 'media/files/gone.png', await picture());
    writeBytes(site, 'media/files/odd.png', await picture());
    for (const path of ['1/thumbnail', '2/large']) expect((await get(site, path)).status).toBe(200);
    expect(await problemsOf(site)).toEqual([]);
    rmSync(join(site.contentDir, 'media/files'), { recursive: true });
    expect((await get(site, '2/original')).status).toBe(404);
  });
});

describe('info', () => {
  it('shows the public description', async () => {
    const site = await makeSite(SMALL_SITE);
    const bytes = await picture('png', { width: 40, height: 20 });
    const fields = { title: 'A hill', alt: 'Green', folder: 'Hills' };
    const { body } = await upload(site, 'hill.png', bytes, { fields });
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const url = (name: string) => `/api/content/media/1/${name}?v=${version}`;
    const variant = { mimeType: 'image/webp', width: 40, height: 20 };
    expect((await site.ask('GET /content/media/1/info')).body.data).toEqual({
      id: 1,
      filename: body.data.filename,
      originalName: 'hill.png',
      mimeType: 'image/png',
      size: bytes.length,
      width: 40,
      height: 20,
      altText: 'Green',
      alt: 'Green',
      title: 'A hill',
      url: url('original.png'),
      variantUrls: { thumbnail: url('thumbnail.webp'), medium: url('medium.webp'), large: url('large.webp') },
      srcset: `${url('w320.webp')} 40w`,
      variants: {
        thumbnail: { ...variant, url: url('thumbnail.webp'), width: 20 },
        medium: { ...variant, url: url('medium.webp') },
        large: { ...variant, url: url('large.webp') },
        w320: { ...variant, url: url('w320.webp') },
      },
      metadata: {},
      createdAt: '2026-02-01T12:00:00.000Z',
      focalPoint: null,
      dominantColor: body.data.dominantColor,
      placeholder: body.data.placeholder,
    });
    expect(body.data.placeholder).toMatch(/^data:image\/webp;base64,/);
  });

  it('shows a colour and a tiny picture only if they are that, and where the focus is', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'media/odd.yaml':
        'id: 1\nfilename: odd.jpg\nfocalPoint: { x: 0.2, y: 0.8 }\ndominantColor: "red;background:url(//x)"\nplaceholder: "javascript:alert(1)"\n',
    });
    expect((await site.ask('GET /content/media/1/info')).body.data).toMatchObject({
      ...{ focalPoint: { x: 0.2, y: 0.8 }, dominantColor: null, placeholder: null },
    });
  });

  it('replaces ids on request, also in galleries', async () => {
    const type =
      'id: 9\nname: Album\nfieldsSchema:\n  - { name: cover, type: media }\n  - { name: all, type: gallery }\ncreatedAt: 2026-01-01T00:00:00.000Z\n';
    const page = 'id: 20\ntype: album\ntitle: Album\nstatus: published\nfields:\n  cover: a\n  all: [a, b]\n';
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/album.yaml': type,
      'pages/en/album.yaml': page,
      'media/a.yaml': 'id: 1\nfilename: a.png\n',
      'media/b.yaml': 'id: 2\nfilename: b.png\n',
    });
    const { fields } = (await site.ask('GET /content/pages/album?expand=media')).body.data;
    expect((await site.ask('GET /content/media/1/info')).body.data).toMatchObject(fields.cover);
    expect(fields.all.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  });
});
