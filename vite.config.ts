import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Those of the last two years: `light-dark()` stands as it is written. */
const BROWSERS = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** The editor's interface: `dist/ui`, served at `/admin`. */
export default defineConfig({
  root: 'src/ui',
  base: '/admin/',
  plugins: [react()],
  // A policy of `default-src 'self'` lets nothing stand in an address.
  build: { outDir: '../../dist/ui', emptyOutDir: true, assetsInlineLimit: 0, target: BROWSERS },
  // While it is worked on (`npx vite`), a server answers beside it.
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
