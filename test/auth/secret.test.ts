import { lstat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadSecret } from '../../src/auth/secret.ts';
import { makePrivateFolder } from './fixtures.ts';

describe('the secret of the tokens', () => {
  it('is made once, readable by the owner only, and the same at the next start', async () => {
    const dir = await makePrivateFolder(onTestFinished);
    const secret = await loadSecret(dir);
    expect(secret).toHaveLength(32);
    expect((await lstat(join(dir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
    expect(await loadSecret(dir)).toEqual(secret);
    expect(await loadSecret(await makePrivateFolder(onTestFinished))).not.toEqual(secret);
  });

  it('is the configured one if there is one, and is not stored then', async () => {
    const dir = await makePrivateFolder(onTestFinished);
    expect(await loadSecret(dir, 'x'.repeat(32))).toEqual(Buffer.from('x'.repeat(32)));
    expect(await readdir(dir)).not.toContain('jwt-secret');
  });

  it('SEC-14 stops the start if it is shorter than 32 bytes', async () => {
    const dir = await makePrivateFolder(onTestFinished);
    await expect(loadSecret(dir, 'x'.repeat(31))).rejects.toThrow(
      'JWT_SECRET must have at least 32 bytes, but it has 31',
    );
    await expect(loadSecret(dir, '')).rejects.toThrow('it has 0');
    await writeFile(join(dir, 'jwt-secret'), 'c2hvcnQ');
    await expect(loadSecret(dir)).rejects.toThrow('delete the file to get a new one');
  });
});
