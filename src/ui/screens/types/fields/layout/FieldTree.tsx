import { Button, Menu, Text } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tree } from '../../../../parts/tree/Tree.tsx';
import { nameFromLabel } from '../../names.ts';
import { FieldLine, nameOfField } from '../FieldLine.tsx';
import { withValues } from '../fieldDraft.ts';
import { NO_PROBLEM_TEXTS, type SchemaProblem, useProblemTexts } from '../useProblemTexts.ts';
import classes from './FieldTree.module.css';
import {
  copyFieldNode,
  type FieldNode,
  findSiblingFields,
  newNode,
  removeFieldNode,
  withAdded,
  withCopy,
  withField,
} from './fieldNodes.ts';

interface FieldTreeProps {
  readonly nodes: readonly FieldNode[];
  readonly mayEdit: boolean;
  readonly isShareable: boolean;
  /** Set when a save was refused because something is unfinished: the first such field opens. */
  readonly problem: string | undefined;
  readonly serverProblems: readonly SchemaProblem[];
  onChange(nodes: readonly FieldNode[]): void;
}

/** The deepest level below the first that the server accepts. */
const MAX_DEPTH = 9;

/** The fields of a type as a tree. Each opens for editing; they are moved by dragging or by keyboard, in and out of groups. */
export function FieldTree({ nodes, mayEdit, isShareable, problem, serverProblems, onChange }: FieldTreeProps) {
  const { t } = useTranslation();
  const { open, setOpen, added, removed, change, toggle, add, remove, label } = useFieldEdits(nodes, onChange);
  const found = useProblemTexts(nodes, serverProblems, problem === undefined ? added : null);
  useOpenFirst(problem, found.keys().next().value, setOpen);

  return (
    <div>
      {nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('types.noFields')}
        </Text>
      )}
      <Tree
        label={t('types.fields')}
        nodes={nodes}
        maxDepth={MAX_DEPTH}
        isWhole
        nameOf={(node) => nameOfField(node) || t('types.newField')}
        onMove={mayEdit ? change : undefined}
        show={(node) => (
          <FieldLine
            node={node}
            siblings={findSiblingFields(nodes, node.id)}
            isNested={!nodes.some(({ id }) => id === node.id)}
            isOpen={open === node.id}
            mayEdit={mayEdit}
            isShareable={isShareable}
            problems={found.get(node.id) ?? NO_PROBLEM_TEXTS}
            onToggle={() => toggle(node.id)}
            onAdd={() => add(node.id)}
            onChange={(edit) => change(withField(nodes, node.id, edit))}
            onLabel={(text) => label(node, text)}
          />
        )}
        actions={(node) => (
          <FieldActions
            onCopy={() => change(withCopy(nodes, copyFieldNode(node), node.id))}
            onRemove={() => remove(node)}
          />
        )}
      />
      {removed && (
        <div className={classes.removed} role="status">
          <Text size="sm">{t('types.removed', { name: removed.name })}</Text>
          <Button size="compact-sm" variant="subtle" onClick={() => change(removed.before)}>
            {t('common.undo')}
          </Button>
        </div>
      )}
      {mayEdit && (
        <Button mt="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => add(null)}>
          {t('types.addField')}
        </Button>
      )}
    </div>
  );
}

interface FieldActionsProps {
  onCopy(): void;
  onRemove(): void;
}

function FieldActions({ onCopy, onRemove }: FieldActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={onCopy}>
        {t('common.duplicate')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={16} />} color="var(--mantine-color-error)" onClick={onRemove}>
        {t('common.remove')}
      </Menu.Item>
    </>
  );
}

/** What is open, and everything that can be done to the fields. */
function useFieldEdits(nodes: readonly FieldNode[], onChange: FieldTreeProps['onChange']) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  // A field that has just been added is unfinished, and its author knows.
  const [added, setAdded] = useState<number | null>(null);
  const [removed, setRemoved] = useState<{ readonly name: string; readonly before: readonly FieldNode[] }>();
  const change = (next: readonly FieldNode[]): void => {
    setRemoved(undefined);
    onChange(next);
  };
  const toggle = (id: number): void => {
    setOpen(open === id ? null : id);
    setAdded(null);
  };
  const add = (parentId: number | null): void => {
    const node = { ...newNode({ name: '', type: 'text' }), isNamedByLabel: true };
    change(withAdded(nodes, node, parentId));
    setOpen(node.id);
    setAdded(node.id);
    focusInField(node.id, '[data-field-label]');
  };
  const remove = (node: FieldNode): void => {
    change(removeFieldNode(nodes, node.id));
    setRemoved({ name: nameOfField(node) || t('types.newField'), before: nodes });
  };
  const label = (node: FieldNode, text: string): void => {
    const taken = findSiblingFields(nodes, node.id)
      .filter(({ id }) => id !== node.id)
      .map(({ field }) => field.name);
    const labelled = withValues(node.field, { label: text });
    const name = node.isNamedByLabel ? nameFromLabel(text, taken) : node.field.name;
    change(withField(nodes, node.id, { field: { ...labelled, name } }));
  };
  return { open, setOpen, added, removed, change, toggle, add, remove, label };
}

/** Opens the first field with a problem each time that a save is refused. */
function useOpenFirst(problem: string | undefined, first: number | undefined, open: (id: number) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a refusal opens a field, not every change of the fields
  useEffect(() => {
    if (problem === undefined || first === undefined) return;
    open(first);
    focusInField(first, '[aria-invalid=true], [data-field-label]');
  }, [problem]);
}

function focusInField(id: number, selector: string): void {
  // By then its form is on the screen.
  setTimeout(() =>
    document.querySelector<HTMLElement>(`[data-field="${id}"]`)?.querySelector<HTMLElement>(selector)?.focus(),
  );
}
