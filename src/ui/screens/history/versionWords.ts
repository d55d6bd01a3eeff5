import { absoluteTime } from '../../parts/relativeTime.ts';
import type { RevisionItem } from '../../wire/interface.ts';
import { type LabelSources, valueLabel } from './changes.ts';

interface VersionWordSources extends LabelSources {
  readonly versions: readonly RevisionItem[];
  /** The language of the interface. */
  readonly language: string;
}

/** The actions that say everything by themselves. */
const ACTIONS = {
  'page.create': 'created',
  'page.duplicate': 'copied',
  'page.translate': 'translated',
  'content.import': 'imported',
  'content.migrate': 'migrated',
  'commit.revert': 'undone',
  'sync.merge': 'merged',
} as const;

const hasWords = (action: string | null): action is keyof typeof ACTIONS =>
  action !== null && Object.hasOwn(ACTIONS, action);

/** What was done in a version: `Published: Title and Summary changed`. */
export function versionWords(version: RevisionItem, words: VersionWordSources): string {
  const { t } = words;
  const { action, restores } = version;
  if (hasWords(action)) return t(`history.did.${ACTIONS[action]}`);
  if (action === 'page.restore') return restoredWords(restores, words);
  const stage = stageWords(version, words);
  const changed = describeChangedNames(
    (version.changed ?? []).filter((name) => stage === null || name !== 'status'),
    words,
  );
  if (stage !== null) return changed === null ? stage : t('history.did.both', { stage, changed });
  if (version.before === null) return t('history.did.first');
  if (action === null) return t('history.did.outside');
  if (!action.startsWith('page.')) return t('history.did.adjusted');
  return changed ?? t('history.did.nothing');
}

/** What its author said about a version; developers say it in the first line of their commit. */
export function versionNote({ action, activity, note, message }: RevisionItem): string | null {
  if (action === 'commit.revert') return null;
  const isByDeveloper = action === null && activity === null;
  return [isByDeveloper ? message : null, note].filter(Boolean).join('\n') || null;
}

function restoredWords(restores: string | null, { t, versions, language }: VersionWordSources): string {
  const restored = versions.find(({ id }) => id === restores);
  if (!restored) return t('history.did.restored');
  return t('history.did.restoredFrom', { time: absoluteTime(restored.createdAt, language) });
}

/** What became of the page for visitors; null if nothing did. */
function stageWords(
  { action, changed, status, before, wasScheduled }: RevisionItem,
  { t, versions }: VersionWordSources,
) {
  if (action === 'change.publish') return t(wasScheduled ? 'history.did.publishedOnTime' : 'history.did.published');
  if (!changed?.includes('status')) return null;
  if (status === 'published') return t('history.did.published');
  if (status === 'archived') return t('history.did.archived');
  const was = versions.find(({ id }) => id === before)?.status;
  return t(was === 'archived' ? 'history.did.toDraft' : 'history.did.takenOffline');
}

/** The most values that are named; of more, only the number is told. */
const MAX_NAMED = 3;

function describeChangedNames(names: readonly string[], { t, language, ...known }: VersionWordSources): string | null {
  if (names.length === 0) return null;
  const blocks = names.filter((name) => name.startsWith('regions/')).length;
  const labels = names.filter((name) => !name.startsWith('regions/')).map((name) => valueLabel(name, { t, ...known }));
  const named = [...labels, ...(blocks > 0 ? [t('history.did.blocks', { count: blocks })] : [])];
  if (named.length > MAX_NAMED) return t('history.did.values', { count: names.length });
  return t('history.did.changed', { what: new Intl.ListFormat(language).format(named) });
}
