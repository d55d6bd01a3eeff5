import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Where there is more of it. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** One thing that the home screen tells of. */
export function Section({ title, more, children }: SectionProps) {
  const id = useId();
  return (
    <Paper withBorder component="section" aria-labelledby={id} className={classes.section}>
      <header className={classes.head}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {more}
      </header>
      {children}
    </Paper>
  );
}
