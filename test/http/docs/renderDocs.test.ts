import { createHash } from 'node:crypto';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, inline } from '../../../src/http/docs/html.ts';
import { sampleOf } from '../../../src/http/docs/sample.ts';
import { createValidator } from '../../../src/model/schema/validator.ts';
import { long } from '../../long.ts';
import { makeSite } from '../../makeSite.ts';
import { sampleSite } from '../../sampleSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

const elements = (node: Node): readonly Node[] => [node, ...(node.childNodes ?? []).flatMap(elements)];
const valuesOf = (nodes: readonly Node[], name: string): readonly string[] =>
  nodes.flatMap(({ attrs = [] }) => attrs.filter((one) => one.name === name).map(({ value }) => value));
const textOf = (node: Node): string => node.value ?? (node.childNodes ?? []).map(textOf).join('');

async function readPage(files: typeof SMALL_SITE, options: Parameters<typeof makeSite>[1] = {}) {
  const site = await makeSite(files, options);
  const response = await fetch(`${site.url}/api/docs`);
  const errors: string[] = [];
  const page = parse(await response.text(), { onParseError: ({ code }) => void errors.push(code) }) as unknown as Node;
  return { site, response, errors, nodes: elements(page) };
}

describe('GET /api/docs', () => {
  let shown: Awaited<ReturnType<typeof readPage>>;
  beforeAll(async () => {
    shown = await readPage(SMALL_SITE, { whenDone: afterAll });
  });

  it('is a well-formed page without scripts that may load only its own style', () => {
    const { response, errors, nodes } = shown;
    expect([response.status, response.headers.get('content-type'), errors]).toEqual([
      200,
      'text/html; charset=utf-8',
      [],
    ]);
    const style = nodes.find(({ nodeName }) => nodeName === 'style')!;
    const hash = createHash('sha256').update(textOf(style)).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(nodes.filter(({ nodeName }) => ['script', 'img', 'iframe', 'form'].includes(nodeName))).toEqual([]);
    expect(valuesOf(nodes, 'style')).toEqual([]);
  });

  it('shows every endpoint once, with who may call it and an example', () => {
    const { site, nodes } = shown;
    const operations = nodes.filter(({ attrs = [] }) => attrs.some(({ value }) => value === 'operation'));
    const lines = operations.map((operation) => {
      const parts = elements(operation);
      const named = (name: string) => parts.find(({ attrs = [] }) => attrs.some(({ value }) => value === name))!;
      expect(textOf(named('who'))).toMatch(/^(Anybody|Viewers|Editors|Admins)/);
      expect(textOf(parts.find(({ nodeName }) => nodeName === 'pre')!)).toMatch(/^curl/);
      return `${textOf(parts.find(({ attrs = [] }) => attrs[0]?.value.startsWith('method '))!)} ${textOf(named('path'))}`;
    });
    const described = site.cms.endpoints.filter(({ path }) => !/^\/(admin|$)/.test(path));
    const wanted = described.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)\*?/g, '{$1}')}`);
    expect([...lines].sort()).toEqual([...wanted].sort());
  });

  it('has no broken links', () => {
    const { nodes } = shown;
    const ids = valuesOf(nodes, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    const targets = valuesOf(nodes, 'href').filter((href) => href.startsWith('#') && href !== '#');
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((target) => !ids.includes(target.slice(1)))).toEqual([]);
  });
});

describe('markup', () => {
  it('SEC-28 escapes inserted values, except markup', () => {
    expect(html`<p title="${'"<'}">${'<b>&'}${html`<i>${"'"}</i>`}${['a', '>']}</p>`.markup).toBe(
      '<p title="&quot;&lt;">&lt;b&gt;&amp;<i>&#39;</i>a&gt;</p>',
    );
    expect(inline('a `<b>` c').markup).toBe('a <code>&lt;b&gt;</code> c');
  });
});

describe('an example', () => {
  long.it('refers to existing sample content, for every public endpoint', async () => {
    const { site, nodes } = await readPage(sampleSite());
    const commands = nodes.filter(({ nodeName }) => nodeName === 'pre').map(textOf);
    const urls = commands.flatMap((one) => /^curl '([^']*)'$/.exec(one)?.[1] ?? []);
    const missing: string[] = [];
    for (const { pathname, search } of urls.map((url) => new URL(url)))
      if ((await fetch(`${site.url}${pathname}${search}`)).status >= 400) missing.push(pathname);
    expect(urls.length).toBeGreaterThan(20);
    // Nobody signs in by a provider here. This folder has no media files, and a short sitemap has no parts.
    expect(missing.filter((url) => !url.startsWith('/api/admin/auth/oidc/'))).toEqual([
      '/api/content/media/1/medium',
      '/sitemap-1.xml',
    ]);
  });

  it.each([
    [{ type: 'object', properties: { slug: { type: 'string' }, other: { type: 'integer' } }, required: ['slug'] }],
    [{ type: 'object', properties: { a: { type: ['boolean', 'null'] } }, required: [] }],
    [{ type: 'array', items: { type: 'string', enum: ['x', 'y'] } }],
    [{ type: 'integer', minimum: 7 }],
  ])('fits %j', (schema) => {
    const plain = JSON.parse(JSON.stringify(schema).replaceAll('["boolean","null"]', '"boolean"'));
    expect(createValidator(plain)(sampleOf(schema, {}))).toHaveProperty('value');
  });
});
