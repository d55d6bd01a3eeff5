import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How large files are, in a form that passes from thread to thread in one piece. */
export interface FileSizes {
  /** Their paths in the folder, with NUL in between, which no path holds. */
  readonly paths: string;
  readonly sizes: Float64Array;
}

/** Looks at every regular file below a folder whose path holds no name with a dot in front. */
export function readFileSizes(root: string): FileSizes {
  const paths: string[] = [];
  const sizes: number[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(path);
      if (!entry.isFile()) continue;
      paths.push(path);
      sizes.push(lstatSync(`${root}/${path}`).size);
    }
  }
  return { paths: paths.join('\0'), sizes: Float64Array.from(sizes) };
}

export const sizesByPath = ({ paths, sizes }: FileSizes): ReadonlyMap<string, number> =>
  new Map(paths.split('\0').map((path, index) => [path, sizes[index]!]));
