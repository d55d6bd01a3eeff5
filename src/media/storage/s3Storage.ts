import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { loadLazily } from '../../lib/list/loadLazily.ts';
import { undiciPackage } from '../../lib/list/undiciPackage.ts';
import { percentEncode } from '../../lib/text/percentEncode.ts';
import { unavailable } from '../../model/errors.ts';
import type { S3Config } from '../../model/media/mediaConfig.ts';
import { isInlineType } from '../../model/media/mediaType.ts';
import { type MediaStorage, onlyPlainNames } from './storage.ts';

type S3Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/** How long to wait for an answer. */
const TIMEOUT_MS = 30_000;
const signerPackage = loadLazily<typeof import('aws4fetch')>('aws4fetch');
/** SHA-256 of no bytes. */
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Files in a bucket of an S3-compatible service. */
export function createS3Storage(access: S3Config): MediaStorage {
  const { endpoint, bucket, publicUrl } = access;
  const pathOf = (name: string): string => `${encodeURIComponent(bucket)}/${percentEncode(name)}`;

  /** @throws CmsError SERVICE_UNAVAILABLE if the service does not answer, or answers with an error */
  async function send(method: S3Method, name: string, options: Request = {}): Promise<Dispatcher.ResponseData | null> {
    const answer = await call(method, `${endpoint}/${pathOf(name)}`, options);
    if (answer.statusCode < 300) return answer;
    await answer.body.dump();
    if (answer.statusCode === 404) return null;
    throw unavailable(`The media storage answered ${answer.statusCode}`, 10);
  }

  async function call(
    method: S3Method,
    url: string,
    { headers = {}, body }: Request,
  ): Promise<Dispatcher.ResponseData> {
    const { accessKeyId, secretAccessKey, region } = access;
    const { AwsV4Signer } = signerPackage();
    const signer = new AwsV4Signer({
      method,
      url,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      headers: { 'x-amz-content-sha256': EMPTY_HASH, ...headers },
    });
    const signed = await signer.sign();
    const options = { method, body: body ?? null, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    try {
      return await undiciPackage().request(signed.url, { ...options, headers: Object.fromEntries(signed.headers) });
    } catch (error) {
      body?.destroy();
      throw unavailable('The media storage does not answer', 10, error);
    }
  }

  return onlyPlainNames({
    isInGit: false,
    async put(name, { path, size, mimeType, hash }) {
      const headers = {
        'content-type': mimeType,
        'content-length': String(size),
        'content-disposition': isInlineType(mimeType) ? 'inline' : 'attachment',
        // The name contains the hash of the bytes.
        'cache-control': 'public, max-age=31536000, immutable',
        'x-amz-content-sha256': hash,
      };
      const answer = await send('PUT', name, { headers, body: createReadStream(path) });
      if (answer === null) throw unavailable('The bucket for media files does not exist', 60);
      await answer.body.dump();
      return [];
    },
    planRemoval: async () => [],
    async discard(name) {
      await (await send('DELETE', name))?.body.dump();
    },
    async find(name) {
      const answer = await send('HEAD', name);
      await answer?.body.dump();
      return answer && { size: Number(answer.headers['content-length']), version: String(answer.headers['etag']) };
    },
    async read(name, range) {
      const answer = await send('GET', name, range && { headers: { range: `bytes=${range.start}-${range.end}` } });
      if (answer === null) throw unavailable('The file has just been removed', 1);
      return answer.body;
    },
    publicUrl: (name) => publicUrl && `${publicUrl}/${percentEncode(name)}`,
  });
}
