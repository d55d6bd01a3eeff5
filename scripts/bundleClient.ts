import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './bundle.ts';

/** Files of the client with types alone: they serve as declarations as they are. */
const TYPES = ['content', 'types', 'previewTypes'];

/**
 * Builds what front ends import (`quire/client`, `quire/preview`) into `dist/client/`, for Node, browsers and workers.
 * The types are written without TypeScript, which a production install does not have.
 */
export async function bundleClient(folder = join(ROOT, 'dist/client')): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/client/index.ts', 'src/client/preview.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.d.ts`), text);
  for (const name of TYPES) write(name, readTypes(name));
  write('index', INDEX);
  write('preview', PREVIEW);
}

const readTypes = (name: string): string =>
  readFileSync(join(ROOT, `src/client/${name}.ts`), 'utf8').replace(/(from '\.\/\w+)\.ts'/g, "$1.js'");

const PREVIEW = `export type * from './previewTypes.js';
import type { ConnectPreview } from './previewTypes.js';

export declare const connectPreview: ConnectPreview;
`;

const INDEX = `export type * from './content.js';
export type * from './types.js';
import type { CreateClient, EscapeHtml, QuireErrorClass, RenderRichText, Srcset } from './types.js';

export declare const createClient: CreateClient;
export declare const renderRichText: RenderRichText;
export declare const escapeHtml: EscapeHtml;
export declare const srcset: Srcset;
export declare const QuireError: QuireErrorClass;
export type QuireError = InstanceType<QuireErrorClass>;
`;
