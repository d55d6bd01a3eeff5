import { Alert, Anchor, Button, Collapse, Group, List, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThingToPublish } from '../../feature.ts';
import { asSentence } from '../../parts/asSentence.ts';
import type { DraftedRecord } from '../../parts/draft/draftedKind.ts';
import type { DraftForm } from '../../parts/draft/useDraftForm.ts';
import type { PublishActions } from '../../parts/draft/useDraftPublishing.ts';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { Time } from '../../parts/Time.tsx';
import { isChosen, NOW, WhenInput } from '../../parts/WhenInput.tsx';
import type { Change } from '../../wire/interface.ts';
import { problemOrHint } from '../home/hints.ts';
import { changeQuery } from './queries.ts';
import { RecordChange } from './RecordChange.tsx';
import { usePublishStep } from './usePublishStep.ts';

/** As long as the server takes one. */
const MAX_NOTE = 500;

export interface PublishPanelProps {
  readonly draftForm: Pick<DraftForm<DraftedRecord>, 'form' | 'save' | 'edited' | 'isDrafted'>;
  readonly publishing: PublishActions;
  /** When the record goes live by itself; null if it does not. */
  readonly scheduledAt: string | null;
  /** A page that visitors cannot read yet, and that is not going to be public with its draft. */
  readonly page?: ThingToPublish['page'];
  /** Says how many values change for visitors. */
  differText(count: number): string;
  /** What else becomes different: where the record is shown, or that it becomes readable. */
  readonly children?: ReactNode;
  onClose(): void;
  /** Closes the panel and leads to the input of a value. */
  onLead(path: readonly string[]): void;
}

/** Says what will be different for visitors before it is, and publishes it, now or at a time. */
export function PublishPanel(props: PublishPanelProps) {
  const { draftForm, publishing, scheduledAt, page = null, differText, children, onClose, onLead } = props;
  const { t } = useTranslation();
  const isReady = useSavedFirst(draftForm);
  const { draft } = draftForm.edited;
  const [when, setWhen] = useState(NOW);
  const [note, setNote] = useState('');
  const first = usePublishStep({ change: isReady ? (draft?.change ?? null) : null, page: isReady ? page : null });
  const { step } = first;
  const act = async (): Promise<void> => {
    if (step) {
      const isSaved = !draftForm.form.isChanged() || (await draftForm.save());
      if (isSaved && (await first.act(note))) onClose();
      return;
    }
    const done =
      when.type === 'now' ? publishing.publish(note) : when.at !== undefined && publishing.publishAt(when.at, note);
    if (await done) return onClose();
    const [problem] = draftForm.form.problems();
    if (problem?.path) onLead(problem.path);
  };
  if (!isReady || first.isPending) return <Loader size="sm" />;
  return (
    <Stack gap="md">
      {draft && <DraftDifference name={draft.change} differText={differText} />}
      {children}
      {scheduledAt !== null && (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">
            {t('draft.scheduledFor')} <Time value={scheduledAt} />
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void publishing.unschedule()}>
            {t('changes.unschedule')}
          </Button>
        </Group>
      )}
      {step ? (
        <Alert variant="light" p="sm">
          {step.text}
        </Alert>
      ) : (
        <WhenInput label={t('draft.publishAt')} value={when} onChange={setWhen} />
      )}
      <TextInput
        label={t('page.note')}
        description={t('page.noteHelp')}
        maxLength={MAX_NOTE}
        dir="auto"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group justify="end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          ref={focusButton}
          data-autofocus
          loading={publishing.isBusy || first.isBusy}
          disabled={step ? step.act === null : !isChosen(when)}
          onClick={() => void act()}
        >
          {step?.label ?? t(when.type === 'now' ? 'draft.publishNow' : 'draft.schedule')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The popover looks for where its focus begins once, which may be before the work is saved. */
const focusButton = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });

/** Saves what is typed, so that the panel speaks of what will be published. False until then. */
function useSavedFirst({ form, save, isDrafted }: PublishPanelProps['draftForm']): boolean {
  const [isReady, setReady] = useState(!form.isChanged());
  // A page that nobody reads yet is saved together with its new status.
  const isWaiting = !isReady && isDrafted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens
  useEffect(() => {
    if (isWaiting) void save().finally(() => setReady(true));
    else setReady(true);
  }, []);
  return isReady;
}

interface DraftDifferenceProps extends Pick<PublishPanelProps, 'differText'> {
  /** The name of the change that the draft is. */
  readonly name: string;
}

function DraftDifference({ name, differText }: DraftDifferenceProps) {
  const { t } = useTranslation();
  const { data: change, error, refetch } = useQuery(changeQuery(name));
  const [isOpen, { toggle }] = useDisclosure(false);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!change) return <Loader size="sm" />;
  const values = change.records.reduce((sum, record) => sum + (record.values?.length ?? 1), 0);
  return (
    <div>
      <Text size="sm">{differText(values)}</Text>
      {values > 0 && (
        <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={toggle}>
          {t('draft.showDifferences')}
        </Anchor>
      )}
      <Collapse expanded={isOpen}>
        <Stack gap="xs" mt="xs" mah="40vh" style={{ overflowY: 'auto' }}>
          {isOpen &&
            change.records.map((record) => (
              <RecordChange key={`${record.kind} ${record.key}`} record={record} change={change} />
            ))}
        </Stack>
      </Collapse>
      <OtherObstacles change={change} />
    </div>
  );
}

/** What else keeps the draft from being published: what others have changed, and other records. */
function OtherObstacles({ change: { name, draftOf, clashes, problems } }: { readonly change: Change }) {
  const { t } = useTranslation();
  const isOwn = ({ code, record }: Change['problems'][number]) =>
    code === 'VALIDATION' && record?.kind === draftOf?.kind && record?.id === draftOf?.id;
  const errors = problems.filter((problem) => problem.severity === 'error' && !isOwn(problem));
  if (clashes.length === 0 && errors.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" mt="sm" p="sm">
      {errors.length > 0 && (
        <List size="sm" listStyleType="none">
          {errors.map((error) => (
            <List.Item key={`${error.path} ${error.message}`}>{asSentence(problemOrHint(error))}</List.Item>
          ))}
        </List>
      )}
      {clashes.length > 0 && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/changes/$name" params={{ name }} {...props} />}>
          {t('changes.clashCount', { count: clashes.length })}
        </Anchor>
      )}
    </Alert>
  );
}
