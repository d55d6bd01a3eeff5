import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './HomeSection.module.css';

interface HomeSectionProps {
  readonly title: string;
  /** A link to everything that the section shows a part of. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** One section of the home screen. */
export function HomeSection({ title, more, children }: HomeSectionProps) {
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
