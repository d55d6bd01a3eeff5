import { Badge, Button, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ChangePanelProps } from '../../../ui/feature.ts';
import { Time } from '../../../ui/parts/Time.tsx';
import { useMayPublish } from '../../../ui/session/useMay.ts';
import { useRole } from '../../../ui/session/useRole.ts';
import type { Change } from '../../../ui/wire/interface.ts';
import { ClashValues } from './ClashValues.tsx';
import { ForecastLine } from './ForecastLine.tsx';
import classes from './Line.module.css';
import { linePlaceQuery, type ShownLinePlace } from './queries.ts';
import { useLineActions } from './useLineActions.ts';

interface PlaceProps {
  readonly change: Change;
  readonly place: ShownLinePlace;
}

/** Where a change is in line to be published, why it was sent back, and what would clash with it. */
export function LinePanel({ change, isPublishable }: ChangePanelProps) {
  const { t } = useTranslation();
  const { data: place } = useQuery(linePlaceQuery(change.name));
  const isEmpty = change.records.length === 0 && change.files.length === 0;
  if (!place || (isEmpty && place.state === 'none')) return null;
  return (
    <Card withBorder mb="md" component="section" aria-label={t('line.heading')}>
      <Group justify="space-between" align="start">
        <Group gap="xs">
          <Title order={2} size="h5">
            {t('line.heading')}
          </Title>
          <Badge variant="light" color={COLORS[place.state]} tt="none">
            {wordPlace(place, t)}
          </Badge>
        </Group>
        <LineButtons {...{ change, place, isPublishable }} />
      </Group>
      <Stack gap="xs" mt="sm">
        <PlaceWords change={change} place={place} />
        {!isEmpty && <ForecastLine change={change} />}
      </Stack>
    </Card>
  );
}

const COLORS = { none: 'gray', waiting: 'blue', publishing: 'blue', sentBack: 'red' } as const;

function wordPlace({ state, ahead }: ShownLinePlace, t: TFunction): string {
  if (state !== 'waiting') return t(`line.states.${state}`);
  return ahead ? t('line.ahead', { count: ahead }) : t('line.next');
}

function LineButtons({ change, place: { state, sentBack }, isPublishable }: PlaceProps & ChangePanelProps) {
  const { t } = useTranslation();
  const mayEdit = useRole('editor');
  const mayPublish = useMayPublish();
  const { isBusy, join, leave } = useLineActions(change);
  if (!mayEdit || !mayPublish || state === 'publishing') return null;
  return (
    <Group gap="xs">
      {state !== 'none' && (
        <Button variant={sentBack ? 'subtle' : 'default'} loading={isBusy} onClick={leave}>
          {t(sentBack ? 'line.forget' : 'line.leave')}
        </Button>
      )}
      {state !== 'waiting' && (
        <Button variant="default" loading={isBusy} disabled={!isPublishable} onClick={join}>
          {t(sentBack ? 'line.joinAgain' : 'line.join')}
        </Button>
      )}
    </Group>
  );
}

function PlaceWords({ change, place }: PlaceProps) {
  const { t } = useTranslation();
  const { state, before, ahead, joined } = place;
  if (state === 'sentBack') return <SentBack change={change} place={place} />;
  if (!joined)
    return (
      <Text size="sm" c="dimmed">
        {t('line.about')}
      </Text>
    );
  const hidden = (ahead ?? 0) - before.length;
  return (
    <>
      {state === 'waiting' && before.length + hidden > 0 && (
        <div>
          <Text size="sm">{t('line.waitsFor')}</Text>
          <List size="sm" type="ordered" className={classes.words}>
            {before.map(({ name, title }) => (
              <List.Item key={name}>
                <Link to="/changes/$name" params={{ name }} className={classes.link} dir="auto">
                  {title}
                </Link>
              </List.Item>
            ))}
            {hidden > 0 && <List.Item>{t('line.hidden', { count: hidden })}</List.Item>}
          </List>
        </div>
      )}
      <JoinedBy joined={joined} />
      {state === 'waiting' && (
        <Text size="sm" c="dimmed">
          {t('line.unchanged')}
        </Text>
      )}
    </>
  );
}

function JoinedBy({ joined: { by, joinedAt, note } }: { readonly joined: NonNullable<ShownLinePlace['joined']> }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">
        {t('line.joinedBy', { name: by.name ?? t('line.somebody') })} · <Time value={joinedAt} />
      </Text>
      {note && (
        <Text size="sm" dir="auto" className={classes.words}>
          {note}
        </Text>
      )}
    </>
  );
}

/** Why a change was sent back. What is still to be decided is asked below, with the same values. */
function SentBack({ change, place: { sentBack, obstacles } }: PlaceProps) {
  const { t } = useTranslation();
  if (!sentBack) return null;
  const open = new Set(change.clashes.map(({ clashId }) => clashId));
  const isToDecide = sentBack.clashes.some(({ clashId }) => open.has(clashId));
  return (
    <Stack gap="xs" className={classes.sentBack}>
      <Text size="sm" fw={600} c="var(--mantine-color-error)">
        {t('line.sentBack')}
      </Text>
      {obstacles
        .filter(({ reason }) => reason !== 'clash')
        .map(({ path = [], message }) => (
          <Text key={`${path.join('.')} ${message}`} size="sm" className={classes.words}>
            {message}
          </Text>
        ))}
      {sentBack.clashes.length > 0 && (
        <>
          <Text size="sm">{t('line.clashed')}</Text>
          <ClashValues change={change} clashes={sentBack.clashes} ours={t('line.live')} />
        </>
      )}
      {isToDecide && <Text size="sm">{t('line.decideBelow')}</Text>}
      <JoinedBy joined={sentBack} />
    </Stack>
  );
}
