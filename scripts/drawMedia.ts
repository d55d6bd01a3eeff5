import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { commonEider, greyHeron, turnstone } from './media/birds.ts';
import { starMap, tideChart } from './media/charts.ts';
import { harbourAtDawn, perseidNight, signalStation } from './media/harbour.ts';
import { leaflet } from './media/leaflet.ts';
import { floorPlan, signalFlags } from './media/station.ts';

type Encoding = 'jpg' | 'png' | 'webp';

/** The key of each picture, the function that draws it, and its format. */
const PICTURES: readonly (readonly [key: string, draw: () => string, encoding: Encoding])[] = [
  ['harbour-at-dawn', harbourAtDawn, 'jpg'],
  ['signal-station', signalStation, 'webp'],
  ['perseid-night', perseidNight, 'jpg'],
  ['grey-heron', greyHeron, 'webp'],
  ['turnstone', turnstone, 'webp'],
  ['common-eider', commonEider, 'webp'],
  ['tide-chart', tideChart, 'png'],
  ['star-map', starMap, 'png'],
  ['signal-flags', signalFlags, 'png'],
  ['floor-plan', floorPlan, 'png'],
];

const FOLDER = new URL('../content/media/files/', import.meta.url);

const ENCODERS: Readonly<Record<Encoding, (image: Sharp) => Sharp>> = {
  jpg: (image) => image.flatten().jpeg({ quality: 82, mozjpeg: true }),
  png: (image) => image.png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 }),
  webp: (image) => image.webp({ quality: 82, effort: 6 }),
};

const encode = (svg: string, encoding: Encoding): Promise<Buffer> =>
  ENCODERS[encoding](sharp(Buffer.from(svg), { density: 72 })).toBuffer();

/** Replaces the file of a media record and prints the values for the record. */
async function keep(key: string, extension: string, bytes: Buffer): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const filename = `${key}-${hash.slice(0, 8)}.${extension}`;
  const former = new RegExp(`^${key}-[0-9a-f]{8}\\.`);
  for (const name of readdirSync(FOLDER)) if (former.test(name)) unlinkSync(new URL(name, FOLDER));
  writeFileSync(new URL(filename, FOLDER), bytes);
  const { width, height } = extension === 'pdf' ? {} : await sharp(bytes).metadata();
  const size = width === undefined ? '' : `\n  width: ${width}\n  height: ${height}`;
  process.stdout.write(`${key}:\n  filename: ${filename}\n  size: ${bytes.length}${size}\n  hash: ${hash}\n`);
}

mkdirSync(FOLDER, { recursive: true });
for (const [key, draw, encoding] of PICTURES) await keep(key, encoding, await encode(draw(), encoding));
await keep('visitors-leaflet', 'pdf', leaflet());
