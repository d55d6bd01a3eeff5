import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainText } from '../../../fields/describedValue.ts';
import { useFormScope } from '../../../form/FormContext.tsx';
import { type Conflict, isObject } from '../../../form/values.ts';
import { tellDone } from '../../../parts/dialog/tell.tsx';
import type { AdminContentType } from '../../../wire/interface.ts';
import { blockTypesQuery } from '../../../wire/queries.ts';
import classes from './Clashes.module.css';
import { describePath } from './describePath.ts';
import type { usePageForm } from './usePageForm.ts';

interface ClashesProps extends Pick<ReturnType<typeof usePageForm>, 'conflicts' | 'settle' | 'dismiss' | 'isSaving'> {
  readonly type: AdminContentType | undefined;
}

const nameOf = ({ path }: Conflict): string => path.join('/');

/** Values that two people have changed: what each says, and which is to stand. Nothing is lost by closing it. */
export function Clashes({ conflicts, settle, dismiss, isSaving, type }: ClashesProps) {
  const { t } = useTranslation();
  const { form } = useFormScope();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const isTheirs = (conflict: Conflict): boolean => choices[nameOf(conflict)] === 'theirs';
  async function save(): Promise<void> {
    if (await settle((conflict) => (isTheirs(conflict) ? conflict.theirs : conflict.mine))) tellDone(t('common.saved'));
  }
  return (
    <Modal opened={conflicts.length > 0} onClose={dismiss} size="lg" title={t('page.clashTitle')}>
      <Text size="sm" mb="md">
        {t('page.clash')}
      </Text>
      <Stack gap="lg">
        {conflicts.map((conflict) => (
          <Radio.Group
            key={nameOf(conflict)}
            label={describePath(conflict.path, { values: form.values(), type, blockTypes })}
            value={choices[nameOf(conflict)] ?? 'mine'}
            onChange={(choice) => setChoices({ ...choices, [nameOf(conflict)]: choice })}
          >
            <div className={classes.sides}>
              <Side name="mine" label={t('page.mine')} value={conflict.mine} />
              <Side name="theirs" label={t('page.theirs')} value={conflict.theirs} />
            </div>
          </Radio.Group>
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

interface SideProps {
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
}

function Side({ name, label, value }: SideProps) {
  return (
    <Radio.Card value={name} className={classes.side}>
      <Group gap="xs" mb={6}>
        <Radio.Indicator size="xs" />
        <Text size="xs" c="dimmed">
          {label}
        </Text>
      </Group>
      <Text size="sm" className={classes.value} dir="auto">
        {wordsOf(value)}
      </Text>
    </Radio.Card>
  );
}

/** A value as it can be read. */
function wordsOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'string') return value;
  return isObject(value) && value['type'] === 'doc' ? plainText(value) : JSON.stringify(value, null, 2);
}
