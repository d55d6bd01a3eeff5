import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { matchesEntityTag } from '../../http/answer/cacheControl.ts';
import { createEntityTag } from '../../http/answer/toBytes.ts';
import type { Answer } from '../../http/endpoint.ts';
import type { FindExtensionFile } from '../../http/ui/endpoints.ts';
import { readBuilt, servedTypeOf } from '../../http/ui/readBuilt.ts';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import type { LoadedExtension } from '../loaded.ts';
import { frameHeaders, serversOf } from './framePolicy.ts';
import { framePath, listFrames } from './listFrames.ts';

interface FrameFilesOptions {
  readonly extensions: readonly LoadedExtension[];
  /** The folder that `@quire-cms/quire/frame` was built into. */
  readonly packageFolder: string;
  readonly siteUrl: string;
}

/** A longer file is not served. */
const MAX_BYTES = 4 * 1024 * 1024;
/** What frames import, since no bundler puts it into their files. */
const FRAME_SCRIPT = 'frame.js';

/**
 * Serves the files of frames. They are served without a session, because a sandboxed frame has no cookies: like the
 * interface's own files they are code that the operator has put there, and hold no content. Only the folders that frames
 * lie in are served, so the code of the server beside them is not.
 */
export function createFindFrameFile({ extensions, packageFolder, siteUrl }: FrameFilesOptions): FindExtensionFile {
  const byName = new Map(extensions.map((extension) => [extension.definition.name, extension]));

  return async (path, headers) => {
    const type = servedTypeOf(path);
    if (type === undefined) return null;
    const [name = '', ...rest] = path.split('/');
    const extension = byName.get(name);
    const bytes = path === FRAME_SCRIPT ? await readScript() : extension && (await readFrameFile(extension, rest));
    if (!bytes) return NOT_FOUND;
    const { hosts = [] } = extension?.definition.needs ?? {};
    const common = frameHeaders({ extension: name, hosts, servers: serversOf(headers, siteUrl) });
    const etag = createEntityTag(bytes);
    const isKnown = matchesEntityTag(headers['if-none-match'], `"${etag}"`);
    return { status: isKnown ? 304 : 200, raw: isKnown ? '' : bytes, type, headers: common, etag };
  };

  async function readScript(): Promise<Buffer | undefined> {
    return (await readBuilt(packageFolder, 'index.js', 'identity'))?.bytes;
  }
}

const NOT_FOUND: Answer = {
  status: 404,
  raw: 'No frame of an extension has this file.\n',
  type: 'text/plain; charset=utf-8',
};

/** The folders of an extension that are served whole: the first step of each path to a frame. */
const servedFolders = ({ definition }: LoadedExtension): ReadonlySet<string> =>
  new Set(
    listFrames(definition)
      .map(({ source }) => framePath(source).split('/'))
      .flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : [])),
  );

/** A file in one of the served folders; undefined if there is none, or if a link leads out of that folder. */
async function readFrameFile(extension: LoadedExtension, steps: readonly string[]): Promise<Buffer | undefined> {
  const [folder = ''] = steps;
  if (extension.folder === null || steps.length < 2 || steps.includes('node_modules')) return undefined;
  if (!servedFolders(extension).has(folder)) return undefined;
  try {
    const root = join(await realpath(extension.folder), folder);
    const path = await realpath(join(extension.folder, ...steps));
    return path.startsWith(root + sep) ? await readRegularFile(path) : undefined;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG')) return undefined;
    throw error;
  }
}

/** Opening a pipe would wait for its other end, so nothing waits. */
async function readRegularFile(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = await file.stat();
    return found.isFile() && found.size <= MAX_BYTES ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}
