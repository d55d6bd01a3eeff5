import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageRow } from '../pages/queries.ts';
import classes from './PageLines.module.css';

interface PageLinesProps {
  /** Undefined while they are loading. */
  readonly pages: readonly PageRow[] | undefined;
  /** Shown if there are none. */
  readonly empty: string;
  readonly detail: (page: PageRow) => ReactNode;
}

/** A short list of pages, each with a link to its form. */
export function PageLines({ pages, empty, detail }: PageLinesProps) {
  if (!pages) return <Skeleton height="4.5rem" animate={false} />;
  if (pages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <ul className={classes.lines}>
      {pages.map((page) => (
        <li key={page.id} className={classes.line}>
          <Link to="/pages/$id" params={{ id: String(page.id) }} className={classes.link} dir="auto">
            {page.title}
          </Link>
          <span className={classes.locale}>{page.locale}</span>
          <span className={classes.detail}>{detail(page)}</span>
        </li>
      ))}
    </ul>
  );
}
