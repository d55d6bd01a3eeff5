import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createYieldIfBusy, SHARED_SLICES, type YieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { listIfThere } from '../../disk/listIfThere.ts';
import { listPacked, type RefText, readLoose, toRefs } from './listRefs.ts';

/** Lists refs as `listRefs` does, but in slices, and reads only folders that have changed since the last time. */
export interface RefLists {
  /** The very same map as before while none of the refs has moved. */
  list(folder: RefFolder): Promise<ReadonlyMap<string, string>>;
}

export type RefFolder = `refs/${string}/`;

/** What a folder of refs, or the file of packed ones, holds. */
interface RefContent {
  readonly refs: readonly RefText[];
  readonly folders: readonly string[];
}

/** What it held when it had this stamp. */
interface CachedRefContent {
  readonly stamp: string | null;
  readonly holding: RefContent;
}

interface RefListing {
  readonly holdings: readonly RefContent[];
  readonly refs: ReadonlyMap<string, string>;
}

interface State {
  readonly commonDir: string;
  /** By what was asked for: the path of a folder, or a folder among the packed refs. */
  readonly remembered: Map<string, CachedRefContent>;
  readonly listings: Map<RefFolder, RefListing>;
}

export function createRefLists(commonDir: string): RefLists {
  const state: State = { commonDir, remembered: new Map(), listings: new Map() };
  return { list: (folder) => listCachedRefs(state, folder) };
}

async function listCachedRefs(state: State, folder: RefFolder): Promise<ReadonlyMap<string, string>> {
  // Git packs a ref before it removes the loose file, so a ref that moves meanwhile is found in one of the two.
  const loose = await readFolders(state, folder);
  const packed = await readPackedRefContent(state, folder);
  const holdings = [packed, ...loose];
  const before = state.listings.get(folder);
  if (before && isSameList(before.holdings, holdings, (one, other) => one === other)) return before.refs;
  const refs = toRefs(
    packed.refs,
    loose.flatMap((one) => one.refs),
  );
  state.listings.set(folder, { holdings, refs });
  return refs;
}

async function readFolders(state: State, folder: RefFolder): Promise<readonly RefContent[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found: RefContent[] = [];
  const paths = [folder.slice(0, -1)];
  // The loop also visits the folders that it adds.
  for (const path of paths) {
    await yieldIfBusy();
    const holding = await readCachedRefContent(state, path, path, () =>
      readRefFolder(state.commonDir, path, yieldIfBusy),
    );
    found.push(holding);
    paths.push(...holding.folders);
  }
  return found;
}

const readPackedRefContent = (state: State, folder: RefFolder): Promise<RefContent> =>
  readCachedRefContent(state, `packed ${folder}`, 'packed-refs', async () => ({
    refs: listPacked(state.commonDir, folder),
    folders: [],
  }));

async function readRefFolder(commonDir: string, path: string, yieldIfBusy: YieldIfBusy): Promise<RefContent> {
  const refs: RefText[] = [];
  const folders: string[] = [];
  for (const entry of listIfThere(join(commonDir, path))) {
    const ref = `${path}/${entry.name}`;
    if (entry.isDirectory()) folders.push(ref);
    else if (entry.isFile()) refs.push(...readLoose(commonDir, ref));
    const turn = yieldIfBusy();
    if (turn) await turn;
  }
  return { refs, folders };
}

/** Reads what is at a path, unless it is as it was. */
async function readCachedRefContent(
  { commonDir, remembered }: State,
  name: string,
  path: string,
  read: () => Promise<RefContent>,
): Promise<RefContent> {
  const known = remembered.get(name);
  const stamp = readFolderStamp(join(commonDir, path));
  if (known && stamp !== null && known.stamp === stamp) return known.holding;
  const fresh = await read();
  const holding = known && isSameRefContent(known.holding, fresh) ? known.holding : fresh;
  remembered.set(name, { stamp, holding });
  return holding;
}

/** File systems note the time of a change this coarsely: another one may follow without being seen. */
const COARSE_MS = 2_000;

/**
 * Says when the names in a folder last changed. Git never writes into the file of a ref: it puts another in its place.
 * Null if that was just now, or there is no such folder.
 */
function readFolderStamp(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found || Date.now() - Number(found.mtimeMs) < COARSE_MS) return null;
  return `${found.ino} ${found.mtimeNs} ${found.ctimeNs} ${found.size}`;
}

const isSameRefContent = (before: RefContent, after: RefContent): boolean =>
  isSameList(before.refs, after.refs, ([ref, commit], other) => ref === other[0] && commit === other[1]) &&
  isSameList(before.folders, after.folders, (one, other) => one === other);

const isSameList = <T>(before: readonly T[], after: readonly T[], isSame: (one: T, other: T) => boolean): boolean =>
  before.length === after.length && before.every((one, index) => isSame(one, after[index]!));
