import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { unreadQuery } from './queries.ts';

/** More is not worth counting. */
const MOST_COUNTED = 99;

/** Leads to the inbox, and says how much in it is new. */
export function InboxBell() {
  const { t } = useTranslation();
  const { data: unread = 0 } = useQuery(unreadQuery);
  const label = unread === 0 ? t('inbox.title') : t('inbox.titleUnread', { count: unread });
  return (
    <Indicator
      label={unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
      disabled={unread === 0}
      size={16}
      offset={6}
      color="red"
      aria-hidden={false}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        renderRoot={(props) => <Link to="/inbox" {...props} />}
      >
        <IconBell size={20} stroke={1.7} />
      </ActionIcon>
    </Indicator>
  );
}
