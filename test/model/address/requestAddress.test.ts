import { expect, it } from 'vitest';
import { requestAddress } from '../../../src/model/address/requestAddress.ts';

it.each([
  ['https://github.com/harbour/site.git', 'https://github.com/harbour/site/pull/7'],
  ['git@github.com:harbour/site.git', 'https://github.com/harbour/site/pull/7'],
  ['https://bot:secret@github.example.org/harbour/site', 'https://github.example.org/harbour/site/pull/7'],
  ['https://gitlab.com/town/harbour/site.git', 'https://gitlab.com/town/harbour/site/-/merge_requests/7'],
  ['ssh://git@gitlab.example.org:2222/harbour/site.git', 'https://gitlab.example.org/harbour/site/-/merge_requests/7'],
  ['https://codeberg.org/harbour/site.git', 'https://codeberg.org/harbour/site/pulls/7'],
  ['http://git.example.org:3000/harbour/site/', 'http://git.example.org:3000/harbour/site/pulls/7'],
])('finds the web page of a merge request at %s', (address, page) => {
  expect(requestAddress(address, 7)).toBe(page);
});

it.each(['/srv/git/site.git', 'file:///srv/git/site.git', 'origin', 'ext::sh -c x', '--upload-pack=x'])(
  'SEC-40 finds none of %s',
  (address) => {
    expect(requestAddress(address, 7)).toBeNull();
  },
);
