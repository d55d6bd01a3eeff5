import { loadLazily } from '../../lib/list/loadLazily.ts';
import { errorAt } from './fileError.ts';

const matterPackage = loadLazily<typeof import('gray-matter')>('gray-matter');

/** A Markdown file in its parts, which put together are its text. */
export interface FrontMatter {
  /** The line `---` at the beginning. */
  readonly opening: string;
  /** The lines of YAML between. */
  readonly text: string;
  /** The line `---` that ends the front matter. */
  readonly closing: string;
  /** Everything below. */
  readonly body: string;
}

/** gray-matter finds the parts; it would run code for some languages (SECURITY 8), so none of its engines is there. */
const ENGINES = Object.fromEntries(
  ['json', 'javascript', 'js', 'coffee', 'coffeescript', 'cson', 'toml'].map((name) => [name, refuse]),
);
const OPTIONS = { language: 'yaml', delimiters: '---', engines: { ...ENGINES, yaml: () => ({}) } };

function refuse(): never {
  throw new Error('Front matter is YAML: no other language may be chosen');
}

/** The parts of a Markdown file, its YAML not looked at. Throws FileError when it has no front matter, or one without end. */
export function splitFrontMatter(text: string): FrontMatter {
  const opening = /^---\r?\n/.exec(text)?.[0];
  if (opening === undefined)
    throw errorAt('SYNTAX', 'The first line must be exactly "---", with the front matter in YAML below', text, 0);
  const { matter: raw, content } = matterPackage()(text, OPTIONS);
  const bodyAt = text.length - content.length;
  // gray-matter counts from behind the first dashes to before the line break above the last ones.
  const closingAt = Math.min('---'.length + raw.length + 1, text.length);
  const closing = text.slice(closingAt, bodyAt);
  if (!/^---(?:\r?\n|$)/.test(closing) || (content !== '' && !closing.endsWith('\n')))
    throw errorAt('SYNTAX', 'The front matter must end in a line that is exactly "---"', text, closingAt);
  return { opening, text: text.slice(opening.length, closingAt), closing, body: content };
}
