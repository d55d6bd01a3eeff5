/**
 * Addresses as paths of the site, each once and never many: of a folder with too many of them only the folder is named,
 * as `/api/content/pages/*`, which stands for everything below it.
 */
export interface Addresses {
  /** @param path without the slash it begins with, as files of the static site are named */
  tell(path: string): void;
  /** Everything below the folder; the empty one is the whole site. */
  tellAll(folder: string): void;
  /** Whether there is nothing more to tell of the folder. */
  isWhole(folder: string): boolean;
  /** Counts up with everything that is told, known or not. */
  readonly told: number;
  /** Sorted. */
  list(): readonly string[];
}

/** How many addresses of one folder are named each by itself. */
export const MAX_OF_FOLDER = 200;

/** `api/content/pages` of all that lies in or below it; empty for what lies elsewhere. */
const folderOf = (path: string): string => /^api\/content\/[^/]+(?=\/)/.exec(path)?.[0] ?? '';

export function createAddresses(): Addresses {
  const byFolder = new Map<string, Set<string>>();
  const whole = new Set<string>();
  let told = 0;

  function tellAll(folder: string): void {
    told += 1;
    whole.add(folder);
    byFolder.delete(folder);
  }

  const isWhole = (folder: string): boolean => whole.has(folder) || whole.has('');

  return {
    tellAll,
    tell(path) {
      told += 1;
      const folder = folderOf(path);
      if (isWhole(folder)) return;
      const known = byFolder.get(folder) ?? new Set();
      byFolder.set(folder, known.add(path));
      if (folder !== '' && known.size > MAX_OF_FOLDER) tellAll(folder);
    },
    isWhole,
    get told() {
      return told;
    },
    list() {
      if (whole.has('')) return ['/*'];
      const single = [...byFolder.values()].flatMap((paths) => [...paths]).map((path) => `/${encodeURI(path)}`);
      return [...single, ...[...whole].map((folder) => `/${folder}/*`)].sort();
    },
  };
}
