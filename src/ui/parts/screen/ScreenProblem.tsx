import { Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { WireError } from '../../wire/WireError.ts';
import { Gone } from './NotFound.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';

/** Shown in place of a screen that failed. */
export function ScreenProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  if (error instanceof WireError && error.code === 'NOT_FOUND') return <Gone />;
  return (
    <Container size="sm" py="xl">
      <ProblemNotice error={error} onRetry={retry} />
    </Container>
  );
}
