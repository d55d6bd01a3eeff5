import { expect, it } from 'vitest';
import { hideSecrets, isBranchName, readRemote } from '../../../src/model/address/remoteAddress.ts';

it.each([
  ['origin', { name: 'origin' }],
  ['https://github.com/owner/site.git', { url: 'https://github.com/owner/site.git', transport: 'http' }],
  [
    'https://me:p%40ss@host.example/site.git',
    { url: 'https://host.example/site.git', transport: 'http', username: 'me', password: 'p@ss' },
  ],
  [
    'https://me:50%off%21@host.example/site.git',
    { url: 'https://host.example/site.git', transport: 'http', username: 'me', password: '50%off!' },
  ],
  [
    'https://me:a%ff@host.example/site.git',
    { url: 'https://host.example/site.git', transport: 'http', username: 'me', password: 'a%ff' },
  ],
  ['ssh://git@host.example:2222/site.git', { url: 'ssh://git@host.example:2222/site.git', transport: 'ssh' }],
  ['git@github.com:owner/site.git', { url: 'git@github.com:owner/site.git', transport: 'ssh' }],
  ['file:///srv/site.git', { url: 'file:///srv/site.git', transport: 'file' }],
  ['/srv/site.git', { url: '/srv/site.git', transport: 'file' }],
])('reads %s', (text, expected) => {
  expect(readRemote(text)).toEqual(expected);
});

it.each([
  'ext::sh -c evil',
  'ext::sh',
  'fd::7',
  '--upload-pack=evil',
  '-oProxyCommand=evil',
  'ssh://-oProxyCommand=evil/site.git',
  'git@-host:site.git',
  'git@host:-site.git',
  'ftp://host.example/site.git',
  'git://host.example/site.git',
  'https://host.example/',
  'https://host.example/site.git?x=1',
  'file://host.example/site.git',
  'two words',
  'a\nb',
  '../../site.git',
  'a..b',
  '',
])('SEC-40 refuses %j', (text) => {
  expect(readRemote(text)).toBe(null);
});

it.each([
  ["fatal: unable to access 'https://me:secret@host/site.git/'", "fatal: unable to access 'https://host/site.git/'"],
  ['https://ghp_token@host/site.git', 'https://host/site.git'],
  ['the token s3cret was wrong', 'the token … was wrong'],
  ['fatal: https://ada:p@ss@host/site.git', 'fatal: https://host/site.git'],
  [`Basic ${Buffer.from('x-access-token:s3cret').toString('base64')}`, 'Basic …'],
])('SEC-40 hides the secrets of %j', (text, hidden) => {
  expect(hideSecrets(text, ['s3cret'])).toBe(hidden);
});

it.each(['main', 'feature/x', 'content', 'ünïcode', '2026'])('takes the branch %s', (name) => {
  expect(isBranchName(name)).toBe(true);
});

it.each([
  '-x',
  'a..b',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a@{1}',
  '@',
  'a.lock',
  '.a',
  'a/.b',
  'a//b',
  '/a',
  'a/',
  'a\\b',
  '',
])('refuses the branch %j', (name) => {
  expect(isBranchName(name)).toBe(false);
});
