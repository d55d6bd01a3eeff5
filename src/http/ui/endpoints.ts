import type { IncomingHttpHeaders } from 'node:http';
import { chooseEncoding, readWeights } from '../answer/encoding.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { type BuiltFile, isHashed, readBuilt } from './readBuilt.ts';

interface Options {
  /** The folder that the interface was built into. */
  readonly folder: string;
  /** What a page of the interface may load (`uiPolicy`). */
  readonly policy: string;
  /** Finds the files of extensions below `/admin/x/`; absent where there are no extensions. */
  readonly findExtensionFile?: FindExtensionFile | undefined;
}

/** @param path what stands after `/admin/x/`. @returns null if it is the address of a screen, not of a file */
export type FindExtensionFile = (path: string, headers: IncomingHttpHeaders) => Promise<Answer | null>;

const INDEX = 'index.html';
const EXTENSIONS = 'x/';
const HTML = 'text/html; charset=utf-8';
const HOUR = 'public, max-age=3600';
/** The name of a hashed file changes with its content. */
const YEAR = 'public, max-age=31536000, immutable';

/** The editor's interface: the files of its build, and its one page at every other address below `/admin`. */
export function uiEndpoints({ folder, policy, findExtensionFile }: Options): Endpoint[] {
  const pageHeaders = { 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'same-origin' };

  const show = async (path: string, headers: IncomingHttpHeaders): Promise<Answer> => {
    const ofExtension =
      path.startsWith(EXTENSIONS) && (await findExtensionFile?.(path.slice(EXTENSIONS.length), headers));
    if (ofExtension) return ofExtension;
    const encoding = chooseEncoding(headers['accept-encoding'] ?? '');
    const file = path === INDEX ? null : await readBuilt(folder, path, encoding);
    if (file) return answerFile(file, { 'Cache-Control': isHashed(path) ? YEAR : HOUR });
    // A page that was open while another version was installed asks for files that are gone: it must not get HTML
    // instead.
    if (isHashed(path))
      return { status: 404, raw: 'This file belongs to another version of the interface.\n', type: TEXT };
    const page = await readBuilt(folder, INDEX, encoding);
    const links = await linkParts(folder, path, headers['accept-language']);
    return page
      ? answerFile(page, { ...pageHeaders, ...(links !== '' && { Link: links }) })
      : { status: 503, raw: NOT_BUILT, type: HTML };
  };

  return [
    defineEndpoint({
      method: 'GET',
      path: '/',
      summary: "Redirect to the editor's interface",
      access: 'open',
      handle: () => ({ status: 302, raw: 'See /admin\n', type: TEXT, headers: { Location: '/admin' } }),
    }),
    ...['/admin', '/admin/'].map((path) =>
      defineEndpoint({
        method: 'GET',
        path,
        summary: "Open the editor's interface",
        access: 'open',
        handle: ({ headers }) => show(INDEX, headers),
      }),
    ),
    defineEndpoint({
      method: 'GET',
      path: '/admin/:path*',
      summary: "Fetch a file of the editor's interface; its page at every other address",
      access: 'open',
      handle: ({ headers, params }) => show(params.path, headers),
    }),
  ];
}

const TEXT = 'text/plain; charset=utf-8';

const answerFile = ({ bytes, type, encoding }: BuiltFile, headers: Answer['headers']): Answer => ({
  raw: bytes,
  type,
  headers: { Vary: 'Accept-Encoding', ...(encoding && { 'Content-Encoding': encoding }), ...headers },
});

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
async function linkParts(folder: string, path: string, languages: string | undefined): Promise<string> {
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

/** The page at `/admin` if the interface has not been built. */
const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Quire</title></head>
<body><h1>The editor's interface has not been built</h1>
<p>Run <code>npm run build</code> in Quire's folder, then reload this page. There is no need to restart the server.</p>
<p>Everything else works without it: see <a href="/api/docs">the documentation of the API</a>.</p></body></html>
`;
