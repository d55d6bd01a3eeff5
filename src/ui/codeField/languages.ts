import type { Extension } from '@codemirror/state';

const load: Readonly<Record<string, () => Promise<Extension>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
};

/** Other names for the same languages. */
const ALIASES: Readonly<Record<string, string>> = {
  md: 'markdown',
  yml: 'yaml',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  ts: 'javascript',
  tsx: 'javascript',
  typescript: 'javascript',
  scss: 'css',
  svg: 'html',
  xml: 'html',
};

/** Loads the colours and indentation of a language; empty for an unknown one. */
export async function loadLanguage(language = ''): Promise<Extension> {
  const name = language.toLowerCase();
  const known = ALIASES[name] ?? name;
  return Object.hasOwn(load, known) ? ((await load[known]?.()) ?? []) : [];
}
