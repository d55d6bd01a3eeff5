import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
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
    <CatchBoundary getResetKey={() => 'part'} errorComponent={() => failed}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </CatchBoundary>
  );
}
