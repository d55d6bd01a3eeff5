import { Button, Collapse, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RecordChange } from '../../../ui/screens/changes/RecordChange.tsx';
import type { Change, Look } from '../../../ui/wire/interface.ts';
import { SinceWords } from './SinceWords.tsx';
import { useLook } from './useLook.ts';
import classes from './Watch.module.css';

/** On the screen of a change: watches it or stops to, and tells what others have edited since one last looked. */
export function ChangeWatch({ change }: { readonly change: Change }) {
  const { t } = useTranslation();
  const { look, watch, isPending } = useLook({ change: change.name });
  if (!look) return null;
  const { isWatched, since } = look;
  return (
    <div className={classes.panel}>
      <Button
        size="compact-sm"
        variant={isWatched ? 'light' : 'default'}
        leftSection={isWatched ? <IconStarFilled size={15} /> : <IconStar size={15} />}
        title={isWatched ? t('watchlist.stop') : t('watchlist.watchHelp')}
        aria-pressed={isWatched}
        loading={isPending}
        onClick={() => watch(!isWatched)}
      >
        {t(isWatched ? 'watchlist.watching' : 'watchlist.watch')}
      </Button>
      {since && <ChangeSince change={change} since={since} />}
    </div>
  );
}

interface ChangeSinceProps {
  readonly change: Change;
  readonly since: NonNullable<Look['since']>;
}

function ChangeSince({ change, since }: ChangeSinceProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div className={classes.since}>
      <Group gap="sm" align="start" justify="space-between">
        <div>
          <SinceWords since={since} />
        </div>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
          {t(isOpen ? 'watchlist.hideEdits' : 'watchlist.showEdits')}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <Stack gap="xs" mt="xs">
          {since.edited.map((record) => (
            <RecordChange key={`${record.kind}/${record.key}`} record={record} change={change} />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}
