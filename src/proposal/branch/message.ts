import { exactTime, readCommitMessage } from '../../git/format/commitMessage.ts';
import type { NamedCommit } from '../../git/read/ancestry/divergence.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import { parseId } from '../../lib/text/parseId.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { isKind } from '../../model/entities/index.ts';
import { type RecordRef, refName } from '../../model/entry.ts';
import { recordTrailers } from '../../write/queue/message.ts';
import type { PublishVerdict } from '../../write/rights/publishGuard.ts';

/** What the commits of a change say about it, so that every clone knows. */
export interface Facts {
  readonly title: string | null;
  /** The record that it is the draft of. */
  readonly draftOf: RecordRef | null;
  readonly author: string;
  /** Who has written to it, such as `user/1`, as its commits say. */
  readonly writers: readonly string[];
  /** The author of the last commit. */
  readonly updatedBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface ProposalMessage {
  readonly action: 'change.create' | 'change.update' | 'change.publish';
  readonly actor: Pick<Actor, 'type' | 'id' | 'name'>;
  readonly at: Date;
  /** The new title, if the commit sets one. */
  readonly title?: string;
  readonly draftOf?: RecordRef | null;
  /** What its author says about it. */
  readonly note?: string | undefined;
  /** The records that it concerns, each as `page/12 en/about`. */
  readonly records?: readonly string[];
  /** When it was to be published by itself. */
  readonly scheduledAt?: string | undefined;
  readonly trailers?: PublishVerdict['trailers'];
}

const TITLE = 'Quire-Title';
const ACTOR = 'Quire-Actor';
/** `page/12` */
const DRAFT = 'Quire-Draft';
/** As earlier versions of Quire wrote it, when only pages had drafts: `12`. */
const PAGE = 'Quire-Page';

/** The message of a commit that Quire makes for a change as a whole. */
export function writeProposalMessage(subject: string, { action, actor, at, note, ...said }: ProposalMessage): string {
  const { title, draftOf, records = [], scheduledAt, trailers: more = [] } = said;
  const trailers = [
    `Quire-Action: ${action}`,
    ...recordTrailers(records),
    ...(scheduledAt === undefined ? [] : [`Quire-Scheduled: ${scheduledAt}`]),
    ...(title === undefined ? [] : [`${TITLE}: ${cleanLine(title)}`]),
    ...(draftOf ? [`${DRAFT}: ${refName(draftOf)}`] : []),
    ...more.map(([name, value]) => `${name}: ${cleanLine(value)}`),
    `${ACTOR}: ${['schedule', 'system'].includes(actor.type) ? actor.type : actorRefName(actor)}`,
    `Quire-Time: ${at.toISOString()}`,
  ];
  return `${[cleanLine(subject), cleanLine(note ?? ''), trailers.join('\n')].filter(Boolean).join('\n\n')}\n`;
}

/** What these commits that are not live say about a change, newest first; null if there are none. */
export function readProposalFacts(commits: readonly NamedCommit[]): Facts | null {
  const [newest, oldest] = [commits[0], commits.at(-1)];
  if (!newest || !oldest) return null;
  const said = commits.map(({ message }) => readCommitMessage(message).trailers);
  const find = (key: string): string | undefined =>
    said.flatMap((trailers) => trailers.flatMap(([name, value]) => (name === key ? [value] : []))).at(0);
  return {
    title: shortTitle(find(TITLE) ?? '') || null,
    draftOf: readRecordRef(find(DRAFT) ?? `page/${find(PAGE) ?? ''}`),
    author: oldest.author.name,
    writers: [
      ...new Set(said.flatMap((trailers) => trailers.flatMap(([name, value]) => (name === ACTOR ? value : [])))),
    ],
    updatedBy: newest.author.name,
    createdAt: commitTime(oldest),
    updatedAt: commitTime(newest),
  };
}

/** Reads `page/12`; null for anything else. */
function readRecordRef(text: string): RecordRef | null {
  const [kind = '', number = ''] = text.split('/');
  const id = parseId(number);
  return isKind(kind) && id !== null ? { kind, id } : null;
}

/** As long as those that the interface accepts: a longer one would be most of what is read of a message. */
const MAX_TITLE = 200;

/** A title that anybody may have written, as a line that can be shown. */
function shortTitle(said: string): string {
  const title = cleanLine(said);
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE).toWellFormed()}…` : title;
}

function commitTime({ committer, message }: NamedCommit): string {
  const said = readCommitMessage(message).trailers.find(([key]) => key === 'Quire-Time')?.[1];
  return new Date(exactTime(committer.at.getTime(), said)).toISOString();
}
