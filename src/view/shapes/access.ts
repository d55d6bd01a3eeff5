import { PERMISSIONS, type Permission } from '../../model/access.ts';
import { THEMES } from '../../model/entities/user.ts';
import { PERSON_LANGUAGES } from '../../model/personLanguage.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { CALLER_RIGHTS } from './role.ts';
import { booleanShape, idShape, integerShape, orNull, stringShape, timeShape } from './values.ts';

/** One of the three of every site, or the key of a role of one's own. */
const role = { ...stringShape, description: '`viewer`, `editor`, `admin`, or the key of another role' };
const who = { id: idShape, email: stringShape, name: stringShape, role };
/** Absent for callers who may also write to the live content. */
const changesOnly = { changesOnly: booleanShape };

/** Present where true: a user belongs to a person at the organisation's provider, or is the emergency account. */
const comingIn = { hasProvider: booleanShape, breakGlass: booleanShape };

/** Who has logged in. */
export const WHO = namedSchema('Who', object(who, changesOnly));
/** The address of their picture; absent without one. */
const picture = { picture: stringShape };
export const USER = namedSchema(
  'User',
  object({ ...who, createdAt: timeShape }, { ...changesOnly, ...comingIn, ...picture }),
);
const chosen = { ...picture, language: choice(...PERSON_LANGUAGES), theme: choice(...THEMES) };
/** A user, with what they have chosen for themselves. */
export const PROFILE = namedSchema(
  'Profile',
  object({ ...who, createdAt: timeShape }, { ...changesOnly, ...comingIn, ...chosen }),
);

/** Somebody who is invited, and what has become of the mail; null if none was sent. */
const invitation = {
  ...{ id: idShape, email: stringShape, role, language: choice(...PERSON_LANGUAGES) },
  ...{ createdAt: timeShape, expiresAt: timeShape, isExpired: booleanShape },
  ...{ invitedBy: orNull(stringShape), mail: orNull(choice('pending', 'delivered', 'failed')) },
};
export const INVITATION = namedSchema('Invitation', object(invitation, changesOnly));
/** Where no mail is sent, the answer holds the link, to be passed on; no other does. */
const link = orNull(stringShape);
export const NEW_INVITATION = namedSchema('NewInvitation', object({ ...invitation, link }, changesOnly));
/** What an invitation says to whoever holds its link. */
export const OPEN_INVITATION = namedSchema(
  'OpenInvitation',
  object({
    email: stringShape,
    role,
    language: choice(...PERSON_LANGUAGES),
    invitedBy: orNull(stringShape),
    siteName: stringShape,
  }),
);
export const RESET_LINK = namedSchema('ResetLink', object({ link }));

/** The owner of a credential: a user or an API key. */
export const CALLER = namedSchema(
  'Caller',
  object(
    { ...who, rights: CALLER_RIGHTS },
    {
      ...{
        ...changesOnly,
        ...comingIn,
        ...chosen,
        createdAt: timeShape,
        type: { type: 'string', const: 'api-key' } as const,
      },
      /** What the role requires and the session lacks: nothing else can be done before it is set up. */
      lacks: choice('secondFactor', 'passkey'),
    },
  ),
);

const permissions = orNull(choice(...(Object.keys(PERMISSIONS) as Permission[])));
const key = {
  ...{ id: idShape, name: stringShape, keyPrefix: stringShape, permissions },
  ...{ expiresAt: orNull(timeShape), lastUsedAt: orNull(timeShape), createdAt: timeShape },
};
/** A key has permissions, or a role. */
/** The name of the user whose own it is; absent for keys of the site. */
const keyRole = { role, owner: stringShape };
export const API_KEY = namedSchema('ApiKey', object(key, { ...keyRole, ...changesOnly }));
/** The only answer that holds the key itself. */
export const NEW_API_KEY = namedSchema(
  'NewApiKey',
  object({ ...key, key: stringShape }, { ...keyRole, ...changesOnly }),
);

/** A session of a user. */
export const SESSION = namedSchema(
  'Session',
  object({
    ...{
      id: stringShape,
      startedAt: timeShape,
      usedAt: timeShape,
      ip: orNull(stringShape),
      network: orNull(choice('same', 'private', 'public')),
      agent: orNull(stringShape),
      method: orNull(choice('password', 'passkey', 'totp', 'oidc')),
      provedAt: orNull(timeShape),
      isCurrent: booleanShape,
    },
  }),
);

export const TOKEN = namedSchema('Token', object({}, { token: stringShape }));
/** The only answer that holds the token. */
export const PREVIEW_TOKEN = namedSchema(
  'PreviewToken',
  object({ id: idShape, token: stringShape, url: orNull(stringShape), expiresIn: integerShape }),
);
const SUBJECT = object({ type: choice('user', 'api-key'), id: idShape, name: orNull(stringShape) });
export const PREVIEW_SESSION = namedSchema(
  'PreviewSession',
  object({
    ...{
      id: idShape,
      ref: orNull(stringShape),
      page: orNull(integerShape),
      pageTitle: orNull(stringShape),
      createdAt: timeShape,
      expiresAt: timeShape,
    },
    createdBy: SUBJECT,
  }),
);

/** A saved view of a list, with its filters, columns and order. */
export const SAVED_VIEW = namedSchema(
  'SavedView',
  object({
    ...{
      id: idShape,
      name: stringShape,
      screen: stringShape,
      query: stringShape,
      shared: booleanShape,
      isOwn: booleanShape,
    },
    ...{ owner: SUBJECT, createdAt: timeShape, updatedAt: timeShape },
  }),
);
