import { Skeleton, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageRow } from '../pages/queries.ts';
import classes from './LinkList.module.css';

/** One thing in a section, with where it is edited. */
export interface ListLine {
  readonly key: string;
  readonly title: string;
  readonly to: Pick<LinkProps, 'to' | 'params'>;
  readonly locale?: string | undefined;
  readonly detail: ReactNode;
}

interface LinkListProps {
  /** Undefined while they are loading. */
  readonly lines: readonly ListLine[] | undefined;
  /** Shown if there are none. */
  readonly empty: string;
}

/** A short list, each line a link. */
export function LinkList({ lines, empty }: LinkListProps) {
  if (!lines) return <Skeleton height="4.5rem" animate={false} />;
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <ul className={classes.lines}>
      {lines.map(({ key, title, to, locale, detail }) => (
        <li key={key} className={classes.line}>
          <Link {...to} className={classes.link} dir="auto">
            {title}
          </Link>
          {locale !== undefined && <span className={classes.locale}>{locale}</span>}
          <span className={classes.detail}>{detail}</span>
        </li>
      ))}
    </ul>
  );
}

export const toPageLink = (id: number): ListLine['to'] => ({ to: '/pages/$id', params: { id: String(id) } });

export const pageLine = (page: PageRow, detail: ReactNode): ListLine => ({
  key: `page ${page.id}`,
  title: page.title,
  to: toPageLink(page.id),
  locale: page.locale,
  detail,
});
