import { mkdir, mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readFileIfExists } from '../../lib/disk/readFileIfExists.ts';
import { writeFileDurably } from '../../lib/disk/writeFileDurably.ts';
import { escapeHtml } from '../../lib/text/escapeHtml.ts';
import { finishesWithin } from '../../lib/turn/finishesWithin.ts';
import { unavailable } from '../../model/errors.ts';

export type Sharp = typeof import('sharp').default;

/** The picture library, loaded on first use: most processes never draw. */
export interface Pictures {
  /**
   * Runs work on pictures when one of two slots is free (SECURITY, 25).
   *
   * @param fetchBytes runs first, in the same slot but outside of the time limit: waiting requests hold no bytes
   * @throws CmsError SERVICE_UNAVAILABLE if too much is waiting; PictureTimeout if the work takes too long
   */
  run<T>(work: (sharp: Sharp) => Promise<T>, fetchBytes?: () => Promise<void>): Promise<T>;
}

/** The work took longer than allowed. */
export class PictureTimeout extends Error {
  constructor() {
    super('The picture takes too long');
    this.name = 'PictureTimeout';
  }
}

const PARALLEL = 2;
const MAX_WAITING = 200;

/** The limits for each picture (SECURITY, 25). */
export const PICTURE_LIMITS = { limitInputPixels: 40_000_000, failOn: 'error', pages: 1 } as const;
/** The time for all work on one picture; the library aborts by itself then. */
export const PICTURE_SECONDS = 20;

/** @param cacheDir where the list of fonts and the font cache are written */
export function createPictures(cacheDir: string, timeoutMs = PICTURE_SECONDS * 1000): Pictures {
  const waiting: (() => void)[] = [];
  let running = 0;
  let loading: Promise<Sharp> | undefined;

  async function enter(): Promise<void> {
    if (waiting.length >= MAX_WAITING) throw unavailable('Too many pictures are being made: try again', 5);
    if (running >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  }

  /** Hands the slot to the next waiting request. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  function load(): Promise<Sharp> {
    loading ??= loadSharp(cacheDir).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    async run(work, fetchBytes = async () => undefined) {
      await enter();
      await fetchBytes().catch((error: unknown) => {
        leave();
        throw error;
      });
      const running = load().then(work);
      // The caller is answered at the time limit, but the slot stays taken until the work has ended.
      running.then(leave, leave);
      if (await finishesWithin(timeoutMs, running)) return running;
      throw new PictureTimeout();
    },
  };
}

/** The decoders for uploads; those of SVG, PDF and the like stay blocked. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map((format) => `VipsForeignLoad${format}`);

async function loadSharp(cacheDir: string): Promise<Sharp> {
  // The library looks for fonts when it is loaded, and this variable is the only way to tell it where.
  process.env['FONTCONFIG_FILE'] = await writeFontList(cacheDir);
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return sharp;
}

/** The fonts for texts: Latin, Greek, Cyrillic; Arabic; Japanese with many Chinese characters; emoji. */
const FONTS = [
  'inter/400Regular',
  'inter/700Bold',
  'noto-sans-arabic/400Regular',
  'noto-sans-arabic/700Bold',
  'noto-sans-jp/400Regular',
  'noto-sans-jp/700Bold',
  'noto-color-emoji/400Regular',
];

/**
 * Writes the list of fonts unless it is up to date. If it cannot be written, for instance on a full disk, it goes to the
 * system's folder for temporary files, so that pictures are drawn all the same.
 */
async function writeFontList(cacheDir: string): Promise<string> {
  try {
    return await writeFontListIn(cacheDir);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return writeFontListIn(await mkdtemp(join(tmpdir(), 'quire-fonts-')));
  }
}

async function writeFontListIn(folder: string): Promise<string> {
  const fonts = FONTS.map((font) => `<dir>${escapeHtml(fontFolder(font))}</dir>`);
  const cache = `<cachedir>${escapeHtml(join(folder, 'fontconfig'))}</cachedir>`;
  const list = `<?xml version="1.0"?>\n<fontconfig>\n${[...fonts, cache].join('\n')}\n</fontconfig>\n`;
  const path = join(folder, 'fonts.conf');
  await mkdir(join(folder, 'fontconfig'), { recursive: true, mode: 0o700 });
  const known = await readFileIfExists(path);
  if (known !== list) await writeFileDurably(path, list, 0o600);
  return path;
}

function fontFolder(font: string): string {
  const require = createRequire(import.meta.url);
  const [name = '', weight = ''] = font.split('/');
  return join(dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)), weight);
}
