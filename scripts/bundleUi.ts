import { join } from 'node:path';
import { ROOT } from './bundle.ts';

/** Builds the editor's interface, as it is served at `/admin`, into `dist/ui`. */
export async function bundleUi(): Promise<void> {
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  // React would bring what helps to develop it.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
