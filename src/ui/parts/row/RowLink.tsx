import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './RowLink.module.css';

interface RowLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search' | 'replace'> {
  readonly children: ReactNode;
}

/** What a row of a list is called; the whole row leads there. */
export function RowLink({ children, ...link }: RowLinkProps) {
  return (
    <Link {...(link as LinkProps)} className={classes.link} resetScroll={false}>
      <span dir="auto">{children}</span>
    </Link>
  );
}
