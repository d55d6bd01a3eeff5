import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Redirect } from '../../src/features/redirects/entity.ts';
import { PERMISSIONS, ROLES } from '../../src/model/access.ts';
import { ENTITIES, entityOf, KINDS } from '../../src/model/entities/index.ts';
import { settings } from '../../src/model/entities/settings.ts';
import { flattenTerms, type Term, taxonomy } from '../../src/model/entities/taxonomy.ts';
import { placeholdersOf } from '../../src/model/location.ts';
import type { Kind } from '../../src/model/records.ts';
import type { Reference, ValuePath } from '../../src/model/reference.ts';
import { createValidator } from '../../src/model/schema/validator.ts';
import { siteSettings } from '../../src/model/siteSettings.ts';
import { createStore } from '../../src/store/createStore.ts';
import type { Store } from '../../src/store/store.ts';
import { runs } from '../effort.ts';
import { someRecord } from '../store/records.ts';
import { update } from '../store/siteFiles.ts';

const RICH_TEXT = {
  type: 'doc',
  content: [{ type: 'image', attrs: { src: 'media:lake', alt: '' } }],
};
const FIELDS = [
  { name: 'related', type: 'page' },
  { name: 'picture', type: 'media' },
  { name: 'text', type: 'richtext' },
  { name: 'facts', type: 'repeater', fields: [{ name: 'source', type: 'page' }] },
];

function makeStore(): Store {
  const store = createStore();
  store.apply([
    update('content-types/article.yaml', {
      name: 'Article',
      fieldsSchema: FIELDS,
      regions: [{ name: 'main', allowed_types: ['text', 'quote'] }, 'aside'],
      defaultBlocks: [{ region: 'main', blockTypeSlug: 'text' }],
    }),
    update('block-types/text.yaml', { name: 'Text', fieldsSchema: FIELDS }),
    update('blocks/motto.yaml', { type: 'text', title: 'Motto', fields: { picture: 'harbour' } }),
    update('menus/main.yaml', {
      name: 'Main',
      items: [
        { title: 'A', page: 'en/a' },
        { title: 'B', url: '/b', children: [{ title: 'C', page: 'en/c' }] },
      ],
    }),
    update('pages/en/a.yaml', {
      type: 'article',
      title: 'A',
      terms: { topics: ['news', 'events'] },
      fields: { related: 'en/b', picture: 'harbour', text: RICH_TEXT, facts: [{ source: 'en/c' }] },
      regions: {
        main: [
          { type: 'text', fields: { related: 'en/d' } },
          { block: 'motto', overrides: { picture: 'lake' } },
        ],
      },
    }),
    update('site.yaml', { siteName: 'Site', logo: 'media:harbour' }),
  ]);
  return store;
}

const referencesOf = (store: Store, kind: Kind, key: string): readonly Reference[] => {
  const { data } = store.byKey(kind, key)!;
  return entityOf(kind).references?.(data, store) ?? [];
};
const shown = (references: readonly Reference[]): readonly string[] =>
  references.map(({ kind, key, path }) => `${kind} ${key} at ${path.join('.')}`).sort();

function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value);
}

/** Every entity, with the key that holds its name. */
const NAMES = KINDS.flatMap((kind) =>
  ['title', 'name', 'siteName']
    .filter((key) => entityOf(kind).schema.required.includes(key))
    .map((key) => ({ kind, key })),
);

it.each(NAMES)('the $key of a $kind must not be blank', ({ kind, key }) => {
  const validated = createValidator(entityOf(kind).schema)({ [key]: ' \t\u00a0' });
  expect('details' in validated && validated.details).toContainEqual({
    ...{ path: [key], message: 'must not be empty' },
    ...{ reason: 'empty', params: {} },
  });
});

