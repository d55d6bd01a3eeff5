/** The ways to sign in that this site offers. */
export interface WaysToSignIn {
  readonly password: boolean;
  readonly passkey: boolean;
  /** The organisation's own sign-in, and what it is called; null if there is none. */
  readonly oidc: { readonly name: string } | null;
  /** Whether a link to set a new password can be sent by e-mail. */
  readonly canReset: boolean;
}

/** What is offered unless something is configured. */
const PASSWORDS_ONLY: WaysToSignIn = { password: true, passkey: false, oidc: null, canReset: false };

/** One of the parts that make ways to sign in possible; it is asked each time. */
export type OfferWays = () => Partial<WaysToSignIn>;

/** Joins what the parts offer; a later part decides over an earlier one. */
export const createFindWays =
  (offers: readonly OfferWays[]): (() => WaysToSignIn) =>
  () =>
    Object.assign({}, PASSWORDS_ONLY, ...offers.map((offer) => offer()));
