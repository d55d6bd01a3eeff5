/**
 * Collects addresses as paths of the site, each once, and never too many: a folder with too many of them is listed as a
 * whole, such as `/api/content/pages/*`, which stands for everything below it.
 */
export interface AddressCollector {
  /** @param path without its leading slash, like the files of the static site */
  add(path: string): void;
  /** Adds everything below a folder; the empty folder is the whole site. */
  addAll(folder: string): void;
  /** Whether everything below the folder has been added. */
  isWhole(folder: string): boolean;
  /** The number of calls so far, also for addresses that were known already. */
  readonly added: number;
  /** Sorted. */
  list(): readonly string[];
}

/** The most addresses of one folder that are listed one by one. */
export const MAX_OF_FOLDER = 200;

/** The folder of a path, such as `api/content/pages`; empty for paths outside such folders. */
const contentFolder = (path: string): string => /^api\/content\/[^/]+(?=\/)/.exec(path)?.[0] ?? '';

export function createAddresses(): AddressCollector {
  const byFolder = new Map<string, Set<string>>();
  const whole = new Set<string>();
  let added = 0;

  function addAll(folder: string): void {
    added += 1;
    whole.add(folder);
    byFolder.delete(folder);
  }

  const isWhole = (folder: string): boolean => whole.has(folder) || whole.has('');

  return {
    addAll,
    add(path) {
      added += 1;
      const folder = contentFolder(path);
      if (isWhole(folder)) return;
      const known = byFolder.get(folder) ?? new Set();
      byFolder.set(folder, known.add(path));
      if (folder !== '' && known.size > MAX_OF_FOLDER) addAll(folder);
    },
    isWhole,
    get added() {
      return added;
    },
    list() {
      if (whole.has('')) return ['/*'];
      const single = [...byFolder.values()].flatMap((paths) => [...paths]).map((path) => `/${encodeURI(path)}`);
      return [...single, ...[...whole].map((folder) => `/${folder}/*`)].sort();
    },
  };
}
