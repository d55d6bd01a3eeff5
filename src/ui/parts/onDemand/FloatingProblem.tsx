import { Portal } from '@mantine/core';
import classes from './FloatingProblem.module.css';
import { LoadProblem } from './LoadProblem.tsx';

interface FloatingProblemProps {
  onClose?(): void;
}

/** `LoadProblem` for what would have opened on top of the screen. */
export const FloatingProblem = (props: FloatingProblemProps) => (
  <Portal>
    <div className={classes.problem}>
      <LoadProblem {...props} />
    </div>
  </Portal>
);
