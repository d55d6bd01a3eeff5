import { setImmediate as nextRound } from 'node:timers/promises';
import { createYieldIfBusy, SHARED_SLICES, type YieldIfBusy } from '../lib/turn/createYieldIfBusy.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { EntryChange } from '../model/entry.ts';
import { comparedPlaces } from '../model/rules/compileTypeRules.ts';
import { locateFile } from '../store/file/inspectSightings.ts';
import type { Store } from '../store/store.ts';
import type { StorePart } from '../store/storePart.ts';
import { concernedBy, concernedByFile, mattersToOthers } from './concerned.ts';
import { checkStoreEntry, createCheckBroken, findingsOfFiles } from './findings.ts';
import {
  createLocateFinding,
  createLocateFindings,
  type LocatedFinding,
  type LocateFindings,
  type ReadBytes,
  sortFindings,
} from './locateFindings.ts';
import { type FoundFiles, findInMedia } from './mediaFindings.ts';
import { soundIn } from './readableRecords.ts';

/** The findings about the content, kept up to date in the background. */
export interface LiveFindings extends StorePart {
  /** Begins to check every record; does nothing the second time. */
  start(): void;
  /** The number of findings in what has been checked so far. */
  count(): number;
  /** All findings, as `quire check` reports them for the same files, once all changes up to now are checked. */
  list(): Promise<readonly LocatedFinding[]>;
  close(): void;
}

interface Options {
  readonly store: Store;
  readonly read: ReadBytes;
  /** The media files, the same object while they are unchanged; null if they cannot be listed. */
  findMedia(): Promise<FoundFiles | null>;
  onError(error: unknown): void;
  clock(): Date;
}

/** The findings about one file, and the names its record uses that others' findings depend on. */
interface FileFindings {
  readonly findings: readonly LocatedFinding[];
  readonly names: readonly string[];
}

/** The findings about the media files, and the files they were made from. */
interface MediaFindings {
  readonly found: FoundFiles | null;
  readonly findings: readonly LocatedFinding[];
}

/** The findings, and what must be checked again. */
interface State extends Options {
  readonly sound: ReturnType<typeof soundIn>;
  readonly checkBroken: ReturnType<typeof createCheckBroken>;
  readonly placeAll: LocateFindings;
  /** By path. */
  readonly kept: Map<string, FileFindings>;
  /** The files whose records use a name, such as `link:en/about`. */
  readonly naming: Map<string, Set<string>>;
  /** Changes that are not yet turned into paths to check. */
  changes: EntryChange[];
  files: string[];
  /** Paths to check. */
  readonly queue: Set<string>;
  ofMedia: MediaFindings;
  isMediaChanged: boolean;
  /** The number of all findings in `kept`. */
  total: number;
  isStarted: boolean;
  isClosed: boolean;
  working: Promise<void> | undefined;
}

/** Collects changes, finds the files they affect, and checks these one by one. */
export function createLiveFindings(options: Options): LiveFindings {
  const sound = soundIn(options.store);
  const state: State = {
    ...options,
    sound,
    checkBroken: createCheckBroken({ ...options, lookup: sound }),
    placeAll: createLocateFindings(options.read),
    kept: new Map(),
    naming: new Map(),
    changes: [],
    files: [],
    queue: new Set(),
    ofMedia: { found: null, findings: [] },
    isMediaChanged: false,
    total: 0,
    isStarted: false,
    isClosed: false,
    working: undefined,
  };
  return {
    start: () => startFullCheck(state),
    apply(made) {
      if (!state.isStarted) return;
      // One by one: there may be more than a call may have arguments.
      for (const change of made) if (entityOf(change.kind).home === 'content') state.changes.push(change);
      if (made.some(({ kind }) => kind === 'media')) state.isMediaChanged = true;
      runPendingChecks(state);
    },
    see(paths) {
      if (!state.isStarted) return;
      for (const path of paths) if (locateFile('content', path)) state.files.push(path);
      if (paths.some((path) => locateFile('content', path)?.kind === 'media')) state.isMediaChanged = true;
      runPendingChecks(state);
    },
    count: () => findingsOfFiles(state.store).length + state.total + state.ofMedia.findings.length,
    async list() {
      startFullCheck(state);
      await state.working;
      await checkMediaFiles(state);
      const place = createLocateFinding(state.read);
      const ofRecords = [...state.kept.values()].flatMap(({ findings }) => findings);
      return sortFindings([...findingsOfFiles(state.store).map(place), ...ofRecords, ...state.ofMedia.findings]);
    },
    close() {
      state.isClosed = true;
    },
  };
}

