import { lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newSessionId, openSessions, sessionSeconds } from '../../../src/auth/session/sessions.ts';
import type { Settings } from '../../../src/model/entities/settings.ts';
import { createClock, createRecords, makePrivateFolder } from '../fixtures.ts';

const DAY = 24 * 60 * 60;

async function open() {
  const privateDir = await makePrivateFolder(onTestFinished);
  const clock = createClock();
  return {
    privateDir,
    clock,
    path: join(privateDir, 'state', 'sessions.json'),
    reopen: () => openSessions({ privateDir, clock }),
  };
}

describe('an ended session', () => {
  it('has ended at once and after a restart; others go on', async () => {
    const { reopen, path } = await open();
    const sessions = await reopen();
    await sessions.end('one');
    expect(sessions.hasEnded('one')).toBe(true);
    expect((await reopen()).hasEnded('one')).toBe(true);
    expect((await reopen()).hasEnded('two')).toBe(false);
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
  });

  it('is on the disk when its end resolves, also with many at once', async () => {
    const { reopen } = await open();
    const sessions = await reopen();
    const ids = Array.from({ length: 20 }, newSessionId);
    const seen = ids.map(async (id) => {
      await sessions.end(id);
      return (await reopen()).hasEnded(id);
    });
    expect(await Promise.all(seen)).toEqual(ids.map(() => true));
  });

  it('is remembered as long as the longest token is valid, then forgotten', async () => {
    const { reopen, clock, path } = await open();
    const sessions = await reopen();
    await sessions.end('old');
    clock.pass(1);
    await Promise.all(Array.from({ length: 1000 }, (_, n) => sessions.end(`later ${n}`)));
    clock.pass(30 * DAY - 2);
    expect((await reopen()).hasEnded('old')).toBe(true);
    clock.pass(1);
    const again = await reopen();
    await again.end('new');
    const kept = Object.keys(JSON.parse(await readFile(path, 'utf8')));
    expect(kept).toHaveLength(1001);
    expect(kept).not.toContain('old');
  });

  it('SEC-14 is not revived by a clock that was ahead for a while', async () => {
    const { reopen, clock } = await open();
    const sessions = await reopen();
    await sessions.end('one');
    clock.pass(400 * DAY);
    await sessions.end('two');
    clock.pass(-400 * DAY);
    expect(sessions.hasEnded('one')).toBe(true);
    expect((await reopen()).hasEnded('one')).toBe(true);
  });

  it('stays ended in memory if it cannot be written, and the failure is reported', async () => {
    const { reopen, privateDir } = await open();
    const sessions = await reopen();
    await rm(join(privateDir, 'state'), { recursive: true });
    await expect(sessions.end('one')).rejects.toThrow('ENOENT');
    expect(sessions.hasEnded('one')).toBe(true);
  });

  it.each(['{"one":', 'null', '{"one":1,"two":"soon"}'])(
    'is not revived by a damaged file: the start stops (%s)',
    async (text) => {
      const { reopen, path } = await open();
      await writeFile(path, text);
      await expect(reopen()).rejects.toThrow(
        `The ended sessions in ${path} cannot be read: restore the file, or delete it together`,
      );
    },
  );
});

describe('a session', () => {
  it('lasts as long as the settings say, by default a day', () => {
    const { lookup, put } = createRecords();
    expect(sessionSeconds(lookup)).toBe(DAY);
    const durations = ['24h', '7d', '14d', '30d'].map((duration) => {
      put('settings', 1, { session: { duration } } as Settings);
      return sessionSeconds(lookup);
    });
    expect(durations).toEqual([DAY, 7 * DAY, 14 * DAY, 30 * DAY]);
  });

  it('has an id that cannot be guessed', () => {
    expect(newSessionId()).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(newSessionId()).not.toBe(newSessionId());
  });
});
