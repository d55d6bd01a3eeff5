import type { Notes } from '../notes.ts';

type Rewrite = readonly [RegExp, (...parts: string[]) => string];

/** Code of other systems, as Markdown has it. */
const CODE_REWRITES: readonly Rewrite[] = [
  // Code, whose lines would become one.
  [/([^\n])(\{%-?\s*highlight\s[^%\n]*%\})/g, (_, before = '', tag = '') => `${before}\n\n${tag}`],
  [
    /^[ \t]*\{%-?\s*highlight\s+([\w+#.-]+)(?![\w+#.-])[^%\n]*%\}[ \t]*\r?\n?((?:(?!\{%-?\s*highlight)[\s\S])*?)\{%-?\s*endhighlight\s*-?%\}/gm,
    (_, language = '', code = '') => `\`\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\``,
  ],
  // What says how code is shown: ```go {linenos=table}, ```js/2/4.
  [/^([ \t]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]+)(?:[ \t]*\{|[ \t]|\/|,|:)[^`\n]*$/gm, (_, fence = '') => fence],
];

/** Tags that Markdown is written with in other systems, as Markdown. What is left of them stays as text, and is told. */
const REWRITES: readonly Rewrite[] = [
  // Links that name a file: Hugo's `ref` and `relref`, Jekyll's `link` and `post_url`.
  [/\{\{[<%]\s*(?:rel)?ref\s+"([^"\n]+)"\s*[>%]\}\}/g, (_, path = '') => path.replaceAll(' ', '%20')],
  [/(?:\{\{\s*site\.baseurl\s*\}\}\s*)?\{%-?\s*link\s+([^%\s]+)\s*-?%\}/g, (_, path = '') => `/${path}`],
  [/(?:\{\{\s*site\.baseurl\s*\}\}\s*)?\{%-?\s*post_url\s+([^%\s]+)\s*-?%\}/g, (_, name = '') => `/_posts/${name}.md`],
  // Addresses with the site's own before them.
  [/\{\{\s*["']([^"'\n]*)["']\s*\|\s*(?:relative_url|absolute_url|url)\s*\}\}/g, (_, path = '') => path],
  [/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, () => ''],
  [
    /\{\{[<%]\s*figure\s([^{}\n]*)[>%]\}\}/g,
    (_, given = '') => {
      const at = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(given)?.[1] ?? '';
      const title = at('caption') || at('title');
      return `![${at('alt') || title}](<${at('src')}>${title ? ` "${title.replaceAll('"', '')}"` : ''})`;
    },
  ],
  // What marks the end of an excerpt.
  [/^[ \t]*<!--\s*more\s*-->[ \t]*$/gim, () => ''],
];

/** Attributes of kramdown: of a block on a line of their own, of what stands before them; and its table of contents. */
const ATTRIBUTES =
  /^[*-][ \t]+\S.*\r?\n\{:toc[^{}\n]*\}[ \t]*$|^[ \t]*\{:[^{}\n]*\}[ \t]*(?:\r?\n|$)|(?<=[)\]*_`])\{:[^{}\n]*\}/gm;
/** Lines of a program that stand between blocks of MDX. */
const MODULE_LINES =
  /^(?:import[ \t](?:[^'"\n\r\u2028\u2029]*[ \t]from[ \t]+)?['"][^'"\n]+['"];?|export[ \t]+(?:const|let|default|function)\s.*)[ \t]*(?:\r?\n|$)/gm;

const LEFT: readonly (readonly [RegExp, string])[] = [
  [/\{\{[<%]/, 'Shortcodes of Hugo are left in the text as they are'],
  [/\{%|\{\{(?![<%])/, 'Tags of a template language (Liquid, Nunjucks) are left in the text as they are'],
  [/^<[A-Z]\w*/m, 'Components are left in the text as they are'],
  [
    /<(?:div|iframe|script|style|section|details|video|audio|table|form|center)\b/i,
    'HTML in Markdown is shown as text',
  ],
];

const DROPPED = 'Attributes of kramdown ({: …}) are left out';

const outsideOfCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[\s\S]*?^[ \t]*\2[ \t]*$)/m)
    // A fence is found twice: whole, and by what it begins with.
    .flatMap((part, at) => (at % 3 === 2 ? [] : [at % 3 === 0 ? change(part) : part]))
    .join('');

const rewrite = (text: string, rewrites: readonly Rewrite[]): string =>
  rewrites.reduce((before, [pattern, write]) => before.replace(pattern, write), text);

/** The text of a file as plain Markdown, as far as that goes. */
export function prepareText(body: string, place: string, notes: Notes): string {
  const rewritten = outsideOfCode(rewrite(body, CODE_REWRITES), (part) => rewrite(part, REWRITES));
  const isMdx = place.endsWith('.mdx');
  const [dropped, message] = isMdx ? [MODULE_LINES, 'Imports and exports of MDX are left out'] : [ATTRIBUTES, DROPPED];
  const text = outsideOfCode(rewritten, (part) => part.replace(dropped, ''));
  if (text !== rewritten) notes.add(message, place);
  const outside = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  for (const [pattern, message] of LEFT) if (pattern.test(outside)) notes.add(message, place);
  return text;
}
