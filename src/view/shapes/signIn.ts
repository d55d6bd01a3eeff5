import { REQUIREMENTS } from '../../model/access.ts';
import { choice, namedSchema, object, record } from '../../model/schema/schema.ts';
import { arrayOf, booleanShape, integerShape, orNull, stringShape, timeShape } from './values.ts';

/** The ways to sign in that the site offers. */
export const WAYS_TO_SIGN_IN = namedSchema(
  'WaysToSignIn',
  object({
    ...{ password: booleanShape, passkey: booleanShape, canReset: booleanShape },
    oidc: orNull(object({ name: stringShape })),
  }),
);

const requirement = namedSchema('Requirement', choice(...REQUIREMENTS));
/** What each role must sign in with; a role that is not named needs nothing more than a password. */
export const SIGN_IN_SETTINGS = namedSchema(
  'SignInSettings',
  object({
    ...{ required: record(requirement), canRequirePasskeys: booleanShape },
    /** The organisation's own sign-in: whether it gives the roles, and whether nobody comes in in another way. */
    provider: orNull(object({ name: stringShape, givesRoles: booleanShape, isOnly: booleanShape })),
  }),
);

const passkey = { id: stringShape, name: stringShape, createdAt: timeShape, lastUsedAt: orNull(timeShape) };
export const PASSKEY = namedSchema('Passkey', object(passkey));
/** The token is that of the session that goes on, unless it is in a cookie. */
const handed = { token: stringShape };
export const NEW_PASSKEY = namedSchema('NewPasskey', object(passkey, handed));

/** What an authenticator app is given, and what finishes its set-up. */
export const NEW_TOTP = namedSchema('NewTotp', object({ secret: stringShape, url: stringShape, ticket: stringShape }));
/** The only answer that holds the recovery codes. */
export const RECOVERY_CODES = namedSchema('RecoveryCodes', object({ recoveryCodes: arrayOf(stringShape) }, handed));

const factors = {
  totp: orNull(object({ createdAt: timeShape })),
  recoveryCodesLeft: integerShape,
  passkeys: arrayOf(PASSKEY),
};
/** What a user signs in with besides a password. */
export const USER_FACTORS = namedSchema('UserFactors', object(factors));
/** The same of the caller, with what is required of them and how they may prove who they are. */
export const FACTORS = namedSchema(
  'Factors',
  object({
    ...factors,
    /** False where only the provider lets the caller in. */
    canHavePassword: booleanShape,
    /** Whether the caller gets in without a password, too. */
    canDoWithoutPassword: booleanShape,
    /** The name of the provider, where the caller has signed in with it. */
    provider: orNull(stringShape),
    ...{ hasPassword: booleanShape, canHavePasskeys: booleanShape, required: requirement },
    lacks: orNull(requirement),
    proofWays: arrayOf(choice('password', 'passkey', 'totp', 'oidc')),
  }),
);
