import { Alert, Anchor, List, Text, TextInput } from '@mantine/core';
import { IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFields, fieldAt } from '../../fields/describeFields.ts';
import { Fields } from '../../fields/Fields.tsx';
import { FormProvider, useIsChanged, useProblem, useValue } from '../../form/FormContext.tsx';
import { ClashDialog } from '../../parts/clash/ClashDialog.tsx';
import { pointerKindOf } from '../../parts/pointers.ts';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { GoneProvider } from '../../parts/record/OpenRecord.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { Problem } from '../../parts/screen/Problem.tsx';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminBlock } from '../../wire/interface.ts';
import { blockTypesQuery } from '../../wire/queries.ts';
import { WireError } from '../../wire/WireError.ts';
import { editedBlockQuery } from './queries.ts';
import { type BlockAnswer, useBlockForm } from './useBlockForm.ts';

interface BlockDrawerProps {
  /** Undefined for a new one. */
  readonly id: number | undefined;
  readonly newType: string | undefined;
  onClose(): void;
}

/** The form of a reusable block, whose content appears wherever it is used. */
export function BlockDrawer({ id, newType, onClose }: BlockDrawerProps) {
  const { t } = useTranslation();
  const { data: answer, error, refetch } = useQuery({ ...editedBlockQuery(id ?? 0), enabled: id !== undefined });
  if (id !== undefined && !answer)
    return (
      error && (
        <RecordDrawer title={t('blocks.title')} isDirty={false} onClose={onClose}>
          <Problem error={error} onRetry={() => void refetch()} />
        </RecordDrawer>
      )
    );
  return (
    <GoneProvider value={error instanceof WireError && error.code === 'NOT_FOUND'}>
      <OpenBlock answer={answer} typeSlug={answer?.data.typeSlug ?? newType ?? ''} onClose={onClose} />
    </GoneProvider>
  );
}

interface OpenBlockProps {
  readonly answer: BlockAnswer | undefined;
  readonly typeSlug: string;
  onClose(): void;
}

function OpenBlock({ answer: given, typeSlug, onClose }: OpenBlockProps) {
  const { t } = useTranslation();
  const mayEdit = useRole('editor');
  const { data: types = [] } = useQuery(blockTypesQuery);
  const [created, setCreated] = useState<BlockAnswer>();
  const answer = given ?? created;
  const { form, saving, clash } = useBlockForm({ answer, typeSlug, onSaved: onClose, onGoOn: setCreated });
  const isDirty = useIsChanged(form);
  const block = answer?.data;
  const type = types.find(({ slug }) => slug === typeSlug);
  const name = type?.name ?? typeSlug;
  return (
    <RecordDrawer
      title={block ? (block.title ?? name) : `${t('blocks.new')}: ${name}`}
      saving={mayEdit ? saving : undefined}
      isDirty={isDirty}
      action={block ? t('common.save') : t('common.create')}
      onClose={onClose}
      others={
        mayEdit &&
        block && (
          <DeleteButton
            title={t('blocks.deleteTitle', { title: block.title ?? name })}
            text={t('blocks.deleteText', { count: block.usage.length })}
            kind="block"
            done={t('blocks.deleted')}
            onDelete={() => ask('DELETE /api/admin/blocks/{id}', { path: { id: block.id } })}
            onDone={onClose}
          />
        )
      }
    >
      {block && <Usage block={block} />}
      <FormProvider form={form} isReadOnly={!mayEdit} locale={undefined}>
        <TitleInput isReadOnly={!mayEdit} />
        {type && <Fields fields={type.fields} path={['fields']} />}
      </FormProvider>
      <ClashDialog
        {...clash}
        isSaving={saving.isBusy}
        labelOf={({ path: [first, ...rest] }) =>
          first === 'title' ? t('blocks.name') : describeFields(rest, type?.fields ?? [])
        }
        pointersOf={({ path: [, ...rest] }) => pointerKindOf(fieldAt(rest, type?.fields ?? [])?.type)}
      />
    </RecordDrawer>
  );
}

function TitleInput({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { t } = useTranslation();
  const [value, set] = useValue(['title']);
  const problem = useProblem(['title']);
  return (
    <TextInput
      label={t('blocks.name')}
      description={t('blocks.nameHelp')}
      dir="auto"
      data-autofocus
      readOnly={isReadOnly}
      error={problem}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

/** The pages on which a change to the block will be seen. */
function Usage({ block: { usage } }: { readonly block: AdminBlock }) {
  const { t } = useTranslation();
  const pages = [...new Map(usage.map((use) => [use.pageId, use])).values()];
  return (
    <Alert variant="light" color="gray" icon={<IconRecycle size={18} />} py="xs">
      <Text size="sm">{t('blocks.changesOn', { count: pages.length })}</Text>
      <List size="sm" listStyleType="none">
        {pages.map(({ pageId, pageTitle, locale }) => (
          <List.Item key={pageId}>
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/pages/$id" params={{ id: String(pageId) }} {...props} />}
            >
              <span dir="auto">{pageTitle}</span>
            </Anchor>{' '}
            <Text span size="xs" c="dimmed">
              {locale}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
