import { CatchBoundary } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, useContext } from 'react';
import { LoadProblem } from './LoadProblem.tsx';

interface OnDemandProps {
  /** Shown while the code is loading. */
  readonly waiting?: ReactNode;
  /** Shown if the part fails. */
  readonly failed?: ReactNode;
  readonly children: ReactNode;
}

/** The place of a part whose code is loaded on demand. If it fails, the rest of the screen stays, with what was typed. */
export function OnDemand({ waiting, failed = <LoadProblem />, children }: OnDemandProps) {
  return (
    <Failed value={failed}>
      <CatchBoundary getResetKey={() => 'part'} errorComponent={ShowFailed}>
        <Suspense fallback={waiting}>{children}</Suspense>
      </CatchBoundary>
    </Failed>
  );
}

/** A context, so that the boundary gets the same component each time: another one would be announced anew. */
const Failed = createContext<ReactNode>(null);

const ShowFailed = (): ReactNode => useContext(Failed);
