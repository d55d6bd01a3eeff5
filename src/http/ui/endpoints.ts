import type { IncomingHttpHeaders } from 'node:http';
import { chooseEncoding } from '../answer/encoding.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { linkParts } from './linkParts.ts';
import { NOT_BUILT } from './notBuilt.ts';
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
