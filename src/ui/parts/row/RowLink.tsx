import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './RowLink.module.css';

interface RowLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search' | 'replace'> {
  readonly children: ReactNode;
}

/** The name of a row as a link; the whole row can be clicked. */
export function RowLink({ children, ...link }: RowLinkProps) {
  return (
    <Link {...(link as LinkProps)} className={classes.link} resetScroll={false}>
      <span dir="auto">{children}</span>
    </Link>
  );
}
