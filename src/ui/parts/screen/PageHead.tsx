import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Shown beside the title: a count, a status. */
  readonly detail?: ReactNode;
  /** A link back to the previous screen. */
  readonly back?: ReactNode;
  /** Actions; the most important one last. */
  readonly children?: ReactNode;
}

/** The head of a screen: its title and its actions. Also sets the title of the window. */
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
