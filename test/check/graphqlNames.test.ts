import { expect, it } from 'vitest';
import { findInStore } from '../../src/check/findings.ts';
import { siteInMemory } from '../view/siteInMemory.ts';

it('tells what GraphQL calls otherwise, and nothing of what it calls as one would expect', () => {
  const type = (id: number, ...fields: string[]) => ({
    ...{ id, name: 'T', regions: [] },
    fieldsSchema: fields.map((name) => ({ name, type: 'text' })),
  });
  const { store } = siteInMemory({
    'content-types/page.yaml': type(1, 'summary'),
    'content-types/menu.yaml': type(2, 'title', 'big-one'),
    'content-types/blog-post.yaml': type(3),
    'content-types/blog_post.yaml': type(4),
    'block-types/menu.yaml': type(5, 'title', 'id'),
  });
  const found = findInStore(store, { media: null, read: () => null, now: new Date(0) });
  expect(found.filter(({ code }) => code === 'GRAPHQL_NAME').map(({ path, message }) => `${path}: ${message}`)).toEqual(
    [
      'content-types/menu.yaml: is called MenuEntry in GraphQL, because that name belongs to Quire',
      'content-types/menu.yaml: the field "title" is called titleField in GraphQL',
      'content-types/blog_post.yaml: is called BlogPost2 in GraphQL, because another type has that name',
      'block-types/menu.yaml: the field "id" is called idField in GraphQL',
    ],
  );
});
