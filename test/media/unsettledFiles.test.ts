import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openUnsettled } from '../../src/media/unsettledFiles.ts';
import { writePrivateFile } from '../../src/store/privateFolder.ts';
import { until } from '../http/makeServer.ts';

interface Setting {
  readonly named?: readonly string[];
  readonly before?: string;
  readonly retryMs?: number;
  readonly onDiscard?: (name: string) => Promise<void>;
}

async function make({ named = [], before, retryMs = 1_000_000, onDiscard }: Setting = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-unsettled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'unsettled.json');
  if (before !== undefined) writeFileSync(path, before);
  const discarded: string[] = [];
  const errors: unknown[] = [];
  const state = { isDown: false, isFullOnce: false };
  const discard = async (name: string): Promise<void> => {
    if (state.isDown) throw new Error('down');
    discarded.push(name);
    await onDiscard?.(name);
  };
  const isNamed = (name: string): boolean => named.includes(name);
  const onError = (error: unknown): void => void errors.push(error);
  const write: typeof writePrivateFile = async (...all) => {
    if (!state.isFullOnce) return writePrivateFile(...all);
    state.isFullOnce = false;
    throw new Error('ENOSPC');
  };
  const unsettled = await openUnsettled({ storage: { discard }, path, isNamed, onError, retryMs, write });
  onTestFinished(unsettled.close);
  return {
    folder,
    unsettled,
    discarded,
    errors,
    state,
    saved: () => JSON.parse(readFileSync(path, 'utf8')) as unknown,
  };
}

describe('unsettled media files', () => {
  it('are noted before anything happens, and kept if a record names them afterwards', async () => {
    const { unsettled, discarded, saved } = await make({ named: ['a'] });
    await unsettled.begin('a');
    expect(saved()).toEqual(['a']);
    await unsettled.end('a');
    expect([saved(), discarded]).toEqual([[], []]);
  });

  it('are removed if no record names them', async () => {
    const { unsettled, discarded, saved } = await make();
    await unsettled.begin('a');
    await unsettled.end('a');
    expect([saved(), discarded, unsettled.problems()]).toEqual([[], ['a'], []]);
  });

  it('are tried again automatically when that fails', async () => {
    const { unsettled, discarded, errors, state, saved } = await make({ retryMs: 1 });
    state.isDown = true;
    await unsettled.begin('a');
    await unsettled.end('a');
    expect([saved(), unsettled.problems().length, errors.length]).toEqual([['a'], 1, 1]);
    await until(() => errors.length > 2);
    state.isDown = false;
    await until(() => discarded.length > 0);
    await until(() => JSON.stringify(saved()) === '[]');
    expect(unsettled.problems()).toEqual([]);
  });

  it('are not begun if they cannot be noted, and stay a problem until their removal is saved', async () => {
    const { unsettled, discarded, saved, folder } = await make();
    await unsettled.begin('a');
    rmSync(folder, { recursive: true });
    await expect(unsettled.begin('b')).rejects.toThrow();
    await unsettled.end('a');
    expect([discarded, unsettled.problems().length]).toEqual([['a'], 1]);
    mkdirSync(folder);
    await unsettled.retry();
    expect([discarded, unsettled.problems(), saved()]).toEqual([['a', 'a'], [], []]);
  });

  it('stay noted for an operation that begins while another one on them cannot be noted', async () => {
    const { unsettled, state, saved } = await make();
    state.isFullOnce = true;
    const [first, second] = await Promise.allSettled([unsettled.begin('a'), unsettled.begin('a')]);
    expect([first.status, second.status, unsettled.isNoted('a'), saved()]).toEqual([
      ...['rejected', 'fulfilled'],
      ...[true, ['a']],
    ]);
  });

  it('are left alone while an operation on them is running', async () => {
    const { unsettled, discarded } = await make({ before: '["old"]' });
    await unsettled.begin('a');
    await unsettled.retry();
    expect(discarded).toEqual(['old']);
  });

  it('are forgotten if the list cannot be read', async () => {
    for (const before of ['', '{', '5', '[1, null]']) {
      const { unsettled, discarded } = await make({ before });
      await unsettled.retry();
      expect(discarded).toEqual([]);
    }
  });

  it('are left alone if an operation on them begins while others are removed', async () => {
    const { unsettled, discarded, saved } = await make({
      before: '["a","b"]',
      onDiscard: () => unsettled.begin('b'),
    });
    await unsettled.retry();
    expect([discarded, saved()]).toEqual([['a'], ['b']]);
  });
});
