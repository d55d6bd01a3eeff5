import { createClient } from '@quire-cms/quire/client';
import { connectPreview } from '@quire-cms/quire/preview';
import { type Page, renderPage } from './page.ts';
import { openSite } from './site.ts';

/** The address of the editor's interface and the content, filled in by the build. */
declare const EDITOR: string;

const site = await openSite(createClient({ url: EDITOR }));
let newest = 0;

/** Runs the site's own templates in the browser. */
async function show(page: Page): Promise<void> {
  newest += 1;
  const mine = newest;
  const html = await renderPage(page, { ...site, isPreview: true });
  // Something newer has been typed in the meantime.
  if (mine !== newest) return;
  const { documentElement: shown } = new DOMParser().parseFromString(html.replaceAll('/api/content/media/', `${EDITOR}/api/content/media/`), 'text/html');
  document.title = shown.querySelector('title')?.textContent ?? '';
  document.documentElement.lang = shown.lang;
  document.body.replaceWith(shown.querySelector('body')!);
}

connectPreview({ editor: EDITOR, onPage: (page) => void show(page) });
