import type { Notes } from '../notes.ts';

/** Tags that Markdown is written with in other systems, as Markdown. What is left of them stays as text, and is told. */
const REWRITES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
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

const LEFT: readonly (readonly [RegExp, string])[] = [
  [/\{\{[<%]/, 'Shortcodes of Hugo are left in the text as they are'],
  [/\{%|\{\{(?![<%])/, 'Tags of a template language (Liquid, Nunjucks) are left in the text as they are'],
  [/^(?:import|export)\s.+$/m, 'Imports of MDX are left in the text as they are'],
  [/^<[A-Z]\w*/m, 'Components are left in the text as they are'],
  [
    /<(?:div|iframe|script|style|section|details|video|audio|table|form|center)\b/i,
    'HTML in Markdown is shown as text',
  ],
];

/** The text of a file as plain Markdown, as far as that goes. */
export function prepareText(body: string, place: string, notes: Notes): string {
  const text = REWRITES.reduce((before, [pattern, write]) => before.replace(pattern, write), body);
  const outside = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  for (const [pattern, message] of LEFT) if (pattern.test(outside)) notes.add(message, place);
  return text;
}
