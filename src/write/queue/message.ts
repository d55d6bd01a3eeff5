import type { Person } from '../../git/format/commit.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { writeCountedSubject, writeSubject } from '../../model/activity.ts';
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
    ...(action.trailers ?? []).map(([name, value]) => `${name}: ${cleanLine(value)}`),
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

/** Reduces name and e-mail to one harmless line each for a commit: they come from outside (SECURITY, 5). */
export const toPerson = ({ name, email }: Actor): Person => ({ name: cleanLine(name), email: cleanLine(email) });

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

function subject(action: Action, all: readonly RecordDraft[]): string {
  const [kind = '', verb = ''] = action.name.split('.');
  const drafts = all.filter(({ follows }) => !follows);
  const [first, ...others] = drafts;
  const isCreation = drafts.every(({ before }) => before === null);
  if (first && others.length === 0) {
    const key = recordKey(first.kind, draftData(first));
    return writeSubject({ verb, isCreation, kind, name: recordDraftTitle(first), key });
  }
  const isOneKind = first !== undefined && others.every(({ kind }) => kind === first.kind);
  return writeCountedSubject({ verb, isCreation, kind: isOneKind ? first.kind : null, count: drafts.length });
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
