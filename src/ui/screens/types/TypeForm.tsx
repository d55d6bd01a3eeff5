import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTENT_TYPE_KINDS, kindOfType } from '../../../model/page/typeKind.ts';
import { BlockIcon } from '../../blocks/BlockIcon.tsx';
import { FormPreview } from './FormPreview.tsx';
import { SchemaInput } from './fields/inputs/SchemaInput.tsx';
import { type FieldNode, readFieldNodes } from './fields/layout/fieldNodes.ts';
import { NameInputs, type NameInputsProps } from './NameInputs.tsx';
import { RegionsInput } from './regions/RegionsInput.tsx';
import { RulesInput } from './rules/RulesInput.tsx';
import classes from './TypeForm.module.css';
import { parseJsonText, problemsBelow } from './typeValues.ts';

interface TypeFormProps extends NameInputsProps {
  readonly mayEdit: boolean;
}

/** Everything that a type holds, and beside it the form that its fields make. */
export function TypeForm(props: TypeFormProps) {
  const { kind, record, form, mayEdit } = props;
  const { t } = useTranslation();
  const { fieldsSchema } = form.values;
  const { nodes, keep } = useNodes(fieldsSchema);
  /** Sets a value, and drops what was wrong with the one before. */
  const set = (name: 'fieldsSchema' | 'rules' | 'regions', text: string): void => {
    for (const path of Object.keys(form.errors)) if (path.startsWith(`${name}.`)) form.clearFieldError(path);
    form.setFieldValue(name, text);
  };
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <NameInputs {...props} />
        <Textarea label={t('types.description')} autosize dir="auto" {...form.getInputProps('description')} />
        {kind === 'blockType' && (
          <TextInput
            label={t('types.icon')}
            description={t('types.iconHelp')}
            rightSection={<BlockIcon icon={form.values.icon} />}
            {...form.getInputProps('icon')}
          />
        )}
        {kind === 'contentType' && <KindInputs form={form} mayEdit={mayEdit} />}
        {record && kind === 'contentType' && (
          <Text size="sm">
            <Link to="/pages" search={{ type: record.slug }} style={{ color: 'var(--chosen-text)' }}>
              {t('types.itsPages')}
            </Link>
          </Text>
        )}
        <SchemaInput
          value={fieldsSchema}
          nodes={nodes}
          problem={form.errors['fieldsSchema'] as string | undefined}
          serverProblems={problemsBelow(form.errors, 'fieldsSchema')}
          isShareable={kind === 'contentType'}
          mayEdit={mayEdit}
          onChange={(text, next) => {
            if (next) keep(text, next);
            set('fieldsSchema', text);
          }}
        />
        <RulesInput
          kind={kind}
          value={form.values.rules}
          nodes={nodes ?? []}
          problem={form.errors['rules'] as string | undefined}
          problemsInside={problemsBelow(form.errors, 'rules').map(
            ({ path: [index, ...rest], message }) => `${Number(index) + 1}. ${rest.join('.')} ${message}`,
          )}
          mayEdit={mayEdit}
          onChange={(text) => set('rules', text)}
        />
        {kind === 'contentType' && form.values.settings['kind'] !== 'data' && (
          <RegionsInput
            value={form.values.regions}
            blocks={form.values.defaultBlocks}
            problem={form.errors['regions'] as string | undefined}
            problemsInside={['regions', 'defaultBlocks'].flatMap((name) =>
              problemsBelow(form.errors, name).map(({ path, message }) => `${path.join('.')}: ${message}`),
            )}
            mayEdit={mayEdit}
            onChange={(text) => set('regions', text)}
            onBlocks={(blocks) => form.setFieldValue('defaultBlocks', blocks)}
          />
        )}
      </div>
      <div className={classes.beside}>
        <FormPreview nodes={nodes ?? []} mayEdit={mayEdit} />
      </div>
    </div>
  );
}

/** What there is of a type: pages, one page for each language, or records without an address; and how they are addressed. */
function KindInputs({ form, mayEdit }: Pick<TypeFormProps, 'form' | 'mayEdit'>) {
  const { t } = useTranslation();
  const kind = kindOfType({ settings: form.values.settings });
  return (
    <>
      <Select
        label={t('types.holds')}
        description={t(`types.kindHelp.${kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={CONTENT_TYPE_KINDS.map((value) => ({ value, label: t(`types.kinds.${value}`) }))}
        allowDeselect={false}
        readOnly={!mayEdit}
        error={form.errors['settings.kind']}
        value={kind}
        onChange={(value) => form.setFieldValue('settings.kind', value === 'page' ? '' : value)}
      />
      {kind === 'single' ? (
        <TextInput
          label={t('pages.address')}
          description={t('types.singleSlugHelp')}
          placeholder={form.values.slug}
          leftSection="/"
          dir="ltr"
          {...form.getInputProps('settings.slug')}
        />
      ) : (
        <TextInput
          label={t(kind === 'data' ? 'types.keyPrefix' : 'types.slugPrefix')}
          description={t(kind === 'data' ? 'types.keyPrefixHelp' : 'types.slugPrefixHelp')}
          placeholder={kind === 'data' ? form.values.slug : undefined}
          dir="ltr"
          {...form.getInputProps('settings.slugPrefix')}
        />
      )}
    </>
  );
}

/** The fields of a schema, which keep their identity as long as it is the tree that changes the text. */
function useNodes(text: string) {
  const read = (): { readonly text: string; readonly nodes: readonly FieldNode[] | null } => ({
    text,
    nodes: readFieldNodes(parseJsonText(text)),
  });
  const [kept, setKept] = useState(read);
  const now = kept.text === text ? kept : read();
  if (now !== kept) setKept(now);
  const keep = (next: string, nodes: readonly FieldNode[]): void => setKept({ text: next, nodes });
  return { nodes: now.nodes, keep };
}
