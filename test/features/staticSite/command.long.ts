import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN } from '../../cli/quire.ts';
import { exportTo, makeSampleRepository } from '../../cli/sampleRepository.ts';
import { until } from '../../http/makeServer.ts';
import { filesIn, manifestIn } from './exportOf.ts';

it('an export can be killed at any moment, and the next one completes the folder', async () => {
  const place = makeSampleRepository();
  await exportTo(place, place.out);
  const full = filesIn(place.out);
  const staging = join(place.out, '.quire-export');
  for (const sign of [staging, join(staging, '40'), join(staging, 'manifest.json'), join(place.out, 'sitemap.xml')]) {
    rmSync(join(place.out, 'api'), { recursive: true });
    rmSync(join(place.out, 'sitemap.xml'));
    const args = [MAIN, 'export', '--no-images', '--out', place.out];
    const child = spawn(process.execPath, args, { env: place.env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await until(() => existsSync(sign) || child.exitCode !== null, 60_000);
    child.kill('SIGKILL');
    await ended;
    expect(manifestIn(place.out).files.size).toBe(Object.keys(full).length - 1);
    expect((await exportTo(place, place.out, '--since', join(place.out, 'manifest.json'))).code).toBe(0);
    expect(filesIn(place.out)).toEqual(full);
  }
});
