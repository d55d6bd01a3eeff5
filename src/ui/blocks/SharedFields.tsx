import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldRow } from '../fields/Fields.tsx';
import { fieldLabel } from '../fields/fieldLabel.ts';
import { createFormDocument } from '../form/document.ts';
import { FormProvider, useFormScope, useValue } from '../form/FormContext.tsx';
import { type FormPath, type FormValues, isValueObject } from '../form/values.ts';
import { ProblemNotice } from '../parts/screen/ProblemNotice.tsx';
import type { AdminBlock, Field } from '../wire/interface.ts';
import { blockQuery } from './queries.ts';
import classes from './SharedFields.module.css';

interface SharedFieldsProps {
  readonly blockId: number;
  readonly fields: readonly Field[];
  readonly path: FormPath;
}

/** The fields of a reusable block on a page: the shared values, and the ones overridden on this page. */
export function SharedFields({ blockId, fields, path }: SharedFieldsProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const { data: block, error } = useQuery(blockQuery(blockId));
  const [isChoosing, setChoosing] = useState(false);
  if (error) return <ProblemNotice error={error} />;
  if (!block) return null;
  return (
    <Stack gap="lg">
      <Alert variant="light" color="gray" icon={<IconRecycle size={18} />} py="xs">
        <Text size="sm">
          {t('blocks.sharedText', { count: new Set(block.usage.map(({ pageId }) => pageId)).size })}
        </Text>
        <Group gap="xs" mt={6}>
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <Link to="/blocks" search={{ open: blockId }} {...props} />}
          >
            {t('blocks.openShared')}
          </Button>
          {!isReadOnly && !isChoosing && (
            <Button size="compact-sm" variant="subtle" onClick={() => setChoosing(true)}>
              {t('blocks.changeSome')}
            </Button>
          )}
        </Group>
      </Alert>
      {fields.map((field) => (
        <SharedField key={field.name} block={block} field={field} path={path} isChoosing={isChoosing} />
      ))}
    </Stack>
  );
}

interface SharedFieldProps {
  readonly block: AdminBlock;
  readonly field: Field;
  readonly path: FormPath;
  /** Whether each field offers to be changed on this page only. */
  readonly isChoosing: boolean;
}

function SharedField({ block, field, path, isChoosing }: SharedFieldProps) {
  const { t } = useTranslation();
  const { isReadOnly, locale } = useFormScope();
  const [overrides, set] = useValue([...path, 'overrides']);
  const own: FormValues = isValueObject(overrides) ? overrides : {};
  const isOwn = Object.hasOwn(own, field.name);
  // The shared value is shown by a read-only form of its own.
  const shared = useMemo(() => createFormDocument({ fields: block.fields }), [block]);
  const label = fieldLabel(field);
  const override = (): void => set({ ...own, [field.name]: block.fields[field.name] ?? field.default ?? null });
  const restore = (): void => {
    const { [field.name]: _, ...others } = own;
    set(Object.keys(others).length === 0 ? undefined : others);
  };
  return (
    <div>
      {isOwn ? (
        <FieldRow isOverride field={field} path={[...path, 'overrides']} />
      ) : (
        <FormProvider form={shared} isReadOnly locale={locale}>
          <div className={classes.shared}>
            <FieldRow field={field} path={['fields']} />
          </div>
        </FormProvider>
      )}
      {!isReadOnly && (isOwn || isChoosing) && (
        <Group gap="xs" mt={2}>
          {isOwn && (
            <Text size="xs" c="dimmed">
              {t('blocks.onlyHere')}
            </Text>
          )}
          <Button size="compact-xs" variant="subtle" ms={isOwn ? 0 : -7} onClick={isOwn ? restore : override}>
            {t(isOwn ? 'blocks.asEverywhere' : 'blocks.changeHere')}
            <span className="visuallyHidden">: {label}</span>
          </Button>
        </Group>
      )}
    </div>
  );
}
