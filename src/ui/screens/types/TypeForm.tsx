import { Text, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
        {kind === 'contentType' && (
          <TextInput
            label={t('types.slugPrefix')}
            description={t('types.slugPrefixHelp')}
            dir="ltr"
            {...form.getInputProps('settings.slugPrefix')}
          />
        )}
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
        {kind === 'contentType' && (
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
