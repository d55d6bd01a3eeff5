import { ActionIcon, Input, Select, Stack, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isValueObject } from '../../../form/values.ts';
import { controlIn, focusInstead } from '../../../parts/dialog/focusInstead.ts';
import { moveItem, Sortable, useSorted } from '../../../parts/row/Sortable.tsx';
import type { AdminBlockType } from '../../../wire/interface.ts';
import { ValueInput } from '../fields/inputs/ValueInput.tsx';
import { useRowKeys } from '../useRowKeys.ts';
import classes from './RegionList.module.css';
import type { DefaultBlockDraft } from './regionDraft.ts';

interface DefaultBlocksProps {
  readonly region: string;
  readonly blocks: readonly DefaultBlockDraft[];
  readonly types: readonly AdminBlockType[];
  /** The block types that the region allows; undefined for any. */
  readonly allowed: readonly string[] | undefined;
  readonly mayEdit: boolean;
  onChange(blocks: readonly DefaultBlockDraft[]): void;
}

/** The blocks that new pages begin with in a region, in order, each with its values. */
export function DefaultBlocks({ region, blocks, types, allowed, mayEdit, onChange }: DefaultBlocksProps) {
  const { t } = useTranslation();
  const { keys, move, insert, remove } = useRowKeys(blocks.length);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const add = (blockTypeSlug: string | null): void => {
    if (blockTypeSlug === null) return;
    insert(blocks.length);
    onChange([...blocks, { region, blockTypeSlug }]);
  };
  const drop = (at: number): void => {
    remove(at);
    onChange(blocks.toSpliced(at, 1));
    focusInstead(() => controlIn(box.current));
  };
  const choices = types.filter(({ slug }) => allowed === undefined || allowed.includes(slug));
  return (
    <div ref={box} role="group" aria-labelledby={id}>
      <Input.Label id={id} component="div">
        {t('types.defaultBlocks')}
      </Input.Label>
      <Sortable
        isFixed={!mayEdit}
        keys={keys}
        onMove={(from, to) => {
          move(from, to);
          onChange(moveItem(blocks, from, to));
        }}
      >
        <Stack gap={6} mb={blocks.length > 0 ? 6 : 0}>
          {blocks.map((block, at) => (
            <BlockRow
              key={keys[at]}
              id={keys[at] ?? ''}
              type={types.find(({ slug }) => slug === block.blockTypeSlug)}
              {...{ block, mayEdit }}
              onChange={(next) => onChange(blocks.with(at, next))}
              onRemove={() => drop(at)}
            />
          ))}
        </Stack>
      </Sortable>
      {mayEdit && (
        <Select
          aria-label={t('types.addDefaultBlock')}
          placeholder={t('types.addDefaultBlock')}
          data={choices.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={null}
          onChange={add}
          searchable
        />
      )}
    </div>
  );
}

interface BlockRowProps {
  readonly id: string;
  readonly block: DefaultBlockDraft;
  readonly type: AdminBlockType | undefined;
  readonly mayEdit: boolean;
  onChange(block: DefaultBlockDraft): void;
  onRemove(): void;
}

function BlockRow({ id, block, type, mayEdit, onChange, onRemove }: BlockRowProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { ref, style, handle } = useSorted(id);
  const name = type?.name ?? block.blockTypeSlug;
  const setValues = (values: unknown): void => {
    const { fields: _, ...others } = block;
    // The rest of a block is a block: it has its region and its type.
    onChange({ ...(others as DefaultBlockDraft), ...(isValueObject(values) && { fields: values }) });
  };
  return (
    <div ref={ref} style={style} className={classes.block}>
      <div className={classes.head}>
        {handle({ label: t('list.drag', { name }) })}
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={15} className={classes.arrow} aria-hidden />
          <span dir="auto">{name}</span>
        </UnstyledButton>
        {mayEdit && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('types.removeBlock', { name })} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </div>
      {isOpen && (
        <div className={classes.values}>
          <ValueInput
            field={{ name: 'fields', type: 'object', label: t('types.blockValues'), fields: type?.fields ?? [] }}
            value={block.fields}
            mayEdit={mayEdit}
            onChange={setValues}
          />
        </div>
      )}
    </div>
  );
}
