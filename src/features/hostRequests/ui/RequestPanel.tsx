import { ActionIcon, Alert, Anchor, Badge, Button, Menu, Paper, Text } from '@mantine/core';
import {
  type Icon,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconDots,
  IconExternalLink,
  IconGitPullRequest,
  IconThumbUp,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../ui/parts/Time.tsx';
import { useRole } from '../../../ui/session/useRole.ts';
import type { Change } from '../../../ui/wire/interface.ts';
import { knownRequestQuery, requestQuery, type ShownRequest } from './queries.ts';
import classes from './RequestPanel.module.css';
import { useRequestActions } from './useRequestActions.tsx';

type OpenRequest = NonNullable<ShownRequest['request']>;
type ShownDetails = NonNullable<ShownRequest['details']>;
type ShownCheck = ShownDetails['checks'][number];

const CHECK_ICONS: Readonly<Record<ShownCheck['state'], Icon>> = {
  passed: IconCircleCheck,
  failed: IconCircleX,
  running: IconClock,
  skipped: IconCircleMinus,
};

const MERGE_STATES: Readonly<Record<OpenRequest['mergeability'], ShownCheck['state']>> = {
  ready: 'passed',
  clashes: 'failed',
  blocked: 'skipped',
  checking: 'running',
  unknown: 'skipped',
};

/** The request to merge a change at the git host; nothing if this server makes none. */
export function RequestPanel({ change }: { readonly change: Change }) {
  const { t } = useTranslation();
  const { data: known } = useQuery(knownRequestQuery(change.name));
  const { data = known, isFetching } = useQuery({ ...requestQuery(change.name), enabled: known !== null });
  if (!data) return null;
  const host = t(`hostRequest.hosts.${data.host}`);
  return (
    <Paper component="section" withBorder className={classes.card} aria-labelledby="host-request">
      <div className={classes.head}>
        <IconGitPullRequest size={18} aria-hidden />
        <h2 id="host-request" className={classes.title}>
          {t('hostRequest.title', { host })}
        </h2>
        {data.request && <RequestState request={data.request} />}
        <RequestButtons change={change} shown={data} />
      </div>
      {data.refusals.map(({ message }) => (
        <Alert key={message} color="yellow" variant="light" mt="sm">
          {message}
        </Alert>
      ))}
      {data.request ? (
        <RequestFacts shown={data} request={data.request} />
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {isFetching && data.readAt === null ? t('hostRequest.reading', { host }) : t('hostRequest.none', { host })}
        </Text>
      )}
    </Paper>
  );
}

function RequestState({ request: { number, url, state, isDraft } }: { readonly request: OpenRequest }) {
  const { t } = useTranslation();
  const text = t('hostRequest.numbered', { number });
  const shown = state === 'open' && isDraft ? 'draft' : state;
  return (
    <>
      {url === null ? (
        <Text size="sm">{text}</Text>
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          {text} <IconExternalLink size={14} aria-hidden style={{ verticalAlign: '-2px' }} />
        </Anchor>
      )}
      <Badge variant="light" tt="none" color={state === 'open' ? undefined : 'gray'}>
        {t(`hostRequest.states.${shown}`)}
      </Badge>
    </>
  );
}

interface ButtonsProps {
  readonly change: Change;
  readonly shown: ShownRequest;
}

function RequestButtons({ change, shown: { request, readAt } }: ButtonsProps) {
  const { t } = useTranslation();
  const mayEdit = useRole('editor');
  const actions = useRequestActions(change);
  const isEmpty = change.records.length === 0 && change.files.length === 0;
  // Whoever sends the branches of others is not asked here.
  if (!mayEdit || change.name.startsWith('~#')) return null;
  if (request?.state === 'open')
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" className={classes.actions} aria-label={t('page.more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void actions.close()}>{t('hostRequest.close')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.actions}
      disabled={isEmpty || readAt === null}
      onClick={actions.open}
    >
      {t(request ? 'hostRequest.openAgain' : 'hostRequest.open')}
    </Button>
  );
}

interface FactsProps {
  readonly shown: ShownRequest;
  readonly request: OpenRequest;
}

function RequestFacts({ shown: { details, isCurrent, readAt }, request: { state, mergeability } }: FactsProps) {
  const { t } = useTranslation();
  const MergeIcon = CHECK_ICONS[MERGE_STATES[mergeability]];
  if (state !== 'open')
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t(state === 'merged' ? 'hostRequest.mergedThere' : 'hostRequest.closedThere')}
      </Text>
    );
  return (
    <>
      <ul className={classes.facts}>
        {mergeability !== 'unknown' && (
          <li data-state={MERGE_STATES[mergeability]}>
            <MergeIcon size={16} aria-hidden />
            {t(`hostRequest.mergeability.${mergeability}`)}
          </li>
        )}
        {!isCurrent && (
          <li>
            <IconClock size={16} aria-hidden />
            {t('hostRequest.outdated')}
          </li>
        )}
        {details && <Approvals details={details} />}
      </ul>
      {details && <CheckList title={t('hostRequest.checks')} checks={details.checks} />}
      {details && <CheckList title={t('hostRequest.builds')} checks={details.builds} />}
      {readAt && (
        <Text size="xs" c="dimmed" mt="xs">
          <Time value={readAt} />
        </Text>
      )}
    </>
  );
}

function Approvals({ details: { approvals, missingApprovals } }: { readonly details: ShownDetails }) {
  const { t } = useTranslation();
  return (
    <>
      {approvals.map(({ by, verdict }) => (
        <li key={by} data-state={verdict === 'approved' ? 'passed' : 'failed'}>
          {verdict === 'approved' ? <IconThumbUp size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
          {t(`hostRequest.${verdict}`, { by })}
        </li>
      ))}
      {missingApprovals !== null && missingApprovals > 0 && (
        <li>
          <IconThumbUp size={16} aria-hidden />
          {t('hostRequest.missing', { count: missingApprovals })}
        </li>
      )}
    </>
  );
}

interface CheckListProps {
  readonly title: string;
  readonly checks: readonly ShownCheck[];
}

function CheckList({ title, checks }: CheckListProps) {
  const { t } = useTranslation();
  if (checks.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={550} mt="sm">
        {title}
      </Text>
      <ul className={classes.facts}>
        {checks.map(({ name, state, url }, index) => {
          const IconOf = CHECK_ICONS[state];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a host may tell two checks of one name
            <li key={index} data-state={state}>
              <IconOf size={16} aria-hidden />
              <span dir="auto">
                {url === null ? (
                  name
                ) : (
                  <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
                    {name}
                  </Anchor>
                )}{' '}
                <Text span size="sm" c="dimmed">
                  {t(`hostRequest.checkStates.${state}`)}
                </Text>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
