import type { ReadableProposal } from '../../extend/featureParts.ts';
import { actorRefName } from '../../model/access.ts';
import type { RecordClash } from '../../model/clash.ts';
import type { Lookup } from '../../model/entry.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { PERSON } from '../../view/admin/notice.ts';
import { showSubject } from '../../view/admin/subject.ts';
import { DRAFT_PROBLEMS } from '../../view/shapes/page.ts';
import { CLASH } from '../../view/shapes/sync.ts';
import {
  arrayOf,
  contentKind,
  idShape,
  integerShape,
  orNull,
  stringShape,
  timeShape,
} from '../../view/shapes/values.ts';
import type { LineEntry, ReturnedEntry } from './lineEntry.ts';

const joined = { by: PERSON, joinedAt: timeShape, note: orNull(stringShape) };
const changeTitle = { name: stringShape, title: stringShape };

/** Where a change is in line. */
export const LINE_PLACE = namedSchema(
  'LinePlace',
  object({
    name: stringShape,
    state: choice('none', 'waiting', 'publishing', 'sentBack'),
    /** How many are before it; null if it is not in line. */
    ahead: orNull(integerShape),
    /** Those of them that the caller may read, the next one first. */
    before: arrayOf(object(changeTitle)),
    joined: orNull(object(joined)),
    /** Why it could not be published. */
    sentBack: orNull(object({ ...joined, at: timeShape, problems: DRAFT_PROBLEMS, clashes: arrayOf(CLASH) })),
  }),
);

/** Another change that would clash with one. */
export const CLASHING_CHANGE = namedSchema(
  'ClashingChange',
  object({
    ...changeTitle,
    author: orNull(stringShape),
    draftOf: orNull(object({ kind: contentKind, id: idShape })),
    scheduledAt: orNull(timeShape),
    /** `ours` is what the other change has, `theirs` what this one has. */
    clashes: arrayOf(CLASH),
    files: arrayOf(stringShape),
  }),
);

interface LinePlaceFacts {
  readonly name: string;
  readonly state: 'none' | 'waiting' | 'publishing' | 'sentBack';
  readonly entry: LineEntry | undefined;
  readonly ahead: number | null;
  readonly before: readonly Pick<ReadableProposal, 'name' | 'title'>[];
  readonly returned: ReturnedEntry | undefined;
}

export const showLinePlace = ({ entry, before, returned, ...place }: LinePlaceFacts, lookup: Lookup): object => ({
  ...place,
  before: before.map(({ name, title }) => ({ name, title })),
  joined: entry ? showJoined(entry, lookup) : null,
  sentBack: returned
    ? {
        ...showJoined(returned, lookup),
        at: returned.returnedAt,
        problems: returned.details,
        clashes: returned.clashes,
      }
    : null,
});

const showJoined = ({ actor, joinedAt, note }: LineEntry, lookup: Lookup): object => ({
  by: showSubject(actorRefName(actor), lookup),
  joinedAt,
  note: note ?? null,
});

interface ClashingChange {
  readonly proposal: Pick<ReadableProposal, 'name' | 'title' | 'facts'>;
  readonly scheduledAt: string | null;
  readonly clashes: readonly RecordClash[];
  readonly conflicts: readonly string[];
}

export const showClashingChange = ({
  proposal: { name, title, facts },
  scheduledAt,
  clashes,
  conflicts,
}: ClashingChange): object => ({
  ...{ name, title, scheduledAt },
  author: facts?.author ?? null,
  draftOf: facts?.draftOf ?? null,
  clashes,
  files: conflicts,
});
