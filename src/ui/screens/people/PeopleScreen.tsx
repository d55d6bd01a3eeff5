import { Avatar, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenRecord } from '../../parts/record/OpenRecord.tsx';
import { RecordList } from '../../parts/record/RecordList.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRole } from '../../session/useRole.ts';
import type { User } from '../../wire/interface.ts';
import { PersonDrawer } from './PersonDrawer.tsx';
import { PreviewLinks } from './PreviewLinks.tsx';
import { usersQuery } from './queries.ts';

const route = getRouteApi('/shell/people');

/** The users and their roles, and the preview links. */
export function PeopleScreen() {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = usePeopleColumns();
  const { data: rows } = useSuspenseQuery(usersQuery);
  return (
    <div>
      <PageHead title={t('people.title')}>
        {isAdmin && (
          <Button leftSection={<IconPlus size={17} />} onClick={() => void navigate({ search: { open: 'new' } })}>
            {t('people.new')}
          </Button>
        )}
      </PageHead>
      <RecordList label={t('people.title')} rows={rows} columns={columns} />
      <PreviewLinks />
      <OpenRecord open={open} record={rows.find(({ id }) => id === open)}>
        {(record) => <PersonDrawer record={record} onClose={() => void navigate({ search: {}, replace: true })} />}
      </OpenRecord>
    </div>
  );
}

function usePeopleColumns(): readonly Column<User>[] {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('common.name'),
        width: 'minmax(0, 1fr)',
        show: ({ id, name }) => (
          <Group gap="sm" wrap="nowrap">
            <Avatar name={name} color="accent" size={30} radius="xl" aria-hidden />
            <RowLink to="/people" search={{ open: id }}>
              {name}
              {id === caller.id && (
                <Text span size="sm" c="dimmed" ms={6}>
                  {t('people.you')}
                </Text>
              )}
            </RowLink>
          </Group>
        ),
      },
      { id: 'email', label: t('people.email'), width: 'minmax(0, 1fr)', from: 'tablet', show: ({ email }) => email },
      { id: 'role', label: t('people.role'), width: '8.5rem', show: ({ role }) => t(`people.roles.${role}`) },
      {
        id: 'created',
        label: t('people.since'),
        width: '9rem',
        from: 'desk',
        show: ({ createdAt }) => (
          <Text span size="sm" c="dimmed">
            <Time value={createdAt} />
          </Text>
        ),
      },
    ],
    [t, caller.id],
  );
}
