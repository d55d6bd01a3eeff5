import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope, useProblem, useValue } from '../form/FormContext.tsx';
import { newKey } from '../form/useListKeys.ts';
import { moveItem, Sortable } from '../parts/row/Sortable.tsx';
import { blockTypesQuery } from '../wire/queries.ts';
import { AddBlock } from './AddBlock.tsx';
import { BlockCard } from './BlockCard.tsx';
import type { BlockValue, NewBlock } from './blockValue.ts';
import type { Region } from './regionsOf.ts';

/** With more than this, only what one opens is open. */
const OPEN_AT_FIRST = 4;

interface RegionBlocksProps {
  readonly region: Region;
}

/** The blocks of a region, in order: added between, moved, changed. */
export function RegionBlocks({ region }: RegionBlocksProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const path = ['regions', region.name];
  const [value, set] = useValue(path);
  const problem = useProblem(path);
  const { data: types = [] } = useQuery(blockTypesQuery);
  const blocks = (value ?? []) as readonly BlockValue[];
  const [added, setAdded] = useState<string>();
  const [areFew] = useState(blocks.length <= OPEN_AT_FIRST);

  const insert = (at: number, block: NewBlock): void => {
    const key = newKey();
    setAdded(key);
    set([...blocks.slice(0, at), { ...block, key }, ...blocks.slice(at)]);
  };
  const adder = (at: number, isBetween: boolean) =>
    isReadOnly ? null : (
      <AddBlock region={region} types={types} isBetween={isBetween} onAdd={(block) => insert(at, block)} />
    );
  const keys = blocks.map(({ key }) => key);
  return (
    // Beside a form with the same regions it is no place to jump to.
    <section aria-label={isReadOnly ? undefined : region.label}>
      <Title order={2} size="h5" mb="xs">
        {region.label}
      </Title>
      {problem && (
        <Text size="sm" c="red" mb="xs" role="alert">
          {problem}
        </Text>
      )}
      <Sortable keys={keys} onMove={(from, to) => set(moveItem(blocks, from, to))}>
        <Stack gap={0}>
          {blocks.map((block, index) => (
            <div key={block.key}>
              {adder(index, true)}
              <BlockCard
                block={block}
                region={region.name}
                index={index}
                count={blocks.length}
                type={types.find(({ slug }) => slug === block.type)}
                isOpenAtFirst={areFew || block.key === added}
                isNew={block.key === added}
                onMove={(to) => set(moveItem(blocks, index, to))}
                onRemove={() => set(blocks.filter(({ key }) => key !== block.key))}
                onDuplicate={({ id: _, ...copy }) => insert(index + 1, copy)}
                onReplace={(next) => set(blocks.map((one) => (one.key === block.key ? next : one)))}
              />
            </div>
          ))}
        </Stack>
      </Sortable>
      {blocks.length === 0 && isReadOnly && (
        <Text size="sm" c="dimmed">
          {t('blocks.none')}
        </Text>
      )}
      {adder(blocks.length, false)}
    </section>
  );
}
