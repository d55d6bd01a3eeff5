import type { Notes } from '../../convert/notes.ts';
import { replaceOutsideOfCode, withoutCode } from './codeSpans.ts';

type Rewrite = readonly [RegExp, (...parts: readonly string[]) => string];

/** What other systems add to a fence to say how its code is shown: ```go {linenos=table}, ```js/2/4. */
const FENCE_SETTINGS = /^([ \t]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]+)(?:[ \t]*\{|[ \t]|\/|,|:)[^`\n]*$/gm;

/** Rewrites the template tags and other additions of these systems as plain Markdown, in this order. */
const REWRITES: readonly Rewrite[] = [
  // Jekyll's highlighted code, whose lines Markdown would join: it becomes fenced code.
  [/([^\n])(\{%-?\s*highlight\s[^%\n]*%\})/g, (_, before = '', tag = '') => `${before}\n\n${tag}`],
  [
    /^[ \t]*\{%-?\s*highlight\s+([\w+#.-]+)(?![\w+#.-])[^%\n]*%\}[ \t]*\r?\n?((?:(?!\{%-?\s*highlight)[\s\S])*?)\{%-?\s*endhighlight\s*-?%\}/gm,
    (_, language = '', code = '') => `\`\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\``,
  ],
  // Links that name a file: Hugo's `ref` and `relref`, Jekyll's `link` and `post_url`.
  [/\{\{[<%]\s*(?:rel)?ref\s+"([^"\n]+)"\s*[>%]\}\}/g, (_, path = '') => path.replaceAll(' ', '%20')],
  [/(?:\{\{\s*site\.baseurl\s*\}\}\s*)?\{%-?\s*link\s+([^%\s]+)\s*-?%\}/g, (_, path = '') => `/${path}`],
  [/(?:\{\{\s*site\.baseurl\s*\}\}\s*)?\{%-?\s*post_url\s+([^%\s]+)\s*-?%\}/g, (_, name = '') => `/_posts/${name}.md`],
  // Addresses that begin with the address of the site.
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
  // The end of an excerpt.
  [/^[ \t]*<!--\s*more\s*-->[ \t]*$/gim, () => ''],
];

/** kramdown's attribute lists, on a line of their own or behind an element, and its table of contents. */
const ATTRIBUTES =
  /^[*-][ \t]+\S.*\r?\n\{:toc[^{}\n]*\}[ \t]*$|^[ \t]*\{:[^{}\n]*\}[ \t]*(?:\r?\n|$)|(?<=[)\]*_`])\{:[^{}\n]*\}/gm;
/** Import and export lines between the blocks of MDX. */
const MODULE_LINES =
  /^(?:import[ \t](?:[^'"\n\r\u2028\u2029]*[ \t]from[ \t]+)?['"][^'"\n]+['"];?|export[ \t]+(?:const|let|default|function)\s.*)[ \t]*(?:\r?\n|$)/gm;

/** Notes for what plain Markdown does not have, and is left in the text. */
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

/** A text as plain Markdown, as far as possible; what stays is noted. Code is left as it is. */
export function prepareText(body: string, place: string, notes: Notes): string {
  const plainFences = body.replace(FENCE_SETTINGS, '$1');
  const rewritten = REWRITES.reduce(
    (text, [pattern, write]) => replaceOutsideOfCode(text, pattern, write),
    plainFences,
  );
  const isMdx = place.endsWith('.mdx');
  const [dropped, message] = isMdx ? [MODULE_LINES, 'Imports and exports of MDX are left out'] : [ATTRIBUTES, DROPPED];
  const text = replaceOutsideOfCode(rewritten, dropped, () => '');
  if (text !== rewritten) notes.add(message, place);
  const prose = withoutCode(text);
  for (const [pattern, message] of LEFT) if (pattern.test(prose)) notes.add(message, place);
  return text;
}
