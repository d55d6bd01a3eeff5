import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Beside the title: a count, a status. */
  readonly detail?: ReactNode;
  /** Where one came from. */
  readonly back?: ReactNode;
  /** What can be done here; the most important last. */
  readonly children?: ReactNode;
}

/** The head of a screen: where one is, and what can be done. The title of the window says the same. */
export function PageHead({ title, detail, back, children }: PageHeadProps) {
  useDocumentTitle(`${title} · Quire`);
  return (
    <header className={classes.head}>
      <div className={classes.where}>
        {back}
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Title order={1} size="h2" className={classes.title} dir="auto">
            {title}
          </Title>
          {detail}
        </Group>
      </div>
      <Group gap="xs">{children}</Group>
    </header>
  );
}