function dropFileFindings(state: State, path: string): readonly string[] {
  const { findings, names } = state.kept.get(path) ?? { findings: [], names: [] };
  state.kept.delete(path);
  state.total -= findings.length;
  for (const name of names) {
    const paths = state.naming.get(name);
    paths?.delete(path);
    if (paths?.size === 0) state.naming.delete(name);
  }
  return names;
}

function storeFileFindings(state: State, path: string, { findings, names }: FileFindings): void {
  state.total += findings.length;
  if (findings.length + names.length > 0) state.kept.set(path, { findings, names });
  for (const name of names) {
    const paths = state.naming.get(name) ?? new Set();
    state.naming.set(name, paths.add(path));
  }
}

/** Checks one file again, and queues the media items that it now shows or no longer shows. */
async function recheck(state: State, path: string): Promise<void> {
  const record = state.store.fileAt(path);
  const now = state.clock();
  const entry = record && state.sound.byKey(record.kind, record.key);
  const checked = state.store.broken.has(path)
    ? state.checkBroken(path, now)
    : entry?.path === path && checkStoreEntry(entry, { lookup: state.sound, now });
  // A change during this wait queues the path again.
  const findings = checked ? await state.placeAll(path, checked.findings) : [];
  const before = dropFileFindings(state, path);
  if (checked) storeFileFindings(state, path, { findings, names: checked.names });
  const after = new Set(checked ? checked.names : []);
  const differing = [...before.filter((name) => !after.delete(name)), ...after];
  for (const name of differing) {
    const item = name.startsWith(MEDIA) ? state.store.byKey('media', name.slice(MEDIA.length)) : undefined;
    if (item) state.queue.add(item.path);
  }
}

const hasPendingChecks = (state: State): boolean => state.changes.length + state.files.length > 0;

async function gather(state: State, yieldIfBusy: YieldIfBusy): Promise<void> {
  // A change of schemas resets the references: this rebuilds them in slices.
  await state.store.prepareReferences();
  const [taken, touched] = [state.changes, state.files];
  [state.changes, state.files] = [[], []];
  const parts = { store: state.store, naming: (name: string) => state.naming.get(name) ?? [], knowsReads: true };
  for (const change of taken) {
    for (const path of concernedBy(change, parts)) state.queue.add(path);
    const turn = yieldIfBusy();
    if (turn) await turn;
    if (hasPendingChecks(state)) await state.store.prepareReferences();
  }
  // These are in no index of what mentions what.
  const isRead =
    state.store.broken.size > 0 && (!state.store.code.rules.isEmpty || comparedPlaces(state.store).length > 0);
  if (isRead || taken.some(mattersToOthers)) for (const path of state.store.broken.keys()) state.queue.add(path);
  for (const path of touched) for (const concerned of concernedByFile(path, parts)) state.queue.add(concerned);
}

/** Compares all media files with all media records, if any of either have changed. */
async function checkMediaFiles(state: State): Promise<void> {
  const found = await state.findMedia();
  if (found?.files === state.ofMedia.found?.files && !state.isMediaChanged) return;
  state.isMediaChanged = false;
  const findings = found ? findInMedia(state.sound, found).map(createLocateFinding(state.read)) : [];
  state.ofMedia = { found, findings };
}

async function work(state: State): Promise<void> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  // The request that made the change is answered first.
  await nextRound();
  while (!state.isClosed && (hasPendingChecks(state) || state.queue.size > 0 || state.isMediaChanged)) {
    if (hasPendingChecks(state)) await gather(state, yieldIfBusy);
    if (state.isMediaChanged) await checkMediaFiles(state);
    for (const path of state.queue) {
      state.queue.delete(path);
      await recheck(state, path);
      const turn = yieldIfBusy();
      if (turn) await turn;
      if (hasPendingChecks(state) || state.isClosed) break;
    }
  }
}

function runPendingChecks(state: State): void {
  if (!state.isStarted || state.isClosed) return;
  state.working ??= work(state).then(
    () => {
      state.working = undefined;
      if (hasPendingChecks(state)) runPendingChecks(state);
    },
    (error: unknown) => {
      state.working = undefined;
      state.onError(error);
    },
  );
}

function startFullCheck(state: State): void {
  if (state.isStarted) return;
  state.isStarted = true;
  state.isMediaChanged = true;
  for (const kind of KINDS)
    if (entityOf(kind).home === 'content') for (const { path } of state.store.all(kind)) state.queue.add(path);
  for (const path of state.store.broken.keys()) state.queue.add(path);
  runPendingChecks(state);
}

const MEDIA = 'media:';
