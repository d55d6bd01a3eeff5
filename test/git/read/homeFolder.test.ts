import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { homeFolder } from '../../../src/git/read/conversion.ts';

const failing = (error: unknown) => () => {
  throw error;
};

it('is the folder of the user', () => {
  expect(homeFolder()).toBe(homedir());
});

it('is null if the system knows none, or HOME is empty', () => {
  const unknown = Object.assign(new Error('uv_os_homedir returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' });
  expect(homeFolder(failing(unknown))).toBeNull();
  expect(homeFolder(() => '')).toBeNull();
});

it('hides no other failure', () => {
  expect(() => homeFolder(failing(new TypeError('other')))).toThrow('other');
});
