import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict, ConflictResolver } from '../../form/values.ts';
import type { PointerKind } from '../pointers.ts';
import type { SummarizedConflict } from './addSummaries.ts';
import { type ClashDecision, ClashSides } from './ClashSides.tsx';

interface ClashDialogProps {
  readonly conflicts: readonly SummarizedConflict[];
  readonly isSaving: boolean;
  /** Who has saved the other values; undefined if that is not known. */
  readonly by?: string | undefined;
  /** The label of the button that settles and does what was refused; to save unless given. */
  readonly action?: string | undefined;
  /** The path of a value in the labels of the form. */
  labelOf(conflict: Conflict): string;
  /** The kind of pointers that a value consists of, if it does. */
  pointersOf?(conflict: Conflict): PointerKind | undefined;
  /** Settles the conflicts and saves. */
  settle(settle: ConflictResolver): Promise<unknown>;
  dismiss(): void;
}

/** One's own value is kept unless another one is chosen. */
const MINE: ClashDecision = { take: 'ours' };

const NONE: Readonly<Record<string, ClashDecision>> = {};

function chosenValue({ mine, theirs }: Conflict, choice: ClashDecision): unknown {
  if ('value' in choice) return choice.value;
  return choice.take === 'ours' ? mine : theirs;
}

const conflictKey = ({ path }: Conflict): string => path.join('/');

/** Asks which value to keep of those that two people have changed. Closing the dialog loses nothing. */
export function ClashDialog({ conflicts, isSaving, by, action, ...props }: ClashDialogProps) {
  const { t } = useTranslation();
  const { labelOf, pointersOf, settle, dismiss } = props;
  const [choices, setChoices] = useState(NONE);
  // The next clash begins anew, even if it is about the same value.
  if (conflicts.length === 0 && choices !== NONE) setChoices(NONE);
  const choiceOf = (conflict: Conflict): ClashDecision => choices[conflictKey(conflict)] ?? MINE;
  const words = {
    sides: { base: t('clash.base'), ours: t('page.mine'), theirs: t('page.theirs') },
    take: { ours: t('page.keepMine'), theirs: t('page.takeTheirs') },
  };
  return (
    <Modal
      opened={conflicts.length > 0}
      onClose={dismiss}
      size="xl"
      title={by === undefined ? t('page.clashTitle') : t('page.clashTitleBy', { name: by })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm" mb="md">
        {by === undefined ? t('page.clash') : t('page.clashBy', { name: by })}
      </Text>
      <Stack gap="lg">
        {conflicts.map((conflict) => (
          <section key={conflictKey(conflict)} aria-labelledby={conflictKey(conflict)}>
            <Text size="sm" fw={550} mb="sm" dir="auto" id={conflictKey(conflict)}>
              {labelOf(conflict)}
            </Text>
            <ClashSides
              clash={{
                ...{ base: conflict.base, ours: conflict.mine, theirs: conflict.theirs },
                ...(conflict.summaries && { summaries: conflict.summaries }),
              }}
              pointers={pointersOf?.(conflict)}
              words={words}
              chosen={choiceOf(conflict)}
              onChoose={(choice) => setChoices({ ...choices, [conflictKey(conflict)]: choice })}
            />
          </section>
        ))}
      </Stack>
      <Group justify="end" mt="xl">
        <Button variant="default" onClick={dismiss}>
          {t('page.goOnWriting')}
        </Button>
        <Button loading={isSaving} onClick={() => void settle((conflict) => chosenValue(conflict, choiceOf(conflict)))}>
          {action ?? t('common.save')}
        </Button>
      </Group>
    </Modal>
  );
}
