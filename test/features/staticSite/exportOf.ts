import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readServerConfig } from '../../../src/config.ts';
import { joinFeatures } from '../../../src/extend/feature.ts';
import type { LoadedExtension } from '../../../src/extend/loaded.ts';
import { FEATURES } from '../../../src/features/lists/server.ts';
import { type ExportSummary, exportSite } from '../../../src/features/staticSite/site/exportSite.ts';
import { type Manifest, readManifest } from '../../../src/features/staticSite/site/manifest.ts';
import { openStaticSite, type StaticSite } from '../../../src/features/staticSite/site/openStaticSite.ts';
import { type SeenContent, seeContent } from '../../../src/features/staticSite/site/seeContent.ts';
import { NOW, type Site } from '../../makeSite.ts';

/** A temporary folder, removed when the test is finished. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'out');
}

type Folders = Pick<Site, 'contentDir' | 'privateDir'>;

interface OpenOptions {
  readonly at?: Date;
  readonly withoutImages?: boolean;
  readonly seen?: SeenContent;
  readonly env?: Readonly<Record<string, string>>;
  readonly extensions?: readonly LoadedExtension[];
}

export async function openSite({ contentDir, privateDir }: Folders, options: OpenOptions = {}): Promise<StaticSite> {
  const {
    at = new Date(NOW),
    withoutImages = true,
    seen = seeContent(contentDir),
    env = {},
    extensions = [],
  } = options;
  const config = readServerConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, ...env }, contentDir);
  return openStaticSite({
    config,
    features: joinFeatures(FEATURES),
    seen,
    version: '0.0.0',
    at,
    withoutImages,
    extensions,
  });
}

export interface ExportOptions extends OpenOptions {
  readonly folder?: string;
  readonly since?: Manifest;
}

/** Exports what a folder has now, as `quire export` would; images are left out unless asked for. */
export async function exportOf(folders: Folders, options: ExportOptions = {}) {
  const { folder = makeFolder(), since, seen = seeContent(folders.contentDir, folder), ...others } = options;
  const site = await openSite(folders, { ...others, seen });
  const done: ExportSummary = await exportSite({ site, folder, since, seen: seen.sizes, concurrency: 4 });
  return { folder, done, manifest: manifestIn(folder) };
}

export const manifestIn = (folder: string): Manifest =>
  readManifest(readFileSync(join(folder, 'manifest.json'), 'utf8'))!;

/** Every file below a folder with its bytes (as latin1), by its path. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path): [string, string] => [path.slice(folder.length + 1), readFileSync(path, 'latin1')])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
