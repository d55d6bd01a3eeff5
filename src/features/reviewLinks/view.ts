import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { PERSON } from '../../view/admin/notice.ts';
import { VALUE_CHANGE } from '../../view/shapes/change.ts';
import { FIELD } from '../../view/shapes/types.ts';
import {
  arrayOf,
  booleanShape,
  contentKind,
  idShape,
  orNull,
  stringShape,
  timeShape,
} from '../../view/shapes/values.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';
import type { GuestVerdict } from './links.ts';

/** What a guest has said; outdated if the change has been edited since. */
const VERDICT = object({ name: stringShape, isYes: booleanShape, at: timeShape, isOutdated: booleanShape });

export const REVIEW_LINK = namedSchema(
  'ReviewLink',
  object({
    ...{ id: idShape, label: stringShape, by: PERSON, createdAt: timeShape, expiresAt: timeShape },
    ...{ state: choice('open', 'expired', 'revoked'), verdicts: arrayOf(VERDICT) },
  }),
);

/** The link itself is answered once. */
export const NEW_REVIEW_LINK = namedSchema(
  'NewReviewLink',
  object({ id: idShape, url: stringShape, expiresAt: timeShape }),
);

const GUEST_RECORD = namedSchema(
  'GuestRecord',
  object(
    {
      ...{ kind: contentKind, id: idShape, key: stringShape, title: stringShape },
      change: choice('created', 'updated', 'deleted'),
      values: orNull(arrayOf(VALUE_CHANGE)),
    },
    { renamedFrom: stringShape },
  ),
);

const GUEST_COMMENT = object({
  id: idShape,
  author: stringShape,
  isGuest: booleanShape,
  text: stringShape,
  createdAt: timeShape,
});

/** A conversation that was begun by the same link. */
export const GUEST_THREAD = namedSchema(
  'GuestThread',
  object({
    id: idShape,
    record: orNull(object({ kind: contentKind, id: idShape })),
    isResolved: booleanShape,
    comments: arrayOf(GUEST_COMMENT),
  }),
);

/** All that a link shows of its change. The types hold no more than what the values are named by. */
export const GUEST_REVIEW = namedSchema(
  'GuestReview',
  object({
    ...{ siteName: stringShape, title: stringShape, head: stringShape, expiresAt: timeShape },
    /** Too much of it differs to be shown. */
    isTooLarge: booleanShape,
    records: arrayOf(GUEST_RECORD),
    types: arrayOf(object({ slug: stringShape, fields: arrayOf(FIELD) })),
    blockTypes: arrayOf(object({ slug: stringShape, name: stringShape, fields: arrayOf(FIELD) })),
    threads: arrayOf(GUEST_THREAD),
    verdicts: arrayOf(VERDICT),
  }),
);

/** @param head the commit that the change is at; undefined if it is gone */
export const showVerdict = ({ name, isYes, at, head: about }: GuestVerdict, head: string | undefined): object => ({
  ...{ name, isYes, at },
  isOutdated: about !== head,
});

export const showGuestRecord = ({ kind, id, key, title, change, renamedFrom, values }: RecordDifference): object => ({
  ...{ kind, id, key, title, change, values },
  ...(renamedFrom !== undefined && { renamedFrom }),
});