describe('the references of a record', () => {
  const store = makeStore();

  it('are listed with their paths, for a page', () => {
    expect(shown(referencesOf(store, 'page', 'en/a'))).toEqual(
      [
        'contentType article at type',
        'term topics/news at terms.topics.0',
        'term topics/events at terms.topics.1',
        'page en/b at fields.related',
        'media harbour at fields.picture',
        'media lake at fields.text.content.0.attrs.src',
        'page en/c at fields.facts.0.source',
        'blockType text at regions.main.0.type',
        'page en/d at regions.main.0.fields.related',
        'block motto at regions.main.1.block',
        'media lake at regions.main.1.overrides.picture',
      ].sort(),
    );
  });

  it('are listed with their paths, for all other kinds', () => {
    expect(shown(referencesOf(store, 'block', 'motto'))).toEqual([
      'blockType text at type',
      'media harbour at fields.picture',
    ]);
    expect(shown(referencesOf(store, 'menu', 'main'))).toEqual([
      'page en/a at items.0.page',
      'page en/c at items.1.children.0.page',
    ]);
    expect(shown(referencesOf(store, 'contentType', 'article'))).toEqual([
      'blockType quote at regions.0.allowed_types.1',
      'blockType text at defaultBlocks.0.blockTypeSlug',
      'blockType text at regions.0.allowed_types.0',
    ]);
    expect(shown(referencesOf(store, 'settings', ''))).toEqual(['media harbour at logo', 'pageSlug home at homeSlug']);
  });

  it('are at the paths that are given', () => {
    for (const kind of KINDS) {
      for (const entry of store.all(kind)) {
        for (const { key, path } of referencesOf(store, kind, entry.key))
          expect(String(valueAt(entry.data, path)).split(/[:/]/).at(-1)).toBe(key.split('/').at(-1));
      }
    }
  });

  it('include those in fields only if the type is known', () => {
    const lonely = createStore();
    lonely.apply([update('pages/en/a.yaml', { type: 'gone', title: 'A', fields: { related: 'en/b' } })]);
    expect(shown(referencesOf(lonely, 'page', 'en/a'))).toEqual(['contentType gone at type']);
  });

  it.each(KINDS)('can be read from any record of kind %s', (kind) => {
    const lonely = createStore();
    fc.assert(
      fc.property(someRecord(kind), ({ data }) => {
        for (const { path } of entityOf(kind).references?.(data, lonely) ?? [])
          expect(valueAt(data, path)).toBeDefined();
      }),
      { numRuns: runs(30) },
    );
  });
});

