import { ActionIcon, Alert, Button, Card, List, Loader, Menu, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconDots,
  IconEye,
  IconPencil,
  IconPencilPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClashDecision, ClashSides } from '../../parts/clash/ClashSides.tsx';
import { Moment } from '../../parts/Moment.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { Time } from '../../parts/Time.tsx';
import { useMayPublish } from '../../session/useMay.ts';
import { useRole } from '../../session/useRole.ts';
import { toBranchName } from '../../wire/chosenChange.ts';
import type { Change, Clash, Problem as SiteProblem } from '../../wire/interface.ts';
import { useChooseChange, useChosenChange } from '../../wire/useChosenChange.ts';
import { useClashLocation } from '../history/useClashLocation.ts';
import { problemOrHint } from '../home/hints.ts';
import { shareChange } from '../page/action/sharePreview.tsx';
import { ChangePanels } from './ChangePanels.tsx';
import classes from './Changes.module.css';
import { EditMenu } from './EditMenu.tsx';
import { editsIn } from './editsIn.ts';
import { changeQuery, type ReviewChange } from './queries.ts';
import { RecordChange } from './RecordChange.tsx';
import { RequestLink } from './RequestLink.tsx';
import { type ClashDecisions, useChangeActions } from './useChangeActions.tsx';
import { usePublishStep } from './usePublishStep.ts';

/** The title of the record that a problem is about, or its key. */
const findRecordName = (record: SiteProblem['record'], records: Change['records']): string | undefined =>
  record && (records.find(({ kind, id }) => kind === record.kind && id === record.id)?.title ?? record.key);

const route = getRouteApi('/shell/changes/$name');

/** One change: its edits, what keeps it from going live, and the actions on it. */
export function ChangeScreen() {
  const { name } = route.useParams();
  const { data: change, error, refetch } = useQuery(changeQuery(name));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return change ? <ChangeView key={name} change={change} /> : <Loader size="sm" />;
}

