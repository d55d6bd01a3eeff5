import { type BlockOf, escapeHtml as esc } from '@quire-cms/quire/client';
import { type Item, link, picture, richText, type Site } from './page.ts';

type Fields = Readonly<Record<string, unknown>>;
type Render = (fields: Fields, site: Site) => string | Promise<string>;

const text = (value: unknown): string => esc(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value : []);
const heading = (value: unknown): string => (value ? `<h2>${text(value)}</h2>` : '');

/** Finds a page by its id, or takes the page itself if the site expands pages. */
const pageOf = (value: unknown, { pages }: Site): Item | undefined =>
  typeof value === 'number' ? pages.get(value) : ((value as Item | null) ?? undefined);

function card(page: Item, site: Site, remark: unknown = undefined): string {
  const about = text(remark) || text(page.fields['summary']);
  return `<li><a href="${esc(site.pathOf(page))}">${esc(page.title)}</a>${about && `<p>${about}</p>`}</li>`;
}

/** The newest pages of a topic, given as an id, or as the term itself if the site expands terms. */
async function newestOf(topic: unknown, limit: number, { quire }: Site): Promise<readonly Item[]> {
  const id = typeof topic === 'number' ? topic : (topic as { id: number } | null)?.id;
  const term = (await quire.terms('topics'))?.find((one) => one.id === id);
  return term ? (await quire.pages({ taxonomy: `topics:${term.slug}`, limit })).data : [];
}

/** Renders each type of block. */
const BLOCKS: Readonly<Record<string, Render>> = {
  async hero({ heading: title, intro, picture: image, tint, actions }, site) {
    const links = list(actions).map((one) => link(one['link'], one['isPrimary'] ? 'button' : 'button plain'));
    const colour = /^#[0-9a-f]{3,8}$/i.test(String(tint)) ? ` style="--tint: ${tint}"` : '';
    return `<section class="hero"${colour}>${await picture(image, site)}<div><h1>${text(title)}</h1><p>${text(intro)}</p>${links.join(' ')}</div></section>`;
  },
  rich_text: ({ body }) => `<div class="text">${richText(body)}</div>`,
  quote: ({ text: words, cite }) => `<figure class="quote"><blockquote>${text(words)}</blockquote><figcaption>${text(cite)}</figcaption></figure>`,
  call_to_action: ({ heading: title, text: words, link: to }) =>
    `<section class="action">${heading(title)}<p>${text(words)}</p>${link(to, 'button')}</section>`,
  faq: ({ heading: title, items }) =>
    `<section>${heading(title)}${list(items)
      .map(({ question, answer }) => `<details><summary>${text(question)}</summary><p>${text(answer)}</p></details>`)
      .join('')}</section>`,
  async image_gallery({ heading: title, pictures }, site) {
    const images = await Promise.all((Array.isArray(pictures) ? pictures : []).map((one) => picture(one, site, '33vw')));
    return `<section class="gallery">${heading(title)}<div>${images.join('')}</div></section>`;
  },
  async page_list({ heading: title, source, picked, topic, limit }, site) {
    const cards =
      source === 'topic'
        ? (await newestOf(topic, Number(limit ?? 3), site)).map((page) => card(page, site))
        : list(picked).flatMap(({ page, remark }) => {
            const found = pageOf(page, site);
            return found ? [card(found, site, remark)] : [];
          });
    return cards.length > 0 ? `<section>${heading(title)}<ul class="cards">${cards.join('')}</ul></section>` : '';
  },
  tide_table({ heading: title, days }) {
    const rows = list(days).flatMap(({ date, readings }) =>
      list(readings).map(({ time, height, water }) => `<tr><td>${text(date)}</td><td>${text(time)}</td><td>${text(water)}</td><td>${text(height)} m</td></tr>`),
    );
    return `<section>${heading(title)}<table><tbody>${rows.join('')}</tbody></table></section>`;
  },
  code_sample: ({ caption, code }) => `<figure><pre><code>${text(code)}</code></pre><figcaption>${text(caption)}</figcaption></figure>`,
  map: ({ label, latitude, longitude }) => `<p class="map">${text(label)} <small>${text(latitude)}, ${text(longitude)}</small></p>`,
};

/** Renders a block; one of an unknown type shows nothing. */
export async function renderBlock({ block_type: type, fields }: BlockOf<string, Fields>, site: Site): Promise<string> {
  return Object.hasOwn(BLOCKS, type) ? BLOCKS[type]!(fields, site) : '';
}
