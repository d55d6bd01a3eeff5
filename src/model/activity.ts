import { splitCamelCase } from '../lib/text/splitCamelCase.ts';
import { entityOf, KINDS } from './entities/index.ts';
import { FIRST_SUBJECT } from './record/firstSubject.ts';
import type { Kind } from './records.ts';

/** What is done to records, as actions are named (`page.remove`), with the word that begins the subject of the commit. */
const WORDS = {
  create: 'Create',
  update: 'Update',
  upsert: 'Upsert',
  follow: 'Adjust',
  remove: 'Delete',
  publish: 'Publish',
  unpublish: 'Unpublish',
  archive: 'Archive',
  restore: 'Restore',
  duplicate: 'Duplicate',
  translate: 'Translate',
  disable: 'Disable',
  import: 'Import',
} as const;

/** Actions that are told as a whole, whatever they are done to. */
const WHOLE = {
  'commit.revert': 'revert',
  'content.import': 'import',
  'content.migrate': 'migrate',
  'sync.merge': 'merge',
  'auth.login': 'login',
  'auth.logout': 'logout',
  'auth.end': 'endSession',
  'auth.setup': 'setUp',
  'auth.forgot': 'forgetPassword',
  'auth.reset': 'resetPassword',
  'invitation.accept': 'acceptInvitation',
  'extension.add': 'addExtension',
  'extension.update': 'updateExtension',
  'extension.remove': 'removeExtension',
  'extension.start': 'startEffects',
  'preview.create': 'openPreview',
  'preview.end': 'endPreview',
  'review.rules': 'setReviewRules',
  'review.exempt': 'publishUnreviewed',
} as const;

type ActionVerb = keyof typeof WORDS;
export type ActivityVerb = Exclude<ActionVerb, 'upsert'> | (typeof WHOLE)[keyof typeof WHOLE] | 'begin';
export const ACTIVITY_VERBS: readonly ActivityVerb[] = [
  ...new Set([...(Object.keys(WORDS) as ActionVerb[]).map(toActivityVerb), ...Object.values(WHOLE), 'begin' as const]),
];

/** What an activity is about: records, or a change as a whole. */
export type ActivityKind = Kind | 'change';
export const ACTIVITY_KINDS: readonly ActivityKind[] = [...KINDS, 'change'];

/** The first parts of the names of actions. */
export const ACTIVITY_AREAS = [
  ...KINDS,
  'auth',
  'preview',
  'review',
  'content',
  'commit',
  'change',
  'sync',
  'git',
  'extension',
] as const;

/** What somebody has done, as data. */
export interface Activity {
  readonly verb: ActivityVerb;
  /** Null for actions that are told as a whole, and for records of several kinds. */
  readonly kind: ActivityKind | null;
  /** What the record, or the change, is called; null if it is not one, or its name is not known. */
  readonly name: string | null;
  /** The number of records. */
  readonly count: number;
}

function toActivityVerb(verb: ActionVerb): Exclude<ActionVerb, 'upsert'> {
  return verb === 'upsert' ? 'update' : verb;
}

const isActionVerb = (verb: string): verb is ActionVerb => Object.hasOwn(WORDS, verb);
const isWhole = (action: string): action is keyof typeof WHOLE => Object.hasOwn(WHOLE, action);

const pluralOfKind = (kind: Kind): string => entityOf(kind).plural.replaceAll('-', ' ');

/** A follow-up that only creates records adds them; any other adjusts them. */
const ADD = 'Add';

interface SubjectVerb {
  /** The last part of the action's name; one that is not known is used as it is. */
  readonly verb: string;
  /** Whether all records are new. */
  readonly isCreation?: boolean;
}

function writeVerb({ verb, isCreation = false }: SubjectVerb): string {
  if (verb === 'follow' && isCreation) return ADD;
  return isActionVerb(verb) ? WORDS[verb] : verb.charAt(0).toUpperCase() + verb.slice(1);
}

interface NamedSubject extends SubjectVerb {
  /** The kind of the record, as the action's name has it. */
  readonly kind: string;
  readonly name: string;
  readonly key?: string;
}

/** The subject of a commit that is about one thing: `Update page "About us" (en/about)`. */
export const writeSubject = ({ kind, name, key = '', ...verb }: NamedSubject): string =>
  `${writeVerb(verb)} ${splitCamelCase(kind)} "${name}"${key && ` (${key})`}`;

interface CountedSubject extends SubjectVerb {
  /** Null for records of several kinds. */
  readonly kind: Kind | null;
  readonly count: number;
}

/** The subject of a commit that is about several records: `Publish 3 pages`. */
export const writeCountedSubject = ({ kind, count, ...verb }: CountedSubject): string =>
  `${writeVerb(verb)} ${count} ${kind === null ? SEVERAL_KINDS : pluralOfKind(kind)}`;

const SEVERAL_KINDS = 'records';
const NAMED = /^(\w+) ([a-z ]+?) "(.*)"(?: \([^()]*\))?$/;
const COUNTED = /^(\w+) (\d{1,9}) ([a-z ]+)$/;

const VERB_OF_WORD: ReadonlyMap<string, ActivityVerb> = new Map([
  ...(Object.keys(WORDS) as ActionVerb[]).map((verb) => [WORDS[verb], toActivityVerb(verb)] as const),
  [ADD, 'create'],
]);

/** Reads a subject that `writeSubject` or `writeCountedSubject` has written; null for those that people have written. */
function readSubject(subject: string): Activity | null {
  if (subject === FIRST_SUBJECT) return { verb: 'begin', kind: null, name: null, count: 0 };
  const [, word = '', noun, name = null] = NAMED.exec(subject) ?? [];
  const verb = VERB_OF_WORD.get(word);
  const kind = ACTIVITY_KINDS.find((one) => splitCamelCase(one) === noun);
  return verb && kind ? { verb, kind, name, count: 1 } : readCountedSubject(subject);
}

function readCountedSubject(subject: string): Activity | null {
  const [, word = '', count, plural] = COUNTED.exec(subject) ?? [];
  const verb = VERB_OF_WORD.get(word);
  const kind = plural === SEVERAL_KINDS ? null : KINDS.find((one) => pluralOfKind(one) === plural);
  return verb && kind !== undefined ? { verb, kind, name: null, count: Number(count) } : null;
}

interface ActivitySource {
  /** `page.update`; null for a commit that was made without Quire. */
  readonly action: string | null;
  /** The first line of the commit's message; null where there is no commit. */
  readonly subject: string | null;
  /** What the record is called now, if that is known. */
  readonly title?: string | null;
  /** The number of records. */
  readonly count: number;
}

/** What was done, as data; null for what people have put into words of their own. */
export function describeActivity({ action, subject, title = null, count }: ActivitySource): Activity | null {
  if (action !== null && isWhole(action)) {
    const name = action.startsWith('extension.') ? title : null;
    return { verb: WHOLE[action], kind: null, name, count };
  }
  const read = readSubject(subject ?? '');
  if (read) return { ...read, name: read.kind !== 'change' && read.count === 1 ? (title ?? read.name) : read.name };
  const [area, verb = ''] = (action ?? '').split('.');
  const kind = KINDS.find((one) => one === area);
  return kind && isActionVerb(verb)
    ? { verb: toActivityVerb(verb), kind, name: count === 1 ? title : null, count }
    : null;
}
