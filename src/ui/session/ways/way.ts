import type { ComponentType } from 'react';
import type { Data } from '../../wire/sendRequest.ts';

/** The ways to sign in that the site offers. */
export type OfferedWays = Data<'GET /api/auth/ways'>;

export interface WayProps {
  /** The address of who is to sign in, where it is known; else empty. */
  readonly email: string;
  readonly ways: OfferedWays;
  /** Called once there is a session. */
  readonly onSignIn: () => Promise<void>;
}

/** One way to sign in, as the log-in form shows it. */
export interface Way {
  readonly name: string;
  isOffered(ways: OfferedWays): boolean;
  readonly Part: ComponentType<WayProps>;
}
