import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldRow } from '../fields/Fields.tsx';
import { fieldLabel } from '../fields/fieldLabel.ts';
import { createFormDocument } from '../form/document.ts';
import { FormProvider, useFormScope, useValue } from '../form/FormContext.tsx';
import { isObject, type ValuePath, type Values } from '../form/values.ts';
import { Problem } from '../parts/screen/Problem.tsx';
import type { AdminBlock, Field } from '../wire/interface.ts';
import { blockQuery } from './queries.ts';

interface SharedFieldsProps {
  readonly blockId: number;
  readonly fields: readonly Field[];
  readonly path: ValuePath;
}

/** The fields of a reusable block on a page: the shared values, and the ones overridden on this page. */
export function SharedFields({ blockId, fields, path }: SharedFieldsProps) {
  const { t } = useTranslation();
  const { data: block, error } = useQuery(blockQuery(blockId));
  if (error) return <Problem error={error} />;
  if (!block) return null;
  return (
    <Stack gap="lg">
      <Alert variant="light" color="gray" icon={<IconRecycle size={18} />} py="xs">
        <Text size="sm">{t('blocks.sharedText', { count: block.usage.length })}</Text>
      </Alert>
      {fields.map((field) => (
        <SharedField key={field.name} block={block} field={field} path={path} />
      ))}
    </Stack>
  );
}

interface SharedFieldProps {
  readonly block: AdminBlock;
  readonly field: Field;
  readonly path: ValuePath;
}

function SharedField({ block, field, path }: SharedFieldProps) {
  const { t } = useTranslation();
  const { isReadOnly, locale } = useFormScope();
  const [overrides, set] = useValue([...path, 'overrides']);
  const own: Values = isObject(overrides) ? overrides : {};
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
          <FieldRow field={field} path={['fields']} />
        </FormProvider>
      )}
      {!isReadOnly && (
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
