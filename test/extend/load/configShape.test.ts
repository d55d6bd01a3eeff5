import { describe, expect, it } from 'vitest';
import { configShape } from '../../../src/extend/load/configShape.ts';
import { describeMistake } from '../../../src/extend/load/shape.ts';

const mistakesOf = (config: unknown): readonly string[] => configShape(config).map(describeMistake);

/** The mistakes of a configuration with one extension, relative to that. */
const mistakesIn = (extension: object): readonly string[] =>
  mistakesOf({ extensions: [{ name: 'maps', version: '1.2.0', ...extension }] }).map((one) =>
    one.replace('extensions[0].', ''),
  );

const check = () => [];
const run = async () => undefined;
const handle = () => null;

describe('the shape of a configuration', () => {
  it('has everything that an extension may declare', () => {
    const maps = {
      name: 'maps',
      version: '1.2.0-rc.1+5',
      needs: { hosts: ['api.osm.test', 'localhost', '10.0.0.1'], secrets: ['OSM_KEY'], writes: 'changes' },
      fields: {
        place: {
          base: 'object',
          fields: [{ name: 'lat', type: 'number' }],
          ...{ check, toPublic: check, summary: check, merge: check, type: '{ lat: number }', settings: {} },
          input: { frame: './inputs/place.html', height: 320 },
        },
        isbn: { base: 'text', input: { use: 'slug', settings: {} } },
      },
      rules: [{ id: 'ends-after-start', types: ['event'], blocks: ['quote'], severity: 'error', drafts: true, check }],
      derives: [{ types: ['event'], field: 'days', from: check }],
      panels: [{ at: 'page.aside', types: ['event'], title: 'Map', frame: './panels/map.html', role: 'editor' }],
      screens: [{ path: 'map', title: 'Map of events', icon: 'map', role: 'editor', frame: './map.html' }],
      after: [{ event: 'page.published', filter: { types: ['event'], locales: ['en'] }, run }],
      endpoints: [
        { method: 'GET', path: '/near', access: 'public', query: { lat: 'number', by: { type: 'string' } }, handle },
        { method: 'POST', path: '/near/:id', access: 'editor', body: {}, answer: {}, summary: 'Move', handle },
      ],
      from: 'file:///srv/maps/index.ts',
    };
    expect(mistakesOf({ extensions: [maps], images: { hero: { width: 1600, ratio: '16:9' } } })).toEqual([]);
  });

  it('lists every mistake with its path', () => {
    const maps = { version: 1, rules: [{ id: 'a', check }, { id: 'b', check }, { id: 'c' }], fields: { place: {} } };
    expect(mistakesOf({ extensions: [maps], extras: 1 })).toEqual([
      'extensions[0].name must be lower case letters, digits and "-", and begin with a letter',
      'extensions[0].version must be a version, such as "1.0.0"',
      expect.stringMatching(/^extensions\[0\]\.fields\.place\.base must be "text", "textarea", .* or "repeater"$/),
      'extensions[0].rules[2].check must be a function',
      'extras is not known',
    ]);
  });

  it.each([
    [{ ruls: [] }, 'ruls is not known; did you mean "rules"?'],
    [{ name: 'Maps' }, 'name must be lower case letters, digits and "-", and begin with a letter'],
    [{ name: 'constructor' }, 'name must be another name: every object has this one'],
    [
      { fields: { constructor: { base: 'text' } } },
      'fields.constructor must be another name: every object has this one',
    ],
    [
      { fields: { richtext: { base: 'text' } } },
      'fields.richtext must be another name: Quire has a kind of field of this name',
    ],
    [
      { fields: { 'a-b': { base: 'text' } } },
      'fields["a-b"] must be letters and digits, and begin with a lower case letter',
    ],
    [{ fields: { place: { base: 'object' } } }, 'fields.place.fields must list the fields of its base'],
    [
      { fields: { place: { base: 'text', fields: [] } } },
      'fields.place.fields must be left out: its base has no fields',
    ],
    [{ fields: { place: { base: 'object', fields: [{ name: 'a' }] } } }, 'fields.place.fields[0].type must be text'],
    [
      { fields: { a: { base: 'text', input: {} } } },
      'fields.a.input.frame must be the relative path of an HTML file, such as "./panels/map.html"',
    ],
    [{ fields: { a: { base: 'text', input: { use: 'map' } } } }, /^fields\.a\.input\.use must be "text", /],
    [{ rules: {} }, 'rules must be a list'],
    [
      {
        rules: [
          { id: 'a', check },
          { id: 'a', check },
        ],
      },
      'rules[1].id is the same as that of item 0',
    ],
    [{ needs: { hosts: ['https://osm.test'] } }, /^needs\.hosts\[0\] must be the name of a host/],
    [{ needs: { hosts: ['osm.test:80'] } }, /^needs\.hosts\[0\] must be the name of a host/],
    [{ needs: { hosts: ['*'] } }, /^needs\.hosts\[0\] must be the name of a host/],
    [
      { needs: { secrets: ['JWT_SECRET'] } },
      "needs.secrets[0] must be another variable: this one is Quire's own secret",
    ],
    [{ needs: { writes: 'all' } }, 'needs.writes must be "changes" or "live"'],
    [{ after: [{ event: 'page.publish', filter: {}, run }] }, /^after\[0\]\.event must be "page.created", /],
    [{ after: [{ event: 'page.published', filter: {} }] }, 'after[0].run must be a function'],
    [
      { endpoints: [{ method: 'GET', path: '/a', handle }] },
      'endpoints[0].access must be "public", "viewer", "editor" or "admin"',
    ],
    [
      { endpoints: [{ method: 'GET', path: '/../a', access: 'public', handle }] },
      /^endpoints\[0\]\.path must be a path/,
    ],
    [{ panels: [{ at: 'page', title: 'A', frame: './a.html' }] }, /^panels\[0\]\.at must be "page.aside", /],
    [{ screens: [{ path: 'a/b', title: 'A', frame: './a.html' }] }, /^screens\[0\]\.path must be/],
    [{ from: '/srv/maps' }, 'from must be import.meta.url'],
  ])('refuses %j', (extension, expected) => {
    expect(mistakesIn(extension)).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)]);
  });

  it('refuses what is declared twice', () => {
    const place = { base: 'text' };
    const a = { name: 'a', version: '1', fields: { place } };
    const access = { access: 'public', handle };
    expect(mistakesOf({ extensions: [a, { ...a, fields: {} }, { ...a, name: 'b' }] })).toEqual([
      'extensions[1].name is the same as that of item 0',
      'extensions[2].fields.place must be another name: extensions[0] has a kind of field of this name',
    ]);
    const endpoints = [
      { method: 'GET', path: '/a', ...access },
      { method: 'POST', path: '/a', ...access },
      { method: 'GET', path: '/a', ...access },
    ];
    expect(mistakesIn({ endpoints })).toEqual(['endpoints[2].path is the same as that of item 0']);
  });

  it('reads nothing from prototypes, and changes none', () => {
    const inherited = Object.create({ extensions: [{ name: 'ghost' }] });
    expect(mistakesOf(inherited)).toEqual([]);
    const config = JSON.parse('{"extensions":[{"name":"a","version":"1","__proto__":{"rules":1}}],"__proto__":{}}');
    expect(mistakesOf(config)).toEqual(['extensions[0].__proto__ is not known', '__proto__ is not known']);
    const fields = JSON.parse('{"__proto__":{"base":"text"}}');
    expect(mistakesIn({ fields })[0]).toMatch(/^fields\.__proto__ must be/);
    expect(({} as Record<string, unknown>)['rules']).toBeUndefined();
  });

  it('names crops of pictures by free names', () => {
    const images = { large: { width: 10, ratio: '1:1' }, hero: { width: 0.5, ratio: '16/9' }, card: {} };
    expect(mistakesOf({ images })).toEqual([
      'images.large must be lower case letters, digits and "-", and not the name of a size',
      'images.hero.width must be a whole number of pixels from 1 to 4000',
      'images.hero.ratio must be a ratio such as "16:9"',
      'images.card.width must be a whole number of pixels from 1 to 4000',
      'images.card.ratio must be a ratio such as "16:9"',
    ]);
  });

  it('never shows a value', () => {
    const secret = 'very-secret-value';
    const extension = { version: `${secret} `, needs: { hosts: [`${secret}:80`], writes: secret }, rules: secret };
    expect(mistakesIn(extension)).toHaveLength(4);
    expect(mistakesIn(extension).join()).not.toContain(secret);
  });
});
