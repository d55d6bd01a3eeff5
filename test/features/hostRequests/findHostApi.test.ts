import { expect, it } from 'vitest';
import { findHostApi } from '../../../src/features/hostRequests/host/findHostApi.ts';

const NOTHING = { api: null, kind: null };

it.each([
  ['https://github.com/acme/site.git', 'github', 'https://api.github.com', 'acme/site'],
  ['git@github.com:acme/site.git', 'github', 'https://api.github.com', 'acme/site'],
  ['https://acme.ghe.com/acme/site', 'github', 'https://api.acme.ghe.com', 'acme/site'],
  ['https://github.acme.example/acme/site.git', 'github', 'https://github.acme.example/api/v3', 'acme/site'],
  ['https://gitlab.com/acme/web/site.git', 'gitlab', 'https://gitlab.com/api/v4', 'acme/web/site'],
  ['ssh://git@gitlab.example:2222/acme/site.git', 'gitlab', 'https://gitlab.example/api/v4', 'acme/site'],
  ['https://codeberg.org/acme/site.git', 'gitea', 'https://codeberg.org/api/v1', 'acme/site'],
  ['https://gitea.example:3000/acme/site.git', 'gitea', 'https://gitea.example:3000/api/v1', 'acme/site'],
] as const)('knows the interface of %s', (address, kind, url, repository) => {
  expect(findHostApi(address, NOTHING)).toEqual({ kind, url, repository });
});

it.each([
  ['https://git.example/acme/site.git', { api: 'https://git.example/api/v1', kind: null }, 'gitea', 'acme/site'],
  ['https://git.example/acme/site.git', { api: 'https://api.git.example', kind: null }, 'github', 'acme/site'],
  [
    'https://git.example/git/acme/site.git',
    { api: 'https://git.example/git/api/v4', kind: null },
    'gitlab',
    'acme/site',
  ],
  ['https://git.example/acme/site.git', { api: 'https://git.example/other', kind: 'forgejo' }, 'gitea', 'acme/site'],
] as const)('is told of others by GIT_HOST_API and GIT_HOST_KIND: %s', (address, config, kind, repository) => {
  expect(findHostApi(address, config)).toEqual({ kind, url: config.api, repository });
});

it.each(['https://git.example/acme/site.git', '/srv/git/site.git', 'file:///srv/git/acme/site.git', 'origin'])(
  'makes no requests at %s',
  (address) => {
    expect(findHostApi(address, NOTHING)).toBeNull();
  },
);

it.each(['https://github.com/site.git', 'https://github.com/acme/web/site.git'])(
  'knows no repository of GitHub in %s',
  (address) => {
    expect(findHostApi(address, NOTHING)).toBeNull();
  },
);
