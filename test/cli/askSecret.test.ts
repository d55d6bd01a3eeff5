import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { describe, expect, it } from 'vitest';
import { askSecret } from '../../src/cli/user.ts';

/** A terminal with these key presses, and the modes it was set to. */
function makeTerminal(...keys: readonly string[]) {
  const modes: boolean[] = [];
  const terminal = new PassThrough();
  for (const key of keys) terminal.write(key);
  const input = Object.assign(terminal, { setRawMode: (mode: boolean) => void modes.push(mode) });
  return { input: input as unknown as ReadStream, modes };
}

describe('a question for a secret', () => {
  it('takes what is typed until the line ends, with corrections', async () => {
    const { input, modes } = makeTerminal('cor', 'x\u007f', 'rect ', 'hörs\be', '\r');
    expect(await askSecret('Password: ', input)).toBe('correct höre');
    expect(modes).toEqual([true, false]);
  });

  it('is cancelled with Ctrl-C, and restores the terminal', async () => {
    const { input, modes } = makeTerminal('abc\u0003');
    await expect(askSecret('Password: ', input)).rejects.toThrow('Cancelled');
    expect(modes).toEqual([true, false]);
  });

  it('can be asked twice on one terminal', async () => {
    const { input } = makeTerminal('first\n');
    expect(await askSecret('One: ', input)).toBe('first');
    (input as unknown as PassThrough).write('second\n');
    expect(await askSecret('Two: ', input)).toBe('second');
  });
});