function ChangeView({ change }: { readonly change: ReviewChange }) {
  const { t } = useTranslation();
  const mayEdit = useRole('editor');
  const mayPublish = useMayPublish();
  const chosen = useChosenChange();
  const choose = useChooseChange();
  const [choices, setChoices] = useState<ClashDecisions>({});
  const actions = useChangeActions(change, choices);
  const first = usePublishStep({ change: change.name, page: null });
  const { title, author, updatedAt, clashes, problem, problems, records, files } = change;
  const { scheduledAt, behind, refusals } = change;
  const edits = editsIn(change);
  const isChosen = chosen?.name === change.name;
  const isPublishable = !first.isPending && first.step === null && clashes.length === 0 && problem === null;
  const isUndecided = clashes.some(({ clashId }) => choices[clashId] === undefined);
  return (
    <div>
      <PageHead
        title={title}
        back={
          <Link to="/changes" className={classes.back}>
            <IconArrowLeft size={15} aria-hidden /> {t('changes.title')}
          </Link>
        }
      >
        {mayEdit && (
          <>
            <ChangeMenu actions={actions} behind={behind} mayPublish={mayPublish} />
            <PreviewButton of={change.ref} />
            {!isChosen && (
              <Button variant="default" onClick={() => void choose(change)}>
                {t('changes.workOn')}
              </Button>
            )}
            {mayPublish && (
              <Button
                loading={actions.isBusy || first.isPending}
                disabled={isUndecided || edits === 0 || first.step !== null}
                onClick={() => void actions.publish()}
              >
                {t('changes.publish')}
              </Button>
            )}
          </>
        )}
      </PageHead>
      <Text size="sm" c="dimmed" mb="md">
        {!problem && t('changes.records', { count: edits })}
        {author && ` · ${author}`}
        {updatedAt && (
          <>
            {' · '}
            <Time value={updatedAt} />
          </>
        )}{' '}
        <RequestLink of={change} />
      </Text>
      <ChangePanels at="top" {...{ change, isPublishable }} />
      {scheduledAt && (
        <Alert
          variant="light"
          mb="md"
          {...(refusals.length > 0 && { color: 'red' })}
          title={t(refusals.length === 0 ? 'changes.scheduledFor' : 'changes.notScheduled')}
        >
          {refusals.map(({ path = [], message }) => (
            <Text key={`${path.join('.')} ${message}`} size="sm">
              {[path.join('.'), message].filter(Boolean).join(': ')}
            </Text>
          ))}
          <Moment value={scheduledAt} />{' '}
          {mayEdit && mayPublish && (
            <Button size="compact-xs" variant="subtle" onClick={() => void actions.schedule(null)}>
              {t('changes.unschedule')}
            </Button>
          )}
        </Alert>
      )}
      {problem && (
        <Alert color="red" variant="light" mb="md" icon={<IconAlertTriangle />}>
          {t(`changes.unshown.${problem.reason}`)}
        </Alert>
      )}
      {clashes.length > 0 && (
        <ClashList clashes={clashes} choices={choices} onChoose={mayEdit ? setChoices : undefined} />
      )}
      {problems.length > 0 && (
        <Alert color="red" variant="light" mb="md" icon={<IconAlertTriangle />} title={t('changes.problems')}>
          <List size="sm" className={classes.problems}>
            {problems.map((one) => (
              <List.Item key={`${one.path} ${one.field?.join('/')} ${one.line} ${one.message}`}>
                <strong dir="auto">{findRecordName(one.record, records) ?? one.path}</strong>: {problemOrHint(one)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Stack gap="md">
        {records.map((record) => (
          <RecordChange
            key={`${record.kind}/${record.key}`}
            {...{ record, change }}
            actions={mayEdit && <EditMenu change={change} edit={record} />}
          />
        ))}
      </Stack>
      {edits === 0 && !problem && (
        <EmptyState
          icon={IconPencilPlus}
          title={t('changes.nothingTitle')}
          text={t(isChosen ? 'changes.nothingChosen' : 'changes.nothing')}
        />
      )}
      {files.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {t('changes.files')} {files.join(', ')}
        </Text>
      )}
      <ChangePanels at="bottom" {...{ change, isPublishable }} />
    </div>
  );
}

/** Offers a link to the front end's own pages with the edits of the change. */
function PreviewButton({ of }: { readonly of: string }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => shareChange(toBranchName(of))}>
      {t('changes.preview')}
    </Button>
  );
}

interface ChangeMenuProps {
  readonly actions: ReturnType<typeof useChangeActions>;
  /** How many versions have gone live since the change was started or last updated. */
  readonly behind: number;
  readonly mayPublish: boolean;
}

function ChangeMenu({ actions, behind, mayPublish }: ChangeMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={t('page.more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.rename()}>
          {t('changes.rename')}
        </Menu.Item>
        {mayPublish && <Menu.Item onClick={() => void actions.askSchedule()}>{t('changes.schedule')}</Menu.Item>}
        {behind > 0 && (
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => void actions.update()}>
            {t('changes.update')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() => void actions.drop()}
        >
          {t('changes.drop')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ClashListProps {
  readonly clashes: readonly Clash[];
  readonly choices: ClashDecisions;
  onChoose?: ((choices: ClashDecisions) => void) | undefined;
}

/** The values that were changed both here and in what is live. Each has to be decided before the change is published. */
function ClashList({ clashes, choices, onChoose }: ClashListProps) {
  const { t } = useTranslation();
  const placeOf = useClashLocation();
  const words = {
    sides: { base: t('clash.base'), ours: t('changes.live'), theirs: t('changes.here') },
    take: { ours: t('changes.takeLive'), theirs: t('changes.takeHere') },
  };
  return (
    <section aria-labelledby="clashes">
      <Title order={2} size="h4" id="clashes">
        {t('clash.values', { count: clashes.length })}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('changes.clashes')}
      </Text>
      {clashes.map((clash) => (
        <Card key={clash.clashId} withBorder mb="md" component="article">
          <Text size="sm" fw={550} mb="sm" dir="auto">
            {clash.key}{' '}
            <Text span size="sm" c="dimmed">
              {placeOf(clash)}
            </Text>
          </Text>
          <ClashSides
            clash={clash}
            words={words}
            chosen={choices[clash.clashId]}
            onChoose={onChoose && ((choice: ClashDecision) => onChoose({ ...choices, [clash.clashId]: choice }))}
          />
        </Card>
      ))}
    </section>
  );
}
