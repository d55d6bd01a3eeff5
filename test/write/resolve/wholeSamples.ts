import type { Kind } from '../../../src/model/records.ts';

/** A record of which one side has another version than the other. */
export interface WholeSample {
  readonly kind: Kind;
  readonly path: string;
  /** The key that tells the versions apart. */
  readonly named: string;
  /** The file of a version. */
  write(name: string, id: number): string;
  /** A file that comes and goes with the record. */
  readonly beside?: string;
}

const yaml =
  (named: string, rest = '') =>
  (name: string, id: number): string =>
    `# Written by ${name}.\nid: ${id}\n${named}: ${name}\n${rest}`;

/** One of each kind in the content, and a page in Markdown. */
export const WHOLE: readonly WholeSample[] = [
  {
    kind: 'page',
    path: 'pages/en/notes.yaml',
    named: 'title',
    write: yaml(
      'title',
      'type: article\nfields:\n  summary: Short\nregions:\n  main:\n    - { type: text, fields: { body: Hello } }\n',
    ),
  },
  {
    kind: 'page',
    path: 'pages/en/story.md',
    named: 'title',
    write: (name, id) => `---\nid: ${id}\ntype: article\ntitle: ${name}\n---\n\nTold by *${name}*.\n`,
  },
  { kind: 'menu', path: 'menus/main.yaml', named: 'name', write: yaml('name', 'items:\n  - { title: A, url: /a }\n') },
  {
    kind: 'block',
    path: 'blocks/motto.yaml',
    named: 'title',
    write: yaml('title', 'type: text\nfields: { body: Look }\n'),
  },
  {
    kind: 'blockType',
    path: 'block-types/video.yaml',
    named: 'name',
    write: yaml('name', 'fieldsSchema:\n  - { name: src, type: url }\n'),
  },
  {
    kind: 'contentType',
    path: 'content-types/recipe.yaml',
    named: 'name',
    write: yaml('name', 'fieldsSchema:\n  - { name: minutes, type: integer }\n'),
  },
  {
    kind: 'taxonomy',
    path: 'taxonomies/topics.yaml',
    named: 'name',
    write: yaml('name', 'terms:\n  - { slug: news, name: News }\n'),
  },
  {
    kind: 'media',
    path: 'media/harbour.yaml',
    named: 'altText',
    write: yaml(
      'altText',
      'filename: harbour-01234567.txt\noriginalName: harbour.txt\nmimeType: text/plain\nsize: 8\nhash: d79f8eaeb0f30c4a45949e226e00a7f7a4c54f76bc81ef5833a67e0bd9a3e545\n',
    ),
    beside: 'media/files/harbour-01234567.txt',
  },
  {
    kind: 'redirect',
    path: 'redirects/old.yaml',
    named: 'toPath',
    write: (name, id) => yaml('toPath', 'fromPath: /old\n')(`/${name}`, id),
  },
  {
    kind: 'trackingScript',
    path: 'tracking-scripts/count.yaml',
    named: 'name',
    write: yaml('name', 'code: count();\nposition: body\n'),
  },
  {
    kind: 'settings',
    path: 'site.yaml',
    named: 'siteName',
    write: (name) => `# Written by ${name}.\nsiteName: ${name}\n`,
  },
];

/** What the records above need. */
export const AROUND: Readonly<Record<string, string>> = {
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: body, type: richtext, body: true }\nregions: [main]\n',
  'block-types/text.yaml': 'id: 1\nname: Text\nfieldsSchema:\n  - { name: body, type: textarea }\n',
  'pages/en/home.yaml': 'id: 1\ntype: article\ntitle: Home\nstatus: published\n',
};

export type Version = 'Base' | 'Ours' | 'Theirs';
const IDS: Readonly<Record<Version, number>> = { Base: 11, Ours: 11, Theirs: 11 };
/** Records that both sides have added are two. */
const ADDED: Readonly<Record<Version, number>> = { Base: 11, Ours: 21, Theirs: 31 };

/** Which versions there are. */
export const SHAPES: Readonly<Record<string, Readonly<Record<Version, boolean>>>> = {
  'deleted here and edited there': { Base: true, Ours: false, Theirs: true },
  'edited here and deleted there': { Base: true, Ours: true, Theirs: false },
  'added on both sides': { Base: false, Ours: true, Theirs: true },
};

/** The files of one version; null for what it does not have. */
export function filesOf(shape: string, version: Version): Readonly<Record<string, string | null>> {
  const versions = SHAPES[shape]!;
  const ids = versions.Base ? IDS : ADDED;
  return Object.fromEntries(
    WHOLE.flatMap(({ path, write, beside }, index) => [
      [path, versions[version] ? write(version, ids[version] + index * 100) : null],
      ...(beside ? [[beside, versions[version] ? 'The file' : null]] : []),
    ]),
  );
}
