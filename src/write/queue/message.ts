import { cleanLine } from '../../lib/text/cleanLine.ts';
import { splitCamelCase } from '../../lib/text/splitCamelCase.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import { recordKey } from '../../model/location.ts';
import type { Action, RecordDraft } from '../action.ts';

/** Git's own advice for subjects is 50 to 72; titles are cut so that the whole stays readable. */
const MAX_TITLE = 120;

/**
 * History reads only the beginning of longer messages, and a seal is at the end: records beyond this many bytes are found
 * by their files.
 */
const MAX_RECORD_BYTES = 48 * 1024;

/** The verb for an action, by the end of its name; other names are used as they are. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'Create',
  update: 'Update',
  remove: 'Delete',
  follow: 'Adjust',
};

/**
 * The commit message of a write (contract, "Revisions"): subject, note, trailers. Text from outside is reduced to one line
 * without control characters, so that it cannot add a trailer.
 */
export function writeCommitMessage(action: Action, drafts: readonly RecordDraft[], actor: Actor, now: Date): string {
  const note = cleanLine(action.note ?? '');
  const trailers = [
    `Quire-Action: ${action.name}`,
    ...recordTrailers(drafts.map(recordLine)),
    ...(action.restores === undefined ? [] : [`Quire-Restores: ${action.restores}`]),
    `Quire-Actor: ${actor.type === 'schedule' ? actor.type : actorRefName(actor)}`,
    `Quire-Time: ${now.toISOString()}`,
  ];
  return [
    action.subject === undefined ? subject(action, drafts) : cutTitle(action.subject),
    ...(note ? [note] : []),
    trailers.join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Trailers that name records, each as `page/12 en/about`. */
export function recordTrailers(records: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const record of records) {
    const line = `Quire-Record: ${record}`;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_RECORD_BYTES) break;
    lines.push(line);
  }
  return lines;
}

/** A follow-up that only creates records adds them; any other adjusts them. */
function verbOf(what: string, drafts: readonly RecordDraft[]): string {
  if (what === 'follow' && drafts.every(({ before }) => before === null)) return 'Add';
  return VERBS[what] ?? what.charAt(0).toUpperCase() + what.slice(1);
}

function subject(action: Action, all: readonly RecordDraft[]): string {
  const [kind = '', what = ''] = action.name.split('.');
  const drafts = all.filter(({ follows }) => !follows);
  const verb = verbOf(what, drafts);
  const [first] = drafts;
  if (first === undefined || drafts.length > 1) return `${verb} ${drafts.length} ${pluralOf(drafts)}`;
  return `${verb} ${splitCamelCase(kind)} "${recordDraftTitle(first)}" (${recordKey(first.kind, draftData(first))})`.replace(
    / \(\)$/,
    '',
  );
}

/** "pages"; "records" for several kinds, or none. */
function pluralOf([first, ...others]: readonly RecordDraft[]): string {
  const isOneKind = first !== undefined && others.every(({ kind }) => kind === first.kind);
  return isOneKind ? entityOf(first.kind).plural.replaceAll('-', ' ') : 'records';
}

const draftData = ({ before, after }: RecordDraft): object => (after ?? before)!.data;
const recordDraftTitle = (draft: RecordDraft): string => cutTitle(entityOf(draft.kind).title(draftData(draft)));

function cutTitle(text: string): string {
  const title = cleanLine(text);
  return [...title].length > MAX_TITLE ? `${[...title].slice(0, MAX_TITLE).join('')}…` : title;
}

/** `page/12 en/about`, with the key before and after a rename. */
const recordLine = (draft: RecordDraft): string =>
  `${draft.kind}/${(draft.after ?? draft.before)!.id} ${recordKey(draft.kind, draftData(draft))}`.trim();
