import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './ProfileScreen.module.css';

interface SectionProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

/** A part of the profile, with what it is about beside it. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <div>{children}</div>
    </section>
  );
}
