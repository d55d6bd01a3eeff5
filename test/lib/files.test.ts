import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appendLines, linesFromEnd } from '../../src/auth/audit/auditLog.ts';
import { hasErrorCode } from '../../src/lib/disk/hasErrorCode.ts';
import { readByteRange } from '../../src/lib/disk/readByteRange.ts';
import { readFileIfExists } from '../../src/lib/disk/readFileIfExists.ts';
import { syncFolder, writeFileDurably } from '../../src/lib/disk/writeFileDurably.ts';
import { finishesWithin } from '../../src/lib/turn/finishesWithin.ts';
import { freeBytes } from '../../src/write/queue/requireSpace.ts';
import { runs } from '../effort.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-lib-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('writeFileDurably', () => {
  it('replaces a file and its mode in one step and leaves nothing beside it', async () => {
    const folder = makeFolder();
    const path = join(folder, 'a');
    writeFileSync(path, 'old', { mode: 0o644 });
    await writeFileDurably(path, 'new', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('replaces a link, not what it leads to', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'target'), 'target');
    symlinkSync('target', join(folder, 'link'));
    await writeFileDurably(join(folder, 'link'), 'new', 0o600);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('target');
    expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
  });

  it('leaves everything as it was if it fails', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    await expect(writeFileDurably(join(folder, 'a'), 'x', 0o600)).rejects.toThrow();
    await expect(writeFileDurably(join(folder, 'none', 'a'), 'x', 0o600)).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('is complete if several write at once', async () => {
    const path = join(makeFolder(), 'a');
    const texts = ['1', '2', '3', '4'].map((digit) => digit.repeat(100_000));
    await Promise.all(texts.map((text) => writeFileDurably(path, text, 0o600)));
    expect(texts).toContain(readFileSync(path, 'utf8'));
  });
});

describe('appendLines', () => {
  it('adds whole lines to a new file and to an old one', async () => {
    const path = join(makeFolder(), 'log');
    await appendLines(path, 'a\nb\n', 0o600);
    await appendLines(path, 'c\n', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('a\nb\nc\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('ends a line that a crash has cut short', async () => {
    const path = join(makeFolder(), 'log');
    writeFileSync(path, '{"a":1}\n{"b":');
    await appendLines(path, '{"c":3}\n', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n{"b":\n{"c":3}\n');
  });
});

async function linesOf(path: string, size = statSync(path).size): Promise<readonly string[]> {
  const file = await open(path);
  try {
    const lines: string[] = [];
    for await (const line of linesFromEnd(file, size)) lines.push(line);
    return lines;
  } finally {
    await file.close();
  }
}

describe('linesFromEnd', () => {
  it('yields the lines of a file backwards, however long they are', async () => {
    const path = join(makeFolder(), 'log');
    const line = fc
      .tuple(
        fc.constantFrom('a', 'é', '日', '😀', 'xy'),
        fc.oneof(fc.nat(40), fc.integer({ min: 10_000, max: 70_000 })),
      )
      .map(([text, times]) => text.repeat(times));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.boolean(), async (lines, isOpen) => {
        writeFileSync(path, lines.join('\n') + (isOpen ? '' : '\n'));
        expect(await linesOf(path)).toEqual(lines.filter(Boolean).reverse());
      }),
      { numRuns: runs(60) },
    );
  });

  it('reads no further than requested', async () => {
    const path = join(makeFolder(), 'log');
    writeFileSync(path, 'a\nb\nc\n');
    expect(await linesOf(path, 4)).toEqual(['b', 'a']);
    expect(await linesOf(path, 0)).toEqual([]);
  });

  it('does not keep an endless line in memory, and continues before it', async () => {
    const path = join(makeFolder(), 'log');
    writeFileSync(path, `first\n${'x'.repeat(3 * 1024 * 1024)}\nlast\n`);
    const lines = await linesOf(path);
    expect([lines[0], lines.at(-1)]).toEqual(['last', 'first']);
    expect(lines).toHaveLength(3);
    expect(lines[1]!.length).toBeLessThan(1.2 * 1024 * 1024);
  });
});

describe('reading', () => {
  it('returns the part of a file that exists', async () => {
    const path = join(makeFolder(), 'a');
    writeFileSync(path, '0123456789');
    const file = await open(path);
    expect((await readByteRange(file, 2, 5)).toString()).toBe('234');
    expect((await readByteRange(file, 8, 20)).toString()).toBe('89');
    expect((await readByteRange(file, 20, 30)).toString()).toBe('');
    await file.close();
  });

  it('returns null for a missing file, and fails for anything else', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'a'), 'text');
    expect(await readFileIfExists(join(folder, 'a'))).toBe('text');
    expect(await readFileIfExists(join(folder, 'b'))).toBeNull();
    await expect(readFileIfExists(folder)).rejects.toThrow('EISDIR');
  });
});

describe('syncFolder', () => {
  it('fails for a missing folder', async () => {
    const folder = makeFolder();
    await expect(syncFolder(folder)).resolves.toBeUndefined();
    await expect(syncFolder(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});

describe('freeBytes', () => {
  it('is the free space of a file system', () => {
    const free = freeBytes(makeFolder());
    expect(Number.isSafeInteger(free) && free >= 0).toBe(true);
    expect(() => freeBytes('/no/such/folder')).toThrow('ENOENT');
  });
});

describe('hasErrorCode', () => {
  it('recognizes an error of the operating system by its code', async () => {
    const error: unknown = await open('/no/such/file').catch((reason: unknown) => reason);
    expect(hasErrorCode(error, 'EACCES', 'ENOENT')).toBe(true);
    expect(hasErrorCode(error, 'EACCES')).toBe(false);
    for (const other of [
      null,
      undefined,
      'ENOENT',
      { code: 'ENOENT' },
      new Error('ENOENT'),
      Object.assign(new Error('x'), { code: 2 }),
    ])
      expect(hasErrorCode(other, 'ENOENT')).toBe(false);
  });
});

describe('within', () => {
  it('is true for work that finishes in time, and throws what that throws', async () => {
    expect(await finishesWithin(10_000, Promise.resolve())).toBe(true);
    await expect(finishesWithin(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('is false for work that takes longer, which continues and may still fail', async () => {
    let fail = (_: Error): void => undefined;
    const work = new Promise<void>((_, reject) => {
      fail = reject;
    });
    expect(await finishesWithin(1, work)).toBe(false);
    fail(new Error('too late to tell'));
    await expect(work).rejects.toThrow('too late to tell');
  });
});
