import { Button, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EntryLine.module.css';

/** A short list of what somebody has, such as sessions, keys or links. */
export const EntryList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={classes.list}>{children}</ul>
);

interface EntryLineProps {
  readonly icon?: Icon;
  readonly title: ReactNode;
  readonly detail: ReactNode;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** A line of such a list. */
export const EntryLine = ({ icon: EntryIcon, title, detail, children }: EntryLineProps) => (
  <li className={classes.line}>
    {EntryIcon && <EntryIcon size={20} stroke={1.5} className={classes.icon} aria-hidden />}
    <div className={classes.words}>
      <Text size="sm" truncate dir="auto">
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </div>
    {children && <div className={classes.buttons}>{children}</div>}
  </li>
);

interface EntryButtonProps {
  readonly label: string;
  /** The entry that it is about, for those who do not see the line. */
  readonly about: string;
  readonly isBusy: boolean;
  onClick(): void;
}

/** A button of a line. */
export const EntryButton = ({ label, about, isBusy, onClick }: EntryButtonProps) => (
  <Button size="compact-sm" variant="default" loading={isBusy} aria-label={`${label}: ${about}`} onClick={onClick}>
    {label}
  </Button>
);
