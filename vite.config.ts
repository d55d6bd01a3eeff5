import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

/** Those of the last two years: `light-dark()` stands as it is written. */
const BROWSERS = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** Stands in for what lets several people write in one document at once: the drag handle asks for it, and it is 60 kB. */
const NOBODY_ELSE = join(import.meta.dirname, 'src/ui/richText/block/nobodyElse.ts');

const FORM = join(import.meta.dirname, 'src/ui/screens/page/PageScreen.tsx');

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** All that comes with the form of a page before it runs, without the form itself. */
const partsOfForm = new Set<string>();
function isPartOfForm(id: string, context: Context): boolean {
  if (partsOfForm.size === 0) {
    const found = partsOfForm.add(FORM);
    for (const part of found) for (const next of context.getModuleInfo(part)?.importedIds ?? []) found.add(next);
    found.delete(FORM);
  }
  return partsOfForm.has(id);
}

/** Our own modules that come with the form of a page. */
const inForm = (name: string, minShareCount: number) => ({
  name: (id: string, context: Context) => (isPartOfForm(id, context) ? name : null),
  debugName: name,
  test: /src/,
  minShareCount,
});

const inMantine = (components: string) => new RegExp(`@mantine/core/esm/components/(${components})/`);

/**
 * What comes together is one file: a hundred small ones take longer to ask for, and are larger together. A module
 * belongs to the first group that names it, together with what it imports.
 */
const GROUPS = [
  // What comes before any screen: the packages, and ours.
  { name: 'frame', tags: ['$initial' as const], test: /node_modules/ },
  { name: 'shell', tags: ['$initial' as const], test: /src\/ui\/(?!main|index)/ },
  {
    name: 'inputs',
    test: inMantine('Badge|Collapse|Fieldset|Input|InputBase|List|Skeleton|Switch|Textarea|TextInput'),
  },
  // An icon of two parts only, such as the two editors of text, comes with them.
  { name: 'icons', test: /@tabler/, minShareCount: 3 },
  // What many screens share with the form, and the rest of it.
  inForm('parts', 5),
  inForm('form', 1),
  // What opens beside a button, and inputs beside which something opens.
  { name: 'menus', test: inMantine('Menu|Popover') },
  { name: 'pickers', test: inMantine('Checkbox|MultiSelect|NumberInput|SegmentedControl|Select') },
];

/** The editor's interface: `dist/ui`, served at `/admin`. */
export default defineConfig({
  root: 'src/ui',
  base: '/admin/',
  plugins: [react()],
  resolve: { alias: { '@tiptap/extension-collaboration': NOBODY_ELSE, '@tiptap/y-tiptap': NOBODY_ELSE } },
  // A policy of `default-src 'self'` lets nothing stand in an address.
  build: {
    outDir: '../../dist/ui',
    emptyOutDir: true,
    // Also for the program itself, which fetches its parts ahead.
    manifest: 'parts.json',
    // The editor of rich text is a chunk of its own.
    chunkSizeWarningLimit: 800,
    assetsInlineLimit: 0,
    // The program fetches its parts ahead by the manifest: naming them beside each import too costs the first form 6 kB.
    modulePreload: {
      resolveDependencies: (_, parts, { hostType }) =>
        hostType === 'html' ? parts : parts.filter((part) => part.endsWith('.css')),
    },
    target: BROWSERS,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  // While it is worked on (`npx vite`), a server answers beside it.
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
