import type { VersionDifference } from '../../write/merge/diffRecords.ts';

type EditToTell = VersionDifference['records'][number];
type ValueEdit = NonNullable<EditToTell['values']>[number];

/** The most values of each record, and characters of each value that are told. */
const MOST_VALUES = 20;
const MOST_CHARACTERS = 200;
/** GitHub takes 65,536 characters in all, the least of the hosts. */
const MOST_TEXT = 40_000;

/**
 * What a change edits, as a list in Markdown. All that comes from the content is code, so that it names nobody, closes no
 * issue and is no HTML.
 */
export function describeEdits({ records, files }: VersionDifference): string {
  const told: string[] = [];
  let length = 0;
  for (const record of records) {
    const text = describeRecord(record);
    length += text.length;
    if (length > MOST_TEXT) break;
    told.push(text);
  }
  const more = records.length - told.length;
  return [
    ...told,
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(files.length > 0
      ? [
          `- other files: ${files.slice(0, MOST_VALUES).map(toCode).join(', ')}${files.length > MOST_VALUES ? ', …' : ''}`,
        ]
      : []),
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
  const whole = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  // Longer than what is shown, so that it still tells that it was cut.
  const text = whole
    .slice(0, 4 * MOST_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text];
  const cut = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
  // A fence must be longer than any in it (CommonMark 0.31.2, 6.1).
  const longest = Math.max(0, ...(cut.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return cut === '' ? '“”' : `${fence} ${cut} ${fence}`;
}
