import { Badge, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import type { Change, ClashingChange } from '../../../ui/wire/interface.ts';
import { ClashValues } from './ClashValues.tsx';
import classes from './Line.module.css';
import { forecastQuery } from './queries.ts';

/** As many others as the server compares. */
const MAX_COMPARED = 500;

/** Says which other changes would clash with one. It is one line, so nothing moves when the answer comes. */
export function ForecastLine({ change }: { readonly change: Change }) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { data: forecast, error, refetch } = useQuery(forecastQuery(change.name));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const clashing = forecast?.data ?? [];
  const count = clashing.length;
  const found = count === 0 ? t('line.noneClash') : t('line.clash', { count });
  const compared = forecast?.meta.compared ?? 0;
  return (
    <div>
      <Group gap="xs" mih="1.875rem">
        <Text size="sm" role="status" {...(count > 0 && { fw: 550 })} {...(count === 0 && { c: 'dimmed' })}>
          {forecast ? found : t('line.looking')}
        </Text>
        {count > 0 && (
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
            {t(isOpen ? 'line.hide' : 'line.show')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen && count > 0}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('line.whoIsFirst')}
          {compared >= MAX_COMPARED && ` ${t('line.compared', { count: compared })}`}
        </Text>
        <Stack component="ul" gap="md" className={classes.list}>
          {clashing.map((other) => (
            <OtherChange key={other.name} change={change} other={other} />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

interface OtherChangeProps {
  readonly change: Change;
  readonly other: ClashingChange;
}

function OtherChange({ change, other }: OtherChangeProps) {
  const { t } = useTranslation();
  const { name, title, author, draftOf, scheduledAt, clashes, files } = other;
  return (
    <li className={classes.other}>
      <Group gap="xs" mb="xs">
        <Link to="/changes/$name" params={{ name }} className={classes.link} dir="auto">
          {title}
        </Link>
        {draftOf && (
          <Badge variant="light" color="gray" tt="none">
            {t('line.draft')}
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          {author && <span dir="auto">{author}</span>}
          {author && scheduledAt && ' · '}
          {scheduledAt && (
            <>
              {t('line.scheduled')} <Moment value={scheduledAt} />
            </>
          )}
        </Text>
      </Group>
      <ClashValues change={change} clashes={clashes} ours={t('line.other')} />
      {files.length > 0 && (
        <Text size="sm" className={classes.words}>
          {t('line.files')} {files.join(', ')}
        </Text>
      )}
    </li>
  );
}
