import type { Requirement } from '../../model/access.ts';
import type { User } from '../../model/entities/user.ts';
import type { Entry } from '../../model/entry.ts';
import type { Factors, UserFactors } from '../factor/factors.ts';
import type { Proof, ProofMethod } from '../session/proof.ts';
import type { Requirements } from './requirements.ts';

/** The parts that say how somebody must prove who they are. */
export interface ProofParts {
  readonly factors: Pick<Factors, 'of'>;
  readonly requirements: Pick<Requirements, 'of'>;
}

/**
 * The ways that suffice for a user, at log-in and later: never fewer than the factors that they have set up, nor than what
 * their role requires as far as they have set it up.
 */
export function listProofWays(
  { id, data }: Entry<User>,
  { factors, requirements }: ProofParts,
): readonly ProofMethod[] {
  const { totp, passkeys } = factors.of(id);
  const required = requirements.of(data.role);
  const hasPasskey = passkeys.length > 0;
  if (hasPasskey && (required === 'passkey' || (required === 'secondFactor' && !totp))) return ['passkey'];
  const first: readonly ProofMethod[] = totp ? ['totp'] : ['password', 'oidc'];
  return hasPasskey ? [...first, 'passkey'] : first;
}

/** What a session still lacks of what its owner's role requires; null if nothing. */
export function findLack(
  role: string,
  proof: Proof | undefined,
  { requirements }: Pick<ProofParts, 'requirements'>,
): Exclude<Requirement, 'none'> | null {
  const required = requirements.of(role);
  if (required === 'none' || METHODS_OF[required].includes(proof?.method ?? 'password')) return null;
  return required;
}

const METHODS_OF: Readonly<Record<Exclude<Requirement, 'none'>, readonly ProofMethod[]>> = {
  secondFactor: ['totp', 'passkey'],
  passkey: ['passkey'],
};

/** Whether a user has set up what is required. */
export const hasFactorFor = (required: Requirement, { totp, passkeys }: UserFactors): boolean =>
  required === 'none' || passkeys.length > 0 || (required === 'secondFactor' && totp !== null);
