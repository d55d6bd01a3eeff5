import { appendFile, lstat, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuditLog } from '../../../src/auth/audit/auditLog.ts';
import { runs } from '../../effort.ts';
import { createClock, listAudit, makePrivateFolder, START } from '../fixtures.ts';

async function open() {
  const privateDir = await makePrivateFolder(onTestFinished);
  const clock = createClock();
  const errors: unknown[] = [];
  const reopen = () => createAuditLog({ privateDir, clock, onError: (error) => errors.push(error) });
  return { privateDir, path: join(privateDir, 'audit.ndjson'), clock, errors, reopen, log: reopen() };
}

const did = (action: string) => ({ actor: 'user/1', action, ok: true });
const actionsOf = ({ entries }: { entries: readonly { action: string }[] }) => entries.map(({ action }) => action);

describe('the audit log', () => {
  it('is empty before anything has happened', async () => {
    expect(await listAudit((await open()).log, { limit: 10, offset: 0 })).toEqual({ entries: [], total: 0 });
  });

  it('keeps entries across a restart, newest first, readable by the owner only', async () => {
    const { log, reopen, clock, path } = await open();
    await log.append({ actor: 'user/1', action: 'auth.login', record: 'user/1', ip: '192.0.2.1', ok: true });
    clock.pass(1);
    await log.append({ actor: 'anonymous', action: 'auth.login', ok: false });
    expect(await listAudit(reopen(), { limit: 10, offset: 0 })).toEqual({
      entries: [
        { at: '2026-01-05T09:00:01.000Z', actor: 'anonymous', action: 'auth.login', ok: false },
        { at: START, actor: 'user/1', action: 'auth.login', record: 'user/1', ip: '192.0.2.1', ok: true },
      ],
      total: 2,
    });
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
  });

  it('keeps the order of entries written at once, one line each', async () => {
    const { log, path } = await open();
    const actions = Array.from({ length: 50 }, (_, index) => `a.${index}\n"`);
    await Promise.all(actions.map((action) => log.append(did(action))));
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(51);
    expect(actionsOf(await listAudit(log, { limit: 100, offset: 0 }))).toEqual(actions.toReversed());
  });

  it('returns the requested page and the total for lines of any length', async () => {
    const { reopen, path } = await open();
    const size = fc.integer({ min: 1, max: 90_000 });
    const page = fc.record({ limit: fc.integer({ min: 1, max: 5 }), offset: fc.integer({ min: 0, max: 6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 6 }), page, async (sizes, range) => {
        await rm(path, { force: true });
        const log = reopen();
        const actions = sizes.map((length, index) => `${index}${'é'.repeat(length)}`);
        for (const action of actions) await log.append(did(action));
        const { limit, offset } = range;
        const listed = await listAudit(log, range);
        expect(listed.total).toBe(actions.length);
        expect(actionsOf(listed)).toEqual(actions.toReversed().slice(offset, offset + limit));
      }),
      { numRuns: runs(30) },
    );
  });

  it('keeps counting as it grows, also when another process appends', async () => {
    const { log, reopen } = await open();
    await log.append(did('one'));
    expect((await listAudit(log, { limit: 1, offset: 0 })).total).toBe(1);
    await reopen().append(did('two'));
    expect(await listAudit(log, { limit: 1, offset: 0 })).toMatchObject({ entries: [{ action: 'two' }], total: 2 });
  });

  it('counts again from zero when the file has been moved away', async () => {
    const { log, path } = await open();
    for (const action of ['one', 'two', 'three']) await log.append(did(action));
    expect((await listAudit(log, { limit: 1, offset: 0 })).total).toBe(3);
    await rename(path, `${path}.1`);
    await log.append(did('four'));
    expect(await listAudit(log, { limit: 9, offset: 0 })).toMatchObject({ entries: [{ action: 'four' }], total: 1 });
  });

  it('loses only the line that a crash cut short', async () => {
    const { log, path } = await open();
    await log.append(did('before'));
    await log.append(did('cut'));
    await truncate(path, (await lstat(path)).size - 9);
    await log.append(did('after'));
    expect(actionsOf(await listAudit(log, { limit: 10, offset: 0 }))).toEqual(['after', 'before']);
  });

  it('leaves out lines that are not entries', async () => {
    const { log, path } = await open();
    await log.append(did('one'));
    const damaged = { at: 'soon', actor: 'user/1', action: 'auth.login', ok: true };
    const lines = [null, 7, {}, damaged, { at: START, action: 'auth.login' }].map((line) => JSON.stringify(line));
    await appendFile(path, `${lines.join('\n')}\n${'x'.repeat(3_000_000)}\n`);
    await log.append(did('two'));
    expect(await listAudit(log, { limit: 10, offset: 0 })).toMatchObject({
      entries: [{ action: 'two' }, { action: 'one' }],
      total: 8,
    });
  });

  it('keeps only the known keys of an entry', async () => {
    const { log, path } = await open();
    await log.append({ ...did('auth.login'), password: 'a ship in harbour' } as Parameters<typeof log.append>[0]);
    expect(await readFile(path, 'utf8')).not.toContain('harbour');
  });

  it('reports that it cannot be written, and blocks nobody', async () => {
    const { log, privateDir, errors } = await open();
    await rm(privateDir, { recursive: true });
    await log.append(did('one'));
    expect(errors).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  });
});
