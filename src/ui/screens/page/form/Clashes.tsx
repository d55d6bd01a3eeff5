import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope } from '../../../form/FormContext.tsx';
import type { Conflict } from '../../../form/values.ts';
import { type Choice, ClashSides } from '../../../parts/clash/ClashSides.tsx';
import { tellDone } from '../../../parts/dialog/tell.tsx';
import type { AdminContentType } from '../../../wire/interface.ts';
import { blockTypesQuery } from '../../../wire/queries.ts';
import { describePath } from './describePath.ts';
import type { usePageForm } from './usePageForm.ts';

interface ClashesProps extends Pick<ReturnType<typeof usePageForm>, 'conflicts' | 'settle' | 'dismiss' | 'isSaving'> {
  readonly type: AdminContentType | undefined;
}

/** One's own value is kept unless another one is chosen. */
const MINE: Choice = { take: 'ours' };

function chosenValue({ mine, theirs }: Conflict, choice: Choice): unknown {
  if ('value' in choice) return choice.value;
  return choice.take === 'ours' ? mine : theirs;
}

const nameOf = ({ path }: Conflict): string => path.join('/');

/** Asks which value to keep of those that two people have changed. Closing the dialog loses nothing. */
export function Clashes({ conflicts, settle, dismiss, isSaving, type }: ClashesProps) {
  const { t } = useTranslation();
  const { form } = useFormScope();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const choiceOf = (conflict: Conflict): Choice => choices[nameOf(conflict)] ?? MINE;
  const words = {
    sides: { base: t('sync.sides.base'), ours: t('page.mine'), theirs: t('page.theirs') },
    take: { ours: t('page.keepMine'), theirs: t('page.takeTheirs') },
  };
  async function save(): Promise<void> {
    if (await settle((conflict) => chosenValue(conflict, choiceOf(conflict)))) tellDone(t('common.saved'));
  }
  return (
    <Modal
      opened={conflicts.length > 0}
      onClose={dismiss}
      size="xl"
      title={t('page.clashTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm" mb="md">
        {t('page.clash')}
      </Text>
      <Stack gap="lg">
        {conflicts.map((conflict) => (
          <section key={nameOf(conflict)} aria-labelledby={nameOf(conflict)}>
            <Text size="sm" fw={550} mb="sm" dir="auto" id={nameOf(conflict)}>
              {describePath(conflict.path, { values: form.values(), type, blockTypes, t })}
            </Text>
            <ClashSides
              clash={{ base: conflict.base, ours: conflict.mine, theirs: conflict.theirs }}
              words={words}
              chosen={choiceOf(conflict)}
              onChoose={(choice) => setChoices({ ...choices, [nameOf(conflict)]: choice })}
            />
          </section>
        ))}
      </Stack>
      <Group justify="end" mt="xl">
        <Button variant="default" onClick={dismiss}>
          {t('page.goOnWriting')}
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          {t('common.save')}
        </Button>
      </Group>
    </Modal>
  );
}
