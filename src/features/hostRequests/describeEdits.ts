import type { VersionDifference } from '../../write/merge/diffRecords.ts';

type EditToTell = VersionDifference['records'][number];
type ValueEdit = NonNullable<EditToTell['values']>[number];

/** The most records, values of each, and characters of each value that are told. */
const MOST_RECORDS = 50;
const MOST_VALUES = 20;
const MOST_CHARACTERS = 200;

/**
 * What a change edits, as a list in Markdown. All that comes from the content is code, so that it names nobody, closes no
 * issue and is no HTML.
 */
export function describeEdits({ records, files }: VersionDifference): string {
  const told = records.slice(0, MOST_RECORDS).map(describeRecord);
  const more = records.length - told.length;
  return [
    ...told,
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(files.length > 0 ? [`- other files: ${files.slice(0, MOST_VALUES).map(toCode).join(', ')}`] : []),
  ].join('\n');
}

const VERBS = { created: 'new', updated: 'edited', deleted: 'deleted' } as const;

function describeRecord({ kind, key, title, change, renamedFrom, values }: EditToTell): string {
  const moved = renamedFrom === undefined ? '' : `, before ${toCode(renamedFrom)}`;
  const head = `- ${kind} ${toCode(title)} (${toCode(key)}${moved}): ${VERBS[change]}`;
  if (change !== 'updated' || values === null) return head;
  const told = values.slice(0, MOST_VALUES).map(describeValue);
  const more = values.length - told.length;
  return [head, ...told, ...(more > 0 ? [`  - and ${more} more values`] : [])].join('\n');
}

function describeValue({ path, change, before, after }: ValueEdit): string {
  const where = `  - ${toCode(path.join('.'))}`;
  if (change === 'moved') return `${where} moved`;
  if (change === 'added') return `${where}: ${toCode(after)}`;
  if (change === 'removed') return `${where} removed, was ${toCode(before)}`;
  return `${where}: ${toCode(before)} → ${toCode(after)}`;
}

/** A value as one line of code, cut if it is long. */
function toCode(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/\s+/g, ' ').trim();
  const characters = [...text];
  const cut = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
  // A fence must be longer than any in it (CommonMark 0.31.2, 6.1).
  const longest = Math.max(0, ...(cut.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return cut === '' ? '“”' : `${fence} ${cut} ${fence}`;
}
