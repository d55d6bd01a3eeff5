import { describe, expect, it } from 'vitest';
import { showHostRedirects } from '../../../src/features/redirects/hostRedirects.ts';
import { isRedirectedTo } from '../../../src/features/redirects/reach.ts';
import { showRedirects } from '../../../src/features/redirects/view.ts';
import { createPageLists } from '../../../src/store/page/pageLists.ts';
import { createPublicContent } from '../../../src/view/publicContent.ts';
import { makeSite, NOW } from '../../makeSite.ts';
import { pageFile, siteInMemory } from '../../view/siteInMemory.ts';

describe('redirects', () => {
  const redirect = (id: number, fromPath: string, toPath: string, more: object = {}) => ({
    id,
    fromPath,
    toPath,
    ...more,
  });
  const { content } = siteInMemory({
    'redirects/z.yaml': redirect(1, '/to-open', '/open', { statusCode: 302 }),
    'redirects/a.yaml': redirect(2, '/away', 'https://a.example'),
    'redirects/b.yaml': redirect(3, '/to-hidden', '/hidden'),
    'redirects/c.yaml': redirect(4, '/off', '/open', { isActive: false }),
    'redirects/d.yaml': redirect(5, '/chain', '/to-hidden'),
    'redirects/e.yaml': redirect(6, '/to-nothing', '/nothing'),
    'pages/en/open.yaml': pageFile({ id: 7 }),
    'pages/en/hidden.yaml': pageFile({ id: 8, status: 'draft' }),
  });

  it('are shown by id, without those that are off or lead to a hidden page, also by another one', () => {
    expect(showRedirects(content)).toEqual([
      { id: 1, fromPath: '/to-open', toPath: '/open', statusCode: 302 },
      { id: 2, fromPath: '/away', toPath: 'https://a.example', statusCode: 301 },
      { id: 6, fromPath: '/to-nothing', toPath: '/nothing', statusCode: 301 },
    ]);
  });

  it.each([
    ['/open', true],
    ['/hidden', true],
    ['/to-open', false],
    ['/nobody', false],
  ])('lead to %s: %s', (path, expected) => {
    expect(isRedirectedTo(path, content)).toBe(expected);
  });
});

it('SEC-30 matches the paths of redirects literally, and only active ones', async () => {
  const redirect = (id: number, fromPath: string, toPath: string, rest: object = {}) => [
    `redirects/r${id}.json`,
    JSON.stringify({ id, createdAt: NOW, fromPath, toPath, ...rest }),
  ];
  const { cms } = await makeSite(
    Object.fromEntries([
      redirect(1, '/a*b/:c', '/to#part'),
      redirect(2, '/straße', 'https://example.org/ü?x=1', { statusCode: 308 }),
      redirect(3, '/off', '/nowhere', { isActive: false }),
      redirect(4, '/p', '/q/:splat/*'),
      redirect(5, '/port', 'https://example.org:8080/:id'),
      redirect(6, '/lines', '/a\n/* https://elsewhere.example 301!'),
    ]),
  );
  const lists = createPageLists(cms.store, () => new Date(NOW));
  const content = createPublicContent(cms.store, lists, () => new Date(NOW));
  expect([...showHostRedirects(content)].join('').split('\n')).toEqual([
    '/a%2Ab/%3Ac /to#part 301',
    '/stra%C3%9Fe https://example.org/%C3%BC?x=1 308',
    '/p /q/%3Asplat/* 301',
    '/port https://example.org:8080/%3Aid 301',
    '',
  ]);
});

it('writes malformed addresses for hosts with replacement characters', () => {
  const { content } = siteInMemory({ 'redirects/odd.json': { id: 1, fromPath: '/a\ud800', toPath: '/b\udc00' } });
  expect([...showHostRedirects(content)]).toEqual(['/a%EF%BF%BD /b%EF%BF%BD 301\n']);
});
