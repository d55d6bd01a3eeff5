/** How people prove who they are; the names are stored in tokens. */
export const PROOF_METHODS = ['password', 'passkey', 'totp', 'oidc'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** That somebody has proved who they are: how, and when (milliseconds since 1970). */
export interface Proof {
  readonly method: ProofMethod;
  readonly at: number;
}

export const isProofMethod = (value: unknown): value is ProofMethod => PROOF_METHODS.some((method) => method === value);
