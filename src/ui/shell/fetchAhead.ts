/** The screen comes first, with all that the user does there right away. */
const WAIT_MS = 10_000;

/** A part of the program in the manifest of the build; its files are named from the base address on. */
interface BuildPart {
  readonly file: string;
  readonly css?: readonly string[];
}

/**
 * Has the browser cache the parts of the program that no screen has needed yet. They then open at once, and also where
 * the server does not give them out: without a network, and after an update of Quire. Returns a function that stops it.
 */
export function fetchAhead(): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    // What is missing is fetched when it is needed.
    if (!isSavingData()) void fetchParts(stop.signal).catch(() => undefined);
  }, WAIT_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** One after the other, so that nothing else waits for a connection. */
async function fetchParts(signal: AbortSignal): Promise<void> {
  const get = (file: string) => fetch(import.meta.env.BASE_URL + file, { signal, priority: 'low' });
  const parts: Readonly<Record<string, BuildPart>> = await (await get('parts.json')).json();
  const files = new Set(Object.values(parts).flatMap(({ file, css = [] }) => [file, ...css]));
  for (const file of files) if (isCode(file)) await (await get(file)).arrayBuffer();
}

/** Fonts and pictures are left to the browser: it knows which ones its text needs. */
const isCode = (file: string): boolean => /\.(js|css)$/.test(file);

/** Whether the user has asked the browser to fetch as little as it can. Not every browser tells. */
const isSavingData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