describe.each(KINDS.filter((kind) => entityOf(kind).withIds))('the ids nested in a %s', (kind) => {
  const { withIds } = entityOf(kind);

  it('are assigned once per place, and nothing else changes', () => {
    fc.assert(
      fc.property(someRecord(kind), ({ data }) => {
        const pointers: string[] = [];
        const before = JSON.stringify(data);
        const numbered = withIds!(data, (_, pointer, stored) => {
          pointers.push(pointer);
          return (stored ?? 0) + 1_000;
        });
        expect(new Set(pointers).size).toBe(pointers.length);
        expect(JSON.stringify(data)).toBe(before);
        const back = withIds!(numbered, (_, _pointer, stored) => stored! - 1_000);
        expect(back).toEqual(data);
      }),
      { numRuns: runs(40) },
    );
  });

  it('are absent if the file gives none', () => {
    fc.assert(
      fc.property(someRecord(kind), ({ data }) => {
        const none = withIds!(data, () => 0);
        withIds!(none, (_, _pointer, stored) => {
          expect(stored).toBeUndefined();
          return 1;
        });
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('the declarations', () => {
  it.each(KINDS)('of %s are consistent', (kind) => {
    const { name, file, home, order, schema, access, secret = [], indexes } = ENTITIES[kind];
    expect(name).toBe(kind);
    const known = [...Object.keys(schema.properties), 'id', 'createdAt', 'updatedAt'];
    expect(order.filter((key) => !known.includes(key))).toEqual([]);
    expect(Object.keys(schema.properties).filter((key) => !order.includes(key))).toEqual([...placeholdersOf(kind)]);
    expect(new Set(order).size).toBe(order.length);
    expect(secret.filter((key) => !(key in schema.properties))).toEqual([]);
    expect(Object.values(access).every((role) => ROLES.includes(role))).toBe(true);
    expect(home === 'private').toBe(
      ['users', 'api-keys', 'roles', 'invitations', 'webhooks'].includes(file.split('/')[0]!),
    );
    for (const index of Object.values(indexes))
      if ('unique' in index) expect(schema.properties).toHaveProperty(index.field);
  });

  it('SEC-17 let viewers read everything but invitations, and editors write neither schemas, settings, redirects, scripts nor anything private', () => {
    const writable = KINDS.filter((kind) => entityOf(kind).access.update !== 'admin');
    expect([...writable].sort()).toEqual(['block', 'media', 'menu', 'page', 'taxonomy']);
    for (const kind of KINDS) {
      const { read, create, update: change, remove } = entityOf(kind).access;
      expect(new Set([create, change, remove]).size).toBe(1);
      expect(read).toBe(kind === 'invitation' ? 'admin' : 'viewer');
    }
  });

  it('give each permission a role', () => {
    expect(PERMISSIONS).toEqual({
      'content:read': 'viewer',
      'content:write': 'editor',
      'admin:*': 'admin',
      '*': 'admin',
    });
  });
});

describe('rules', () => {
  const term = (slug: string, children: readonly Term[] = []): Term => ({
    id: 1,
    slug,
    name: slug,
    weight: 0,
    children,
  });
  const vocabulary = (hierarchical: boolean, ...terms: readonly Term[]) => ({
    slug: 't',
    name: 'T',
    hierarchical,
    terms,
  });
  const store = makeStore();

  it('allow each term slug once in a vocabulary, at any depth', () => {
    expect(taxonomy.check!(vocabulary(true, term('a'), term('b', [term('c')])), store, null)).toEqual([]);
    expect(taxonomy.check!(vocabulary(true, term('a'), term('b', [term('a'), term('a')])), store, null)).toEqual([
      { path: ['terms'], message: 'has two terms with the slug "a"', reason: 'taken', params: { value: 'a' } },
    ]);
  });

  it('allow nested terms only in a hierarchical vocabulary', () => {
    expect(taxonomy.check!(vocabulary(false, term('a', [term('b')])), store, null)).toHaveLength(1);
    expect(flattenTerms([term('a', [term('b')]), term('c')]).map(({ slug }) => slug)).toEqual(['a', 'b', 'c']);
  });

  it('require the default locale to be a supported one', () => {
    const site = siteSettings(store);
    expect(settings.check!(site, store, null)).toEqual([]);
    expect(settings.check!({ ...site, defaultLocale: 'fr' }, store, null)).toEqual([
      {
        path: ['defaultLocale'],
        message: 'must be one of supportedLocales',
        reason: 'oneOf',
        params: { choices: 'en' },
      },
    ]);
  });

  it('use default settings if there is no file', () => {
    expect(siteSettings(createStore())).toMatchObject({
      siteName: 'Quire',
      defaultLocale: 'en',
      supportedLocales: ['en'],
    });
  });

  describe('of redirects', () => {
    const redirect = (fromPath: string, toPath: string, isActive = true): Redirect => ({
      key: 'r',
      fromPath,
      toPath,
      statusCode: 301,
      isActive,
    });
    function problems(candidate: Redirect, ...others: readonly Redirect[]): number {
      const redirects = createStore();
      redirects.apply(others.map((one, index) => update(`redirects/r${index}.yaml`, { ...one })));
      return ENTITIES.redirect.check!(candidate, redirects, null).length;
    }

    it('allow a chain that ends', () => {
      expect(problems(redirect('/a', '/b'), redirect('/b', '/c'), redirect('/c', 'https://example.org/a'))).toBe(0);
    });

    it('SEC-30 reject a redirect that leads back to itself, at once or after some steps, also with a query', () => {
      expect(problems(redirect('/a', '/a'))).toBe(1);
      expect(problems(redirect('/a', '/a?again=1'))).toBe(1);
      expect(problems(redirect('/a', '/b'), redirect('/b', '/c'), redirect('/c', '/a#top'))).toBe(1);
    });

    it('ignore inactive redirects', () => {
      expect(problems(redirect('/a', '/b'), redirect('/b', '/a', false))).toBe(0);
      expect(problems(redirect('/a', '/a', false))).toBe(0);
    });

    it('SEC-30 reject a redirect that leads back to another spelling of itself, but not one that only looks like it', () => {
      for (const [from, to] of [
        ['/é', '/%C3%A9'],
        ['/%c3%a9', '/é?again=1'],
        ['/a/b', '/a/x/../b'],
        ['/a/b', '/./a/%2e/%62'],
        ['/%2F', '/%2f'],
        ['/x|y', '/x%7Cy'],
      ] as const)
        expect([from, problems(redirect(from, to))]).toEqual([from, 1]);
      expect(problems(redirect('/ü', '/b'), redirect('/%62', '/%C3%BC'))).toBe(1);
      for (const [from, to] of [
        ['/é', '/e'],
        ['/a/b', '/a%2Fb'],
        ['/%41', '/%2541'],
        ['/%E9', '/%25E9'],
        ['/é', 'https://example.org/%C3%A9'],
      ] as const)
        expect([from, problems(redirect(from, to))]).toEqual([from, 0]);
    });

    it('SEC-30 reject a chain that is too long, also in a loop of other redirects', () => {
      const chain = Array.from({ length: 1000 }, (_, index) => redirect(`/${index}`, `/${index + 1}`));
      expect(problems(redirect('/a', '/1'), ...chain)).toBe(0);
      expect(problems(redirect('/1000', '/0'), ...chain)).toBe(1);
      expect(problems(redirect('/a', '/b'), redirect('/b', '/c'), redirect('/c', '/b'))).toBe(1);
    });
  });
});
