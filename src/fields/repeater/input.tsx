import { ActionIcon, Button, Collapse, Input, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconCopy, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../ui/fields/kind.ts';
import { describedValue } from '../../ui/fields/value/describedValue.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { goTo } from '../../ui/form/goTo.ts';
import { useListKeys } from '../../ui/form/useListKeys.ts';
import { useNotifyRemoved } from '../../ui/form/useNotifyRemoved.ts';
import { isValueObject } from '../../ui/form/values.ts';
import { controlIn, focusInstead } from '../../ui/parts/dialog/focusInstead.ts';
import { MoveItems, whereEnabled } from '../../ui/parts/menu/MoveItems.tsx';
import { moveItem, Sortable, useSorted } from '../../ui/parts/row/Sortable.tsx';
import classes from './repeater.module.css';

/** A list of items, each with the same fields. */
export function RepeaterInput({ field, path, value, onChange, frame, renderFields }: InputProps) {
  const { t } = useTranslation();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { form } = useFormScope();
  const keys = useListKeys(items);
  const tellRemoved = useNotifyRemoved();
  const box = useRef<HTMLDivElement>(null);
  const isFull = field.max !== undefined && items.length >= field.max;
  const actions = {
    move(from: number, to: number) {
      onChange(moveItem(items, from, to));
    },
    insert(at: number, item: unknown) {
      onChange([...items.slice(0, at), item, ...items.slice(at)]);
    },
    remove(at: number) {
      const summary = describedValue(items[at], field.fields ?? []) || t('fields.item', { number: at + 1 });
      tellRemoved(
        summary,
        form.together(() => onChange(items.filter((_, index) => index !== at))),
      );
      focusInstead(() => {
        const next = box.current?.querySelectorAll(`:scope > div > .${classes.item}`)[at];
        return next?.querySelector<HTMLElement>('[data-unfolds]') ?? controlIn(box.current);
      });
    },
  };
  const add = (): void => {
    actions.insert(items.length, {});
    // By then its first input is on the screen.
    setTimeout(() => goTo([...path, items.length, field.fields?.[0]?.name ?? '']));
  };
  return (
    <div ref={box} role="group" aria-labelledby={frame.id}>
      <Input.Label id={frame.id} component="div" required={frame.withAsterisk}>
        {frame.label}
      </Input.Label>
      {frame.description && <Input.Description mb={6}>{frame.description}</Input.Description>}
      <Sortable isFixed={frame.readOnly} keys={keys} onMove={actions.move}>
        <Stack gap={6}>
          {items.map((item, index) => (
            <Item
              key={keys[index]}
              id={keys[index] ?? ''}
              index={index}
              count={items.length}
              item={item}
              field={field}
              path={[...path, index].join('/')}
              isFull={isFull}
              isReadOnly={frame.readOnly}
              actions={actions}
            >
              {renderFields(field.fields ?? [], [...path, index])}
            </Item>
          ))}
        </Stack>
      </Sortable>
      {frame.error && <Input.Error mt={6}>{frame.error}</Input.Error>}
      {!frame.readOnly && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={isFull}
          onClick={add}
        >
          {t('fields.addTo', { name: frame.label })}
        </Button>
      )}
      {field.max !== undefined && (
        <Text span size="xs" c="dimmed" ml="sm">
          {t('fields.ofAtMost', { count: items.length, max: field.max })}
        </Text>
      )}
    </div>
  );
}

interface Actions {
  move(from: number, to: number): void;
  insert(at: number, item: unknown): void;
  remove(at: number): void;
}

interface ItemProps {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly item: unknown;
  readonly path: string;
  readonly field: InputProps['field'];
  readonly isFull: boolean;
  readonly isReadOnly: boolean;
  readonly actions: Actions;
  readonly children: React.ReactNode;
}

function Item({ id, index, count, item, path, field, isFull, isReadOnly, actions, children }: ItemProps) {
  const { t } = useTranslation();
  // A new item is open.
  const [isOpen, setOpen] = useState(!isValueObject(item) || Object.keys(item).length === 0);
  const { ref, style, handle } = useSorted(id);
  const summary = describedValue(item, field.fields ?? []) || t('fields.item', { number: index + 1 });
  return (
    <div ref={ref} style={style} className={classes.item} data-path={path}>
      <div className={classes.head}>
        {handle({ label: t('list.drag', { name: summary }) })}
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} data-unfolds onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={15} className={classes.arrow} aria-hidden />
          <span className={classes.summary} dir="auto">
            {summary}
          </span>
        </UnstyledButton>
        {!isReadOnly && (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`${t('common.more')}: ${summary}`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <MoveItems index={index} count={count} onMove={(to) => actions.move(index, to)} />
              <Menu.Item
                leftSection={<IconCopy size={15} />}
                {...whereEnabled(!isFull)}
                onClick={() => actions.insert(index + 1, item)}
              >
                {t('common.duplicate')}
              </Menu.Item>
              <Menu.Item
                color="var(--mantine-color-error)"
                data-autofocus
                leftSection={<IconTrash size={15} />}
                onClick={() => actions.remove(index)}
              >
                {t('common.remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <Collapse expanded={isOpen}>{isOpen && <div className={classes.body}>{children}</div>}</Collapse>
    </div>
  );
}
