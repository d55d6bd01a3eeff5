import { takeTurns } from '../lib/turn/takeTurns.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Change } from '../model/entry.ts';
import { locateFile } from '../store/file/scan.ts';
import type { Store } from '../store/store.ts';
import type { StorePart } from '../store/storePart.ts';
import { concernedBy, concernedByFile } from './concerned.ts';
import { findingsOfFiles, type Looked, lookAt } from './findings.ts';
import { type FoundFiles, findInMedia } from './mediaFindings.ts';
import { createPlacing, inOrder, type Placed, type ReadBytes } from './place.ts';
import { soundIn } from './sound.ts';

/** What is wrong with the records of the content, kept up to date with them off the requests. */
export interface KeptFindings extends StorePart {
  /** Looks at every record, once. */
  start(): void;
  /** How many there are, of what has been looked at. */
  count(): number;
  /** All of them, as `quire check` tells them of the same files, once what has changed until now is looked at. */
  list(): Promise<readonly Placed[]>;
  close(): void;
}

interface Options {
  readonly store: Store;
  readonly read: ReadBytes;
  /** The media files, the same object while they are the same; null where they cannot be looked at. */
  findMedia(): Promise<FoundFiles | null>;
  onError(error: unknown): void;
}

/** What was found in one file, and what its record names that others' findings hang on. */
interface Kept {
  readonly findings: readonly Placed[];
  readonly names: readonly string[];
}

/** What was found among the media files as they were. */
interface OfMedia {
  readonly found: FoundFiles | null;
  readonly findings: readonly Placed[];
}

/** State and steps: changes are gathered, say which files they concern, and these are looked at one by one. */
export function createKeptFindings({ store, read, findMedia, onError }: Options): KeptFindings {
  const sound = soundIn(store);
  const kept = new Map<string, Kept>();
  /** The files whose records name something: `link:en/about`. */
  const naming = new Map<string, Set<string>>();
  let changes: Change[] = [];
  let files: string[] = [];
  const queue = new Set<string>();
  let ofMedia: OfMedia = { found: null, findings: [] };
  let isMediaChanged = false;
  let total = 0;
  let isStarted = false;
  let isClosed = false;
  let working: Promise<void> | undefined;

  function forget(path: string): readonly string[] {
    const { findings, names } = kept.get(path) ?? { findings: [], names: [] };
    kept.delete(path);
    total -= findings.length;
    for (const name of names) {
      const paths = naming.get(name);
      paths?.delete(path);
      if (paths?.size === 0) naming.delete(name);
    }
    return names;
  }

  function keep(path: string, { findings, names }: Looked): void {
    const placed = findings.map(createPlacing(read));
    total += placed.length;
    if (placed.length + names.length > 0) kept.set(path, { findings: placed, names });
    for (const name of names) {
      const paths = naming.get(name) ?? new Set();
      naming.set(name, paths.add(path));
    }
  }

  /** Looks at one file anew, and has those media items looked at that it has begun or ceased to show. */
  function recheck(path: string): void {
    const before = forget(path);
    const record = store.fileAt(path);
    const entry = record && sound.byKey(record.kind, record.key);
    const looked = entry?.path === path ? lookAt(entry, sound) : undefined;
    if (looked) keep(path, looked);
    const after = new Set(looked?.names);
    const differing = [...before.filter((name) => !after.delete(name)), ...after];
    for (const name of differing) {
      const item = name.startsWith(MEDIA) ? store.byKey('media', name.slice(MEDIA.length)) : undefined;
      if (item) queue.add(item.path);
    }
  }

  const isBehind = (): boolean => changes.length + files.length > 0;

  async function gather(nextTurn: Turns): Promise<void> {
    // Schemas have a say in what mentions what: that is found out anew in slices too.
    await store.prepareReferences();
    const [taken, touched] = [changes, files];
    [changes, files] = [[], []];
    const parts = { store, naming: (name: string) => naming.get(name) ?? [] };
    for (const change of taken) {
      for (const path of concernedBy(change, parts)) queue.add(path);
      // What is left is gathered with what has changed meanwhile.
      const turn = nextTurn();
      if (turn) await turn;
      if (isBehind()) await store.prepareReferences();
    }
    for (const path of touched) for (const concerned of concernedByFile(path, parts)) queue.add(concerned);
  }

  /** Media files are compared with all their records at once, and again when any of either has changed. */
  async function lookAtMedia(): Promise<void> {
    const found = await findMedia();
    if (found?.files === ofMedia.found?.files && !isMediaChanged) return;
    isMediaChanged = false;
    const findings = found ? findInMedia(sound, found).map(createPlacing(read)) : [];
    ofMedia = { found, findings };
  }

  async function work(): Promise<void> {
    const nextTurn = takeTurns();
    // Whoever has made the change is answered first.
    await new Promise((resolve) => setImmediate(resolve));
    while (!isClosed && (isBehind() || queue.size > 0 || isMediaChanged)) {
      if (isBehind()) await gather(nextTurn);
      if (isMediaChanged) await lookAtMedia();
      for (const path of queue) {
        queue.delete(path);
        recheck(path);
        const turn = nextTurn();
        if (turn) await turn;
        if (isBehind() || isClosed) break;
      }
    }
  }

  function begin(): void {
    if (!isStarted || isClosed) return;
    working ??= work().then(
      () => {
        working = undefined;
        // What has changed since the last look at it.
        if (isBehind()) begin();
      },
      (error: unknown) => {
        working = undefined;
        onError(error);
      },
    );
  }

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    isMediaChanged = true;
    for (const kind of KINDS)
      if (entityOf(kind).home === 'content') for (const { path } of store.all(kind)) queue.add(path);
    begin();
  }

  return {
    start,
    apply(made) {
      if (!isStarted) return;
      changes.push(...made.filter(({ kind }) => entityOf(kind).home === 'content'));
      if (made.some(({ kind }) => kind === 'media')) isMediaChanged = true;
      begin();
    },
    see(paths) {
      if (!isStarted) return;
      files.push(...paths.filter((path) => locateFile('content', path)));
      if (paths.some((path) => locateFile('content', path)?.kind === 'media')) isMediaChanged = true;
      begin();
    },
    count: () => findingsOfFiles(store).length + total + ofMedia.findings.length,
    async list() {
      start();
      await working;
      await lookAtMedia();
      const place = createPlacing(read);
      const ofRecords = [...kept.values()].flatMap(({ findings }) => findings);
      return inOrder([...findingsOfFiles(store).map(place), ...ofRecords, ...ofMedia.findings]);
    },
    close() {
      isClosed = true;
    },
  };
}

type Turns = ReturnType<typeof takeTurns>;

const MEDIA = 'media:';
