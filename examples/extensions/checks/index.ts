import {
  type AfterDefinition,
  after,
  defineExtension,
  type ExtensionDefinition,
  type RecordFields,
  type RuleDefinition,
  rule,
} from '@quire-cms/quire/extend';

export interface ChecksOptions {
  /** Sentences with more words are told; 35 by default. */
  readonly longestSentence?: number;
  /** Where the addresses that no longer answer are kept; they are not looked for by default. */
  readonly links?: { readonly types: readonly string[]; readonly hosts: readonly string[]; readonly field: string };
}

/** A node of a rich text. */
interface Node {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>> | null;
  readonly content?: readonly Node[] | null;
  readonly marks?: readonly Node[] | null;
}

const isDocument = (value: unknown): value is Node => (value as Node | null)?.type === 'doc';

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.content ?? []) yield* nodesOf(child);
}

const textOf = (node: Node): string =>
  [...nodesOf(node)].map(({ type, text }) => text ?? (type === 'hardBreak' ? ' ' : '')).join('');

/** The links of a text with their words: where a part of them is bold, a link is several nodes that follow each other. */
function linksOf(document: Node): readonly (readonly [href: string, text: string])[] {
  const links: [href: string, text: string][] = [];
  let last = '';
  for (const { type, text = '', marks } of nodesOf(document)) {
    const href = String(marks?.find((mark) => mark.type === 'link')?.attrs?.['href'] ?? '');
    if (type === 'text' && href !== '' && href === last) links.at(-1)![1] += text;
    else if (href !== '') links.push([href, text]);
    last = href;
  }
  return links;
}

type FindFaults = (document: Node, options: ChecksOptions) => readonly string[];

const headingOrder: FindFaults = (document) => {
  let last = 1;
  return [...nodesOf(document)].flatMap((node) => {
    if (node.type !== 'heading') return [];
    const level = Number(node.attrs?.['level'] ?? 2);
    const [before, text] = [last, textOf(node).trim()];
    last = level;
    if (text === '') return ['has a heading without a text'];
    return level > before + 1 ? [`has the heading "${text}" on level ${level} below level ${before}`] : [];
  });
};

const VAGUE =
  /^(?:(?:click |look |see )?here|(?:read |learn |see )?more|(?:this )?(?:link|page)|hier(?: klicken)?|mehr(?: erfahren| lesen)?|weiter(?:lesen)?|https?:\/\/\S+|www\.\S+)?[.…!»>\s]*$/i;

const linkText: FindFaults = (document) =>
  linksOf(document).flatMap(([href, text]) =>
    VAGUE.test(text.trim()) ? [`has a link to ${href} whose text "${text.trim()}" does not say where it leads`] : [],
  );

const pictureText: FindFaults = (document) =>
  [...nodesOf(document)].flatMap(({ type, attrs }) =>
    type === 'image' && !String(attrs?.['alt'] ?? '').trim()
      ? ['has a picture without a text for those who cannot see it']
      : [],
  );

const readability: FindFaults = (document, { longestSentence = 35 }) =>
  [...nodesOf(document)]
    .filter(({ type }) => type === 'paragraph')
    .flatMap((paragraph) => textOf(paragraph).split(/(?<=[.!?…])\s+/))
    .flatMap((sentence) => {
      const words = sentence.split(/\s+/).filter(Boolean);
      if (words.length <= longestSentence) return [];
      return [`has a sentence of ${words.length} words: "${words.slice(0, 6).join(' ')} …"`];
    });

const FAULTS: Readonly<Record<string, FindFaults>> = {
  'heading-order': headingOrder,
  'link-text': linkText,
  'picture-text': pictureText,
  readability,
};

type Links = NonNullable<ChecksOptions['links']>;

const hrefsIn = (fields: RecordFields): readonly string[] =>
  Object.values(fields).flatMap((value) => (isDocument(value) ? linksOf(value).map(([href]) => href) : []));

/** The dead links that were found and are still in a text. */
const deadLinks = ({ types, field }: Links): RuleDefinition =>
  rule({
    ...{ id: 'dead-link', types, severity: 'warning' },
    check({ fields, at }) {
      const dead = String(fields[field] ?? '').split('\n');
      return hrefsIn(fields).flatMap((href) => (dead.includes(href) ? [at(field, `is still linked to: ${href}`)] : []));
    },
  });

/** Asks for each link of the known hosts, and writes those that are gone into the page's field. */
const findDeadLinks = ({ types, hosts, field }: Links): readonly AfterDefinition[] =>
  (['page.published', 'page.updated'] as const).map((event) =>
    after(event, { types }, async ({ page, commit, fetch, propose, log }) => {
      if (!page) return;
      const urls = hrefsIn(page.fields).filter((url) => URL.canParse(url) && hosts.includes(new URL(url).hostname));
      const dead: string[] = [];
      for (const url of new Set(urls)) {
        const status = await fetch(url, { method: 'HEAD' }).then(
          (answer) => answer.status,
          () => 'silent',
        );
        log(`${url}: ${status}`);
        if (status === 404 || status === 410 || status === 'silent') dead.push(url);
      }
      const now = dead.sort().join('\n');
      const fields = { [field]: now || null };
      if (now !== String(page.fields[field] ?? ''))
        await propose('Dead links', (edit) => edit.page(page.id, { fields }), { once: commit });
    }),
  );

/** Warnings about rich texts. */
export function checks({ links, ...options }: ChecksOptions = {}): ExtensionDefinition {
  const rules = Object.entries(FAULTS).map(([id, find]) =>
    rule({
      ...{ id, types: ['*'], blocks: ['*'], severity: 'warning' },
      check: ({ fields, at }) =>
        Object.entries(fields).flatMap(([name, value]) =>
          isDocument(value) ? find(value, options).map((message) => at(name, message)) : [],
        ),
    }),
  );
  return defineExtension({
    ...{ name: 'checks', version: '1.0.0', from: import.meta.url },
    ...(links && { needs: { hosts: links.hosts, writes: 'live' } }),
    rules: [...rules, ...(links ? [deadLinks(links)] : [])],
    after: links ? findDeadLinks(links) : [],
  });
}
