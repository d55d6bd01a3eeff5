import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Those of the last two years: `light-dark()` stands as it is written. */
const BROWSERS = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** Stands in for what lets several people write in one document at once: the drag handle asks for it, and it is 60 kB. */
const NOBODY_ELSE = join(import.meta.dirname, 'src/ui/richText/block/nobodyElse.ts');

/** The packages that come before any screen: together they are smaller than each by itself. */
const FRAME = { name: 'frame', tags: ['$initial' as const], test: /node_modules/ };

/** Ours that comes before any screen, and the icons: file by file a screen would be a hundred of them. */
const OWN = { name: 'shell', tags: ['$initial' as const], test: /src\/ui\/(?!main|index)/ };
const ICONS = { name: 'icons', test: /@tabler/, minShareCount: 2 };

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
    target: BROWSERS,
    rolldownOptions: { output: { codeSplitting: { groups: [FRAME, OWN, ICONS] } } },
  },
  // While it is worked on (`npx vite`), a server answers beside it.
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
