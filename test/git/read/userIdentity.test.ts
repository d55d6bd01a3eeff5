import { afterAll, expect, it } from 'vitest';
import { findNativeGit } from '../../../src/git/read/native.ts';
import { findUserIdentity } from '../../../src/git/read/userIdentity.ts';
import { git, makeRepository, removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

it.each<[string, Record<string, string>, Record<string, string>, object | null]>([
  ['nobody', {}, {}, null],
  ['nobody with half a name', { 'user.name': 'Ada' }, {}, null],
  ['the user', { 'user.name': 'Ada', 'user.email': 'a@x' }, {}, { name: 'Ada', email: 'a@x' }],
  [
    'the author before the user',
    { 'user.name': 'Ada', 'user.email': 'a@x', 'author.name': 'Bob' },
    {},
    { name: 'Bob', email: 'a@x' },
  ],
  [
    'the author in the environment',
    { 'user.name': 'Ada', 'user.email': 'a@x' },
    { GIT_AUTHOR_NAME: 'Eve', GIT_AUTHOR_EMAIL: 'e@x' },
    { name: 'Eve', email: 'e@x' },
  ],
  [
    'the user if the variable is Quire’s own',
    { 'user.name': 'Ada', 'user.email': 'a@x' },
    { GIT_AUTHOR_EMAIL: 'private' },
    { name: 'Ada', email: 'a@x' },
  ],
  ['a name with the address of the account', { 'user.name': 'Ada' }, { EMAIL: 'm@x' }, { name: 'Ada', email: 'm@x' }],
])('git commits as %s', async (_, settings, env, person) => {
  const dir = makeRepository({ a: 'a\n' });
  for (const [name, value] of Object.entries(settings)) git(dir, 'config', name, value);
  const native = (await findNativeGit({ env: { PATH: process.env['PATH'], HOME: dir } }))!;
  expect(await findUserIdentity(native, dir, env)).toEqual(person);
});
