import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenPageProps } from '../../../ui/feature.ts';

/** Leads from the preview of a page to the site on a day, with the page. */
export function DayLink({ id }: OpenPageProps) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('calendar.seeDay')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('calendar.seeDay')}
        renderRoot={(props) => <Link to="/calendar/day" search={{ page: id }} {...props} />}
      >
        <IconCalendarTime size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
