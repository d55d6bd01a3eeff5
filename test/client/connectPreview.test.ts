import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { Window } from 'happy-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { connectPreview } from '../../src/client/preview.ts';

const EDITOR = 'https://cms.example.org';

/** The browser of a front end in the editor's frame; it records the messages sent. */
function openFrame(html: string) {
  const window = new Window({ url: 'https://www.example.org/about' });
  window.document.body.innerHTML = html;
  const said: unknown[] = [];
  const parent = { postMessage: (message: unknown, origin: string) => said.push([message, origin]) };
  vi.stubGlobal('parent', parent);
  vi.stubGlobal('document', window.document);
  const listeners = new Set<(event: unknown) => void>();
  vi.stubGlobal('addEventListener', (_: string, listener: (event: unknown) => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: (event: unknown) => void) => listeners.delete(listener));
  const tell = (data: unknown, from: object = {}): void => {
    for (const listener of listeners) listener({ origin: EDITOR, source: parent, data, ...from });
  };
  const click = (selector: string): boolean =>
    window.document
      .querySelector(selector)!
      .dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true }));
  return { said, tell, click, window };
}

afterEach(() => vi.unstubAllGlobals());

it('says that it is ready, and receives the page as it is edited until it is closed', () => {
  const { said, tell } = openFrame('');
  const pages: unknown[] = [];
  const { close } = connectPreview({
    ...{ editor: `${EDITOR}/admin`, expand: ['media'], richtext: 'html' },
    onPage: (page) => pages.push(page),
  });
  expect(said).toEqual([[{ quire: 1, type: 'ready', expand: ['media'], richtext: 'html' }, EDITOR]]);
  tell({ quire: 1, type: 'page', page: { title: 'One' } });
  close();
  tell({ quire: 1, type: 'page', page: { title: 'Two' } });
  expect(pages).toEqual([{ title: 'One' }]);
});

it('SEC-43 exchanges messages with the editor only', () => {
  const { said, tell, click } = openFrame('<h1 data-quire-field="title">About</h1>');
  const onPage = vi.fn();
  connectPreview({ editor: EDITOR, onPage });
  const message = { quire: 1, type: 'page', page: { title: 'Forged' } };
  tell(message, { origin: 'https://evil.example' });
  tell(message, { origin: 'https://cms.example.org.evil.example' });
  tell(message, { origin: 'null' });
  tell(message, { source: {} });
  for (const other of [null, 'page', { type: 'page', page: {} }, { ...message, quire: 2 }]) tell(other);
  expect(onPage).not.toHaveBeenCalled();
  click('h1');
  expect(said.map((one) => (one as unknown[])[1])).toEqual([EDITOR, EDITOR]);
});

it('reports which field is clicked, and follows no link', () => {
  const { said, click } = openFrame(
    '<a id="out" href="/x">x</a><div data-quire-field="regions/main/pb_3/fields/text"><a id="in" href="/y">y</a></div><p>z</p>',
  );
  connectPreview({ editor: EDITOR, onPage: () => undefined });
  said.length = 0;
  expect([click('#out'), click('#in'), click('p')]).toEqual([false, false, true]);
  expect(said).toEqual([[{ quire: 1, type: 'clicked', path: ['regions', 'main', 'pb_3', 'fields', 'text'] }, EDITOR]]);
});

it('scrolls to the nearest element that shows a value', () => {
  const { tell, window } = openFrame('<i data-quire-field="regions/main/pb_3"></i><b data-quire-field="title"></b>');
  const shown: string[] = [];
  window.Element.prototype.scrollIntoView = function scrollIntoView(this: { tagName: string }) {
    shown.push(this.tagName);
  };
  connectPreview({ editor: EDITOR, onPage: () => undefined });
  for (const path of [['title'], ['regions', 'main', 'pb_3', 'fields', 'x']]) tell({ quire: 1, type: 'focus', path });
  expect(shown).toEqual(['B', 'I']);
});

it('does nothing outside a frame', () => {
  vi.stubGlobal('parent', globalThis);
  expect(() => connectPreview({ editor: EDITOR, onPage: () => undefined }).close()).not.toThrow();
});

it('takes less than 1 kB', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../src/client/preview.ts')],
    ...{ bundle: true, minify: true, format: 'esm', write: false, target: 'es2022', platform: 'browser' },
  });
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThan(1000);
});
