import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';
import type { S3Config } from '../../src/model/media/mediaConfig.ts';

export interface S3Server {
  readonly config: S3Config;
  /** As the environment gives it. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops the service and starts it again at the same address, with the same files. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** An S3-compatible service with one bucket, which stops when the test is finished. */
export async function makeS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'quire-s3-'));
  const open = (port: number) =>
    new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: [{ name: 'media', configs: [] }],
    });
  let server = open(0);
  const { port } = await server.run();
  let isRunning = true;
  async function stop(): Promise<void> {
    if (!isRunning) return;
    isRunning = false;
    await server.close();
  }
  onTestFinished(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'media',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    publicUrl: null,
  };
  return {
    config,
    env: {
      MEDIA_STORAGE: 's3',
      S3_ENDPOINT: config.endpoint,
      S3_BUCKET: config.bucket,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    stop,
    async start() {
      server = open(port);
      await server.run();
      isRunning = true;
    },
  };
}
