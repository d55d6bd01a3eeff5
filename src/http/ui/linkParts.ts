import { readWeights } from '../answer/encoding.ts';
import { readBuilt } from './readBuilt.ts';

/** A part of the interface in the manifest of the build, with the parts that come before it. */
interface ManifestPart {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Parts = Readonly<Record<string, ManifestPart>>;

/** The screens that people open by address, by what stands after `/admin/`. */
const SCREENS: readonly (readonly [RegExp, string])[] = [
  [/^(index\.html)?$/, 'screens/home/HomeScreen.tsx'],
  [/^pages\/?$/, 'screens/pages/PageListScreen.tsx'],
  [/^pages\/\d+$/, 'screens/page/PageScreen.tsx'],
];

/**
 * The value of a Link header (RFC 8288) with what the interface needs at an address and its page does not name: its
 * screen and its language. The browser fetches them all at once then, not each after the other.
 */
export async function linkParts(folder: string, path: string, languages: string | undefined): Promise<string> {
  const manifest = await readBuilt(folder, 'parts.json', 'identity');
  if (!manifest) return '';
  // The build writes it.
  const parts = JSON.parse(manifest.bytes.toString()) as Parts;
  const screen = SCREENS.find(([address]) => address.test(path))?.[1];
  const wanted = [languageOf(parts, languages), ...(screen === undefined ? [] : [screen])];
  const named = collectPartFiles(parts, ['index.html']);
  return [...collectPartFiles(parts, wanted)]
    .filter((file) => !named.has(file))
    .map(toLink)
    .join(', ');
}

/** The module of the first language that the interface has, as its program chooses it. */
function languageOf(parts: Parts, languages = ''): string {
  const tags = [...readWeights(languages)].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag.split('-')[0]);
  const modules = [...tags, 'en'].map((tag) => `i18n/${tag}/index.ts`);
  return modules.find((name) => Object.hasOwn(parts, name)) ?? '';
}

function collectPartFiles(parts: Parts, names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of found) for (const next of parts[name]?.imports ?? []) found.add(next);
  return new Set([...found].flatMap((name) => [...(parts[name]?.css ?? []), parts[name]?.file ?? []].flat()));
}

const toLink = (file: string): string =>
  `</admin/${file}>; rel=${file.endsWith('.css') ? 'preload; as=style' : 'modulepreload'}`;
