import { Alert, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../../codeField/CodeField.tsx';
import { parseJsonText, toJsonText } from '../../typeValues.ts';
import { FieldTree } from '../layout/FieldTree.tsx';
import { type FieldNode, nodeAt, readFieldNodes, schemaOfNodes, toFieldDraft } from '../layout/fieldNodes.ts';
import { LayoutView } from '../layout/LayoutView.tsx';
import type { SchemaProblem } from '../useProblemTexts.ts';

interface SchemaInputProps {
  /** The schema as JSON. */
  readonly value: string;
  /** Its fields; null if they are only edited as JSON. */
  readonly nodes: readonly FieldNode[] | null;
  readonly problem: string | undefined;
  /** What the server reports about values inside the schema. */
  readonly serverProblems: readonly SchemaProblem[];
  readonly mayEdit: boolean;
  readonly isShareable: boolean;
  onChange(value: string, nodes?: readonly FieldNode[]): void;
}

const VIEWS = ['form', 'layout', 'json'] as const;
type View = (typeof VIEWS)[number];

/** The fields of a type, edited as a tree, as a layout, or as JSON. */
export function SchemaInput({
  value,
  nodes,
  problem,
  serverProblems,
  mayEdit,
  isShareable,
  onChange,
}: SchemaInputProps) {
  const { t } = useTranslation();
  const id = useId();
  const [wanted, setWanted] = useState<View>('form');
  const isNamed = nodes !== null && new Set(nodes.map(({ field }) => field.name)).size === nodes.length;
  const view = nodes ? wanted : 'json';
  // While a name is being typed, two fields may share it, and an object schema becomes a list. This remembers its form.
  const [original, setOriginal] = useState(() => parseJsonText(value));
  const change = (next: readonly FieldNode[]): void => onChange(toJsonText(schemaOfNodes(next, original)), next);
  const writeJson = (text: string): void => {
    onChange(text);
    setOriginal(parseJsonText(text));
  };
  const unplaced = serverProblems.filter(({ path }) => view === 'json' || !nodeAt(nodes ?? [], path));
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <Input.Label id={id} component="div">
        {t('types.fields')}
      </Input.Label>
      <SegmentedControl
        aria-label={t('types.fields')}
        value={view}
        onChange={(next) => setWanted(next as View)}
        data={[
          { value: 'form', label: t('types.asForm'), disabled: !nodes },
          // The boxes of the layout are identified by their names.
          { value: 'layout', label: t('types.asLayout'), disabled: !isNamed || nodes.length === 0 },
          { value: 'json', label: t('types.asJson') },
        ]}
      />
      {!nodes && parseJsonText(value) !== undefined && (
        <Text size="sm" c="dimmed">
          {t('types.onlyJson')}
        </Text>
      )}
      {problem && view !== 'json' && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {nodes && view === 'form' && (
        <FieldTree {...{ nodes, mayEdit, isShareable, problem, serverProblems }} onChange={change} />
      )}
      {nodes && view === 'layout' && (
        <LayoutView
          fields={nodes.map(toFieldDraft)}
          mayEdit={mayEdit}
          onChange={(fields) => change(readFieldNodes(fields) ?? nodes)}
        />
      )}
      {view === 'json' && (
        <CodeField
          label={t('types.fieldsAsJson')}
          language="json"
          value={value}
          onChange={writeJson}
          problem={problem}
          disabled={!mayEdit}
        />
      )}
      {unplaced.map(({ path, message }) => (
        <Alert key={path.join('.')} color="red" role="alert">
          {`${path.join('.')}: ${message}`}
        </Alert>
      ))}
    </Stack>
  );
}
