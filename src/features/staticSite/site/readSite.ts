import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerConfig } from '../../../config.ts';
import { repositorySocket } from '../../../git/openRepository.ts';
import { peekIndex } from '../../../git/publish/index/indexStore.ts';
import { exactCommitTime } from '../../../git/read/ancestry/steps.ts';
import { committedFiles } from '../../../git/read/committedFiles.ts';
import { findNativeGit } from '../../../git/read/native.ts';
import { openReadable } from '../../../git/read/readable.ts';
import { readHead } from '../../../git/read/ref/refs.ts';
import { createWorkingBlobs, type FindWorkingBlob } from '../../../git/read/workingBlobs.ts';
import { isInstanceRunning } from '../../../lib/disk/guardInstance.ts';
import { lazily } from '../../../lib/list/lazily.ts';
import { onceEach } from '../../../lib/list/onceEach.ts';
import { createReadFacts } from '../../../media/fileFacts.ts';
import { createFactsFiller } from '../../../media/fillFacts.ts';
import { createStorage } from '../../../media/openFiles.ts';
import { createPictures } from '../../../media/picture/pictures.ts';
import { mediaPath } from '../../../media/storage/gitStorage.ts';
import type { MediaStorage } from '../../../media/storage/storage.ts';
import type { Media } from '../../../model/entities/media.ts';
import type { SiteCode } from '../../../model/entry.ts';
import { findUncommitted } from '../../../site/folder/findUncommitted.ts';
import { loadContent, type OpenContent } from '../../../site/folder/loadContent.ts';
import { openLive } from '../../../site/openLive.ts';
import { findSeals } from '../../../site/openSeals.ts';
import type { GitSite } from '../../../site/site.ts';
import { createStore } from '../../../store/createStore.ts';
import { runningSocket } from '../../../store/privateFolder.ts';
import type { Store } from '../../../store/store.ts';
import { type SeenContent, seeContent } from './seeContent.ts';

/** The site of a content folder, read at one commit. */
export interface ReadSite extends GitSite<undefined> {
  /** The moment that it is shown at, ISO 8601. */
  readonly at: string;
  readonly storage: MediaStorage;
  /** Files that differ from the commit. */
  readonly uncommitted: readonly string[];
  /** The version of each media file, by name. */
  readonly fileVersions: ReadonlyMap<string, string>;
  /** Saves caches that speed up the next start. */
  save(): Promise<void>;
}

interface Options {
  readonly config: ServerConfig;
  readonly seen: SeenContent;
  readonly privateDir: string;
  readonly at: Date | undefined;
  /** Built-in code by default. */
  readonly code?: SiteCode | undefined;
}

/** Longer than a write of a server takes. */
const PAUSE_MS = 200;

/** Reads until the result is one commit and no server was in the middle of a write. */
export async function readSite({ seen, ...options }: Options): Promise<ReadSite> {
  let before: ReadSite | undefined;
  for (let now = seen; ; now = seeContent(options.config.contentDir)) {
    const read = await readOnce({ ...options, seen: now });
    const isSame = String(before?.uncommitted) === String(read.uncommitted);
    const isStill = readHead(now.location).commit === read.commit;
    const isQuiet =
      isSame || read.uncommitted.length === 0 || !(await isInstanceRunning(repositorySocket(now.location)));
    if (isStill && isQuiet) return read;
    before = read;
    await pause(PAUSE_MS);
  }
}

async function readOnce({ config, seen, privateDir, at, code }: Options): Promise<ReadSite> {
  const { location, commit, walk } = seen;
  const repo = openReadable(location, await findSeals(privateDir));
  const time = at?.toISOString() ?? exactCommitTime(await repo.objects.readCommit(commit));
  const now = new Date(time);
  const store = createStore({ code });
  const index = peekIndex(location.gitDir);
  const findBlob = onceEach(createWorkingBlobs(location, index));
  const [opened, committed] = await Promise.all([
    openSiteStore({ repo, store, privateDir, walk }),
    committedFiles(repo, commit, index),
  ]);
  const storage = createStorage(config.media, repo.root);
  await fillFacts({ store, storage, privateDir });
  const media = [...store.all('media')].map(({ data }) => data);
  const others = storage.isInGit ? media.map(({ filename }) => mediaPath(filename)) : [];
  const standing = { clock: () => now, follower: { head: commit }, writer: undefined };
  const live = openLive({ repo, records: { ...opened, store }, ...standing });
  return {
    ...live,
    ...{ commit, at: time, storage },
    uncommitted: await findUncommitted({ committed, store, findBlob, others }),
    fileVersions: await findVersions(media, storage, findBlob),
    save: () => saveUnlessServed(opened, privateDir),
  };
}

const openSiteStore = (
  options: Pick<Parameters<typeof loadContent>[0], 'repo' | 'store' | 'privateDir' | 'walk'>,
): Promise<OpenContent> => loadContent({ ...options, findGit: lazily(findNativeGit), clock: () => new Date() });

/** Adds the facts that records leave out, as a server does. */
async function fillFacts({ store, storage, privateDir }: FillOptions): Promise<void> {
  if (!storage.list) return;
  const cacheDir = join(privateDir, 'cache');
  const filler = createFactsFiller({
    store,
    readFacts: createReadFacts({ storage, pictures: createPictures(cacheDir), cacheDir: join(cacheDir, 'facts') }),
    inTurn: (task) => task(),
    noteBroken: () => undefined,
    onError(error) {
      throw error;
    },
  });
  filler.start();
  await filler.idle();
}

interface FillOptions {
  readonly store: Store;
  readonly storage: MediaStorage;
  readonly privateDir: string;
}

/** The versions of media files: in git by their bytes, elsewhere by the record's hash or the storage. */
async function findVersions(
  media: readonly Media[],
  storage: MediaStorage,
  findBlob: FindWorkingBlob,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const { filename, hash } of media) {
    const version = storage.isInGit
      ? await findBlob(mediaPath(filename))
      : (hash ?? (await storage.find(filename))?.version);
    if (version) versions.set(filename, version);
  }
  return versions;
}

/** Up to this many files are parsed again faster than the whole cache is written. */
const FEW_FILES = 200;

/** A server keeps these caches itself. */
async function saveUnlessServed({ cache, history }: OpenContent, privateDir: string): Promise<void> {
  if (await isInstanceRunning(runningSocket(privateDir))) return;
  await Promise.all([cache.unsaved > FEW_FILES ? cache.save() : undefined, history.save()]);
}
