/** How people prove who they are; the names are stored in tokens. */
export const PROOF_METHODS = ['password', 'passkey', 'totp', 'oidc'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** That somebody has proved who they are: how, and when (milliseconds since 1970). */
export interface Proof {
  readonly method: ProofMethod;
  readonly at: number;
}

export const isProofMethod = (value: unknown): value is ProofMethod => PROOF_METHODS.some((method) => method === value);

const RECENT_MS = 15 * 60_000;

/** Whether a proof is fresh enough for dangerous steps. */
export const isRecent = (proof: Proof | undefined, now: Date): boolean =>
  proof !== undefined && now.getTime() - proof.at < RECENT_MS;
