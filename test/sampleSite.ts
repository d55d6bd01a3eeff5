import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../content');

/** The records of the sample site, for `makeSite`, without the media files themselves. */
export const sampleSite = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(yaml|json|md)$/.test(path))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  );
